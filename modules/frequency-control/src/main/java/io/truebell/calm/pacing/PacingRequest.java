package io.truebell.calm.pacing;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often an account may call.
 *
 * @param calls so many in {@code per_seconds}, 1 to 1,000,000
 * @param perSeconds 1 to 86,400
 * @param burst so many at once after a pause, 1 to {@code calls}; 1 when missing
 */
record PacingRequest(
    @Nullable Integer calls, @Nullable Integer perSeconds, @Nullable Integer burst) {
  private static final int MOST_CALLS = 1_000_000;
  private static final int MOST_SECONDS = 86_400;

  /** One that is right. */
  record Checked(int calls, int perSeconds, int burst) {}

  /**
   * The rate.
   *
   * @throws ApiProblem 422 when something is wrong with it
   */
  Checked check() {
    List<FieldProblem> problems = new ArrayList<>();
    int most = required(problems, "calls", calls, MOST_CALLS);
    int seconds = required(problems, "per_seconds", perSeconds, MOST_SECONDS);
    int atOnce = burst == null ? 1 : burst;
    if (atOnce < 1 || (problems.isEmpty() && atOnce > most)) {
      problems.add(new FieldProblem("burst", "out_of_range", "must be from 1 to calls"));
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(most, seconds, atOnce);
  }

  private static int required(
      List<FieldProblem> problems, String field, @Nullable Integer value, int most) {
    if (value == null) {
      problems.add(new FieldProblem(field, "required", "is required"));
      return 0;
    }
    if (value < 1 || value > most) {
      problems.add(new FieldProblem(field, "out_of_range", "must be from 1 to " + most));
    }
    return value;
  }
}
