package io.truebell.dispatch.why;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Around which time something is asked, and how far from it. */
record Question(Instant at, Duration within) {
  private static final Duration USUAL = Duration.ofHours(6);
  private static final Duration FURTHEST = Duration.ofDays(7);
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  /**
   * Reads it.
   *
   * @param at now when it is left out
   * @param within six hours when it is left out
   * @throws ApiProblem 422 when it cannot be understood
   */
  static Question of(@Nullable String at, @Nullable String within, Instant now) {
    List<FieldProblem> problems = new ArrayList<>();
    Question question = new Question(time(at, now, problems), duration(within, problems));
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return question;
  }

  Instant from() {
    return at.minus(within);
  }

  Instant to() {
    return at.plus(within);
  }

  private static Instant time(@Nullable String text, Instant now, List<FieldProblem> problems) {
    if (text == null) {
      return now;
    }
    try {
      Instant at = Instant.parse(text);
      if (!at.isBefore(EARLIEST) && at.isBefore(LATEST)) {
        return at;
      }
      problems.add(new FieldProblem("at", "out_of_range", "must be from 2000 to 9998"));
    } catch (DateTimeException e) {
      problems.add(
          new FieldProblem("at", "invalid_value", "must be a time, e.g. 2026-11-30T08:00:00Z"));
    }
    return now;
  }

  private static Duration duration(@Nullable String text, List<FieldProblem> problems) {
    if (text == null) {
      return USUAL;
    }
    try {
      Duration within = Duration.parse(text);
      if (within.isPositive() && within.compareTo(FURTHEST) <= 0) {
        return within;
      }
      problems.add(
          new FieldProblem("within", "out_of_range", "must be longer than 0, at most P7D"));
    } catch (DateTimeException e) {
      problems.add(
          new FieldProblem("within", "invalid_value", "must be an ISO 8601 duration, e.g. PT6H"));
    }
    return USUAL;
  }
}
