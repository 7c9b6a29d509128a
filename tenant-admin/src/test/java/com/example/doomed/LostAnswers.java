package com.example.doomed;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Commits whose answer is lost with the connection: the caller cannot know whether they happened.
 * The command line says {@code settle=5,claim=9}: every fifth commit of a settlement, half of them
 * before and half of them after it happened.
 */
final class LostAnswers {
  enum When {
    NEVER,
    BEFORE,
    AFTER
  }

  static final String LAST_WORDS = "doomed: lost the answer of ";

  private static final Map<Stage, Integer> EVERY = read(System.getProperty("doomed.lost", ""));
  private static final Map<Stage, AtomicInteger> COUNTS = new EnumMap<>(Stage.class);

  static {
    Arrays.stream(Stage.values()).forEach(stage -> COUNTS.put(stage, new AtomicInteger()));
  }

  private LostAnswers() {}

  private static Map<Stage, Integer> read(String text) {
    Map<Stage, Integer> every = new EnumMap<>(Stage.class);
    Arrays.stream(text.split(",", -1))
        .filter(part -> !part.isBlank())
        .map(part -> part.split("=", 2))
        .forEach(
            part ->
                every.put(
                    Stage.valueOf(part[0].toUpperCase(java.util.Locale.ROOT)),
                    Integer.valueOf(part[1])));
    return every;
  }

  @SuppressWarnings("SystemOut") // read by the test that started this process
  static When next(Stage stage) {
    Integer every = EVERY.get(stage);
    AtomicInteger count = COUNTS.get(stage);
    if (every == null || count == null) {
      return When.NEVER;
    }
    int n = count.incrementAndGet();
    if (n % every != 0) {
      return When.NEVER;
    }
    When when = n / every % 2 == 0 ? When.BEFORE : When.AFTER;
    System.out.println(LAST_WORDS + stage.place(when == When.AFTER ? "commit" : "no_commit"));
    return when;
  }
}
