package io.truebell.process;

import io.truebell.process.AppProcess.Launch;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes many starts cheap: folders of classes become jars, as Java's AOT cache wants them, and one
 * training run fills that cache.
 */
final class QuickStart {
  private static final Duration TRAINING = Duration.ofMinutes(10);

  private final Path folder;

  QuickStart(Path folder) {
    this.folder = folder;
  }

  /** The same class path without folders. */
  String packed(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)) {
        entries.add(pack(path, folder.resolve("classes-" + entries.size() + ".jar")).toString());
      } else if (Files.exists(path)) {
        entries.add(entry);
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  private static Path pack(Path classes, Path jar) {
    try (Stream<Path> files = Files.walk(classes);
        OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path file : files.sorted().collect(Collectors.toList())) {
        if (file.equals(classes)) {
          continue;
        }
        String name = classes.relativize(file).toString();
        entries.putNextEntry(new JarEntry(Files.isDirectory(file) ? name + "/" : name));
        if (Files.isRegularFile(file)) {
          Files.copy(file, entries);
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** That launch, made quicker by a training run; as it was when Java cannot make a cache. */
  Launch trained(Launch launch) throws InterruptedException {
    Path cache = folder.resolve("nodes.aot");
    AppProcess training =
        AppProcess.launch(
            folder.resolve("training"),
            launch
                .withJvm(List.of("-XX:AOTCacheOutput=" + cache))
                .with("--truebell.start.only=true"));
    boolean ended = training.awaitEnd(TRAINING);
    training.kill();
    return ended && Files.exists(cache)
        ? launch.withJvm(
            List.of("-XX:AOTCache=" + cache, "-Xlog:disable", "-Xlog:all=error:stderr"))
        : launch;
  }
}
