package io.truebell.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A document of the repository that a test generates. It is committed, so that people read it
 * without building, and the test fails when the committed text is not what would be generated now.
 * With the system property {@code truebell.docs.write=true} the test rewrites it instead.
 *
 * @param file where it is committed
 */
record GeneratedDocument(Path file) {
  /** A file below {@code docs/}. */
  static GeneratedDocument named(String name) {
    return new GeneratedDocument(root().resolve("docs").resolve(name));
  }

  /** The repository's root, which the build passes in. */
  static Path root() {
    String root = System.getProperty("truebell.root");
    if (root == null) {
      throw new IllegalStateException("the build sets truebell.root to the repository's root");
    }
    return Path.of(root);
  }

  /** Compares the committed text with {@code current}, or writes it when asked to. */
  void mustBe(String current) {
    mustBe(current, Boolean.getBoolean("truebell.docs.write"));
  }

  void mustBe(String current, boolean write) {
    try {
      if (write) {
        Files.writeString(file, current);
        return;
      }
      String committed = Files.exists(file) ? Files.readString(file) : "";
      if (!committed.equals(current)) {
        throw new AssertionError(
            file + " is out of date; `./truebell docs` rewrites it. " + where(committed, current));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String where(String committed, String current) {
    String[] before = committed.split("\n", -1);
    String[] now = current.split("\n", -1);
    int line = 0;
    while (line < before.length && line < now.length && before[line].equals(now[line])) {
      line++;
    }
    return "First difference in line %d:%ncommitted: %s%nnow:       %s"
        .formatted(
            line + 1,
            line < before.length ? before[line] : "(end)",
            line < now.length ? now[line] : "(end)");
  }
}
