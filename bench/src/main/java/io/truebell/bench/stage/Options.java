package io.truebell.bench.stage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was asked for on the command line. */
public final class Options {
  private static final Set<String> WITH_VALUE =
      Set.of(
          "app",
          "channel",
          "root",
          "messages",
          "warmup",
          "reps",
          "only",
          "data",
          "heap",
          "tenants",
          "java-opts-app",
          "app-args",
          "in-flight",
          "people");
  private static final Set<String> FLAGS = Set.of("keep", "write", "fresh", "instant", "help");

  private final Map<String, String> values = new HashMap<>();
  private final List<String> scenarios = new ArrayList<>();

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException with what is wrong with them
   */
  public Options(String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
      if (WITH_VALUE.contains(name) && i + 1 < arguments.length) {
        values.put(name, arguments[++i]);
      } else if (FLAGS.contains(name)) {
        values.put(name, "");
      } else if (name.isEmpty() && !arguments[i].startsWith("-")) {
        scenarios.add(arguments[i]);
      } else {
        throw new IllegalArgumentException("unknown or incomplete option " + arguments[i]);
      }
    }
  }

  /** Names of the scenarios; empty for all. */
  public List<String> scenarios() {
    return List.copyOf(scenarios);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public int number(String name, int otherwise) {
    return Optional.ofNullable(values.get(name)).map(Integer::parseInt).orElse(otherwise);
  }

  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** Whether this contestant takes part. */
  public boolean includes(String contestant) {
    return !has("only") || Arrays.asList(text("only", "").split(",", -1)).contains(contestant);
  }

  /** Class path of the application. */
  public String app() {
    return text("app", "");
  }

  /** The jar with the benchmark's channel. */
  public String channel() {
    return text("channel", "");
  }

  public List<String> appArguments() {
    return Arrays.stream(text("app-args", "").split(" ", -1)).filter(a -> !a.isBlank()).toList();
  }

  public String appJavaOptions() {
    return text("java-opts-app", "");
  }

  /** The checked out project. */
  public Path root() {
    return Path.of(text("root", "."));
  }
}
