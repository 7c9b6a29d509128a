package io.truebell.plans.checkin;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.plans.plan.Authorisations.Told;
import io.truebell.plans.plan.ConsentRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person did.
 *
 * @param actionId the client's id of it; the same one is counted once
 * @param occurredAt when, by the client's clock
 * @param count how much of the day's goal it is, 1 to 1000; 1 when missing
 * @param dailyGoal the day's goal, when it is another than the plan's
 * @param grant what the person answered when they were asked for the next authorisation
 */
record CheckinRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String actionId,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable Instant occurredAt,
    @Nullable Integer count,
    @Nullable Integer dailyGoal,
    @Nullable ConsentRequest grant) {
  private static final int LONGEST_ID = 100;
  private static final int MOST = 1_000;
  // what the database and people can write
  private static final Instant FIRST = Instant.EPOCH;
  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  /** The same with every field checked. */
  record Checked(
      String actionId,
      Instant occurredAt,
      int count,
      @Nullable Integer dailyGoal,
      @Nullable Told grant) {}

  /**
   * @throws ApiProblem 422 with every field that is wrong
   */
  Checked check() {
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "action_id", actionId, LONGEST_ID, false);
    if (occurredAt == null) {
      problems.add(new FieldProblem("occurred_at", "required", "is required"));
    } else if (occurredAt.isBefore(FIRST) || occurredAt.isAfter(LAST)) {
      problems.add(new FieldProblem("occurred_at", "out_of_range", "is no time of these days"));
    }
    range(problems, "count", count);
    range(problems, "daily_goal", dailyGoal);
    Told told = grant == null ? null : grant.check(problems);
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(
        Objects.requireNonNull(actionId),
        Objects.requireNonNull(occurredAt),
        count == null ? 1 : count,
        dailyGoal,
        told);
  }

  private static void range(List<FieldProblem> problems, String field, @Nullable Integer value) {
    if (value != null && (value < 1 || value > MOST)) {
      problems.add(new FieldProblem(field, "out_of_range", "must be from 1 to " + MOST));
    }
  }
}
