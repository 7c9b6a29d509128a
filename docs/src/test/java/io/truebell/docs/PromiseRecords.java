package io.truebell.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the tests of every module left in {@code target/promises.tsv}. A module that has tests and
 * left no record, or one that is older than its tests, stops the reading: a promise must not look
 * proved because nobody asked. A module below platform-testkit in the reactor has no listener, and
 * so may have tests but no tagged ones.
 */
record PromiseRecords(TreeSet<Proof> proofs) {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"[A-Z]+-[0-9]+\"\\)");
  private static final Pattern TEST = Pattern.compile(".*(Test|Tests|IT)\\.java");

  /** One test that stands for one promise. */
  record Proof(String promise, String test, boolean passed) implements Comparable<Proof> {
    static Proof parse(String line) {
      String[] cells = line.split("\t", -1);
      if (cells.length != 4) {
        throw new IllegalStateException("not promise, class, method, passed: " + line);
      }
      String test = cells[1].replaceFirst("^io\\.truebell\\.", "") + "#" + cells[2];
      return new Proof(cells[0], test, cells[3].equals("true"));
    }

    @Override
    public int compareTo(Proof other) {
      int byPromise = promise.compareTo(other.promise);
      return byPromise != 0 ? byPromise : test.compareTo(other.test);
    }
  }

  /** Reads the records of all modules in the reactor but this one, which runs last. */
  static PromiseRecords gather(Path root) {
    TreeSet<Proof> proofs = new TreeSet<>();
    for (String module : modules(root)) {
      Path folder = root.resolve(module);
      List<Path> tests = tests(folder.resolve("src/test/java"));
      if (listens(folder) && !tests.isEmpty()) {
        lines(freshRecord(module, folder, tests)).map(Proof::parse).forEach(proofs::add);
      } else if (tests.stream().flatMap(PromiseRecords::lines).anyMatch(TAG.asPredicate())) {
        throw new IllegalStateException(module + " has tagged tests and no platform-testkit");
      }
    }
    if (proofs.isEmpty()) {
      throw new IllegalStateException("no test of the reactor stands for a promise");
    }
    return new PromiseRecords(proofs);
  }

  List<Proof> of(String promise) {
    return proofs.stream().filter(proof -> proof.promise().equals(promise)).toList();
  }

  /** What forbids to publish these records: unknown promises and failed tests. */
  List<String> objections(PromiseList known) {
    return proofs.stream()
        .flatMap(
            proof ->
                Stream.concat(
                    known.has(proof.promise())
                        ? Stream.of()
                        : Stream.of(proof.test() + " names the unknown promise " + proof.promise()),
                    proof.passed()
                        ? Stream.of()
                        : Stream.of(proof.test() + " did not pass (" + proof.promise() + ")")))
        .toList();
  }

  private static List<String> modules(Path root) {
    Matcher matcher = MODULE.matcher(lines(root.resolve("pom.xml")).collect(Collectors.joining()));
    return matcher.results().map(m -> m.group(1)).filter(m -> !m.equals("docs")).toList();
  }

  /** Whether the module's tests run with the listener that writes the record. */
  private static boolean listens(Path module) {
    return module.endsWith("platform-testkit")
        || lines(module.resolve("pom.xml")).anyMatch(line -> line.contains("platform-testkit"));
  }

  private static Path freshRecord(String module, Path folder, List<Path> tests) {
    Path file = folder.resolve("target/promises.tsv");
    if (!Files.exists(file)) {
      throw new IllegalStateException(module + " has tests and left no " + file);
    }
    FileTime written = modified(file);
    if (tests.stream().anyMatch(test -> modified(test).compareTo(written) > 0)) {
      throw new IllegalStateException(module + " has newer tests than its record: run them");
    }
    return file;
  }

  private static List<Path> tests(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(f -> TEST.matcher(f.getFileName().toString()).matches()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
