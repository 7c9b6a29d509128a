package io.truebell.dispatch.accounts;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the terms of an account and collects what is wrong with them. */
record TermsCheck(List<FieldProblem> problems) {
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_MINIMAL_TEXT = 500;
  private static final int MOST_RETRIES = 10;
  private static final int LONGEST_WAIT = 7 * 24 * 3600;
  private static final int LONGEST_RECEIPT_WAIT = 30 * 24 * 3600;
  private static final int SHORTEST_TIMEOUT = 100;
  // The longest call has to end well inside a worker's lease (SEND-6).
  private static final int LONGEST_TIMEOUT = 60_000;

  String name(@Nullable String name) {
    Text.check(problems, "name", name, LONGEST_NAME, false);
    return name == null ? "" : name.strip();
  }

  @Nullable String minimalText(@Nullable String text) {
    if (text != null) {
      Text.check(problems, "minimal_text", text, LONGEST_MINIMAL_TEXT, true);
    }
    return text;
  }

  @Nullable String minimalText(JsonNode text) {
    if (text.isNull()) {
      return null;
    }
    if (!text.isString()) {
      problems.add(new FieldProblem("minimal_text", "invalid_value", "must be text or null"));
      return null;
    }
    return minimalText(text.stringValue());
  }

  int timeout(int timeoutMs) {
    if (timeoutMs < SHORTEST_TIMEOUT || timeoutMs > LONGEST_TIMEOUT) {
      outOfRange("timeout_ms", SHORTEST_TIMEOUT, LONGEST_TIMEOUT);
    }
    return timeoutMs;
  }

  List<Integer> ladder(List<@Nullable Integer> ladder) {
    if (ladder.size() > MOST_RETRIES) {
      problems.add(new FieldProblem("retry_ladder", "too_many", "must have at most 10 steps"));
    }
    List<Integer> seconds = ladder.stream().map(s -> Objects.requireNonNullElse(s, 0)).toList();
    if (seconds.stream().anyMatch(s -> s < 1 || s > LONGEST_WAIT)) {
      outOfRange("retry_ladder", 1, LONGEST_WAIT);
    }
    return seconds;
  }

  @Nullable Integer receiptWithin(@Nullable Integer seconds) {
    if (seconds != null && (seconds < 1 || seconds > LONGEST_RECEIPT_WAIT)) {
      outOfRange("receipt_within_seconds", 1, LONGEST_RECEIPT_WAIT);
    }
    return seconds;
  }

  private void outOfRange(String field, int min, int max) {
    problems.add(new FieldProblem(field, "out_of_range", "must be from " + min + " to " + max));
  }
}
