package com.example.doomed;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How many statements the transactions of each stage make, told once for each number seen. */
final class Lengths {
  /** What precedes a place that can be reached, e.g. {@code claim.statement_7}. */
  static final String WORDS = "doomed: reached ";

  private static final Map<String, Boolean> SEEN = new ConcurrentHashMap<>();

  private Lengths() {}

  @SuppressWarnings("SystemOut") // read by the test that started this process
  static void note(Stage stage, int statements) {
    String longest = stage.place("statement_" + statements);
    if (SEEN.putIfAbsent(longest, true) == null) {
      System.out.println(WORDS + longest);
    }
  }
}
