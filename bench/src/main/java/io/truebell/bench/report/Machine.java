package io.truebell.bench.report;

import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Watch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/** Where and when something was measured. */
public final class Machine {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Machine() {}

  /** One paragraph. */
  public static String describe(Stage stage, Clock clock) throws SQLException {
    try (Watch watch = new Watch(stage.stores(), stage.stores().postgres())) {
      return "*%s, commit %s. %d × %s, %d GB, Linux %s. Java %s with `%s`; PostgreSQL %s with fsync=%s, synchronous_commit=%s, data on %s.*"
          .formatted(
              DAY.format(clock.instant()),
              commit(stage.options().root()),
              Runtime.getRuntime().availableProcessors(),
              line(Path.of("/proc/cpuinfo"), "model name"),
              Long.parseLong(line(Path.of("/proc/meminfo"), "MemTotal").replaceAll("\\D", ""))
                  >> 20,
              System.getProperty("os.version"),
              Runtime.version(),
              String.join(" ", stage.jvm().options("").subList(0, 4)),
              watch.text("SHOW server_version"),
              watch.text("SHOW fsync"),
              watch.text("SHOW synchronous_commit"),
              stage.folder().startsWith("/dev/shm") ? "a file system in memory" : "disk");
    }
  }

  private static String line(Path file, String name) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(l -> l.startsWith(name))
          .map(l -> l.substring(l.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String commit(Path root) {
    try {
      Process git =
          new ProcessBuilder("git", "-C", root.toString(), "describe", "--always", "--dirty")
              .redirectErrorStream(true)
              .start();
      String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return said.contains(" ") ? "unknown" : said.strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
