package io.truebell.bench.stage;

import java.util.ArrayList;
import java.util.List;

/** The options of the JVM that the application and every peer are run with: the same for all. */
public record Jvm(String heap) {
  /** Those of {@code ./truebell up}, but for the sizes of memory. */
  public List<String> options(String more) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-Xms" + heap,
                "-Xmx" + heap,
                "-Xss512k",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED"));
    for (String option : more.split(" ", -1)) {
      if (!option.isBlank()) {
        options.add(option);
      }
    }
    return options;
  }
}
