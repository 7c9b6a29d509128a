package io.truebell.calm.budget;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How many calls an account may make in a month.
 *
 * @param callsPerMonth from 0 to a billion
 * @param warnAtPercent at most 10 levels from 1 to 100; none when missing
 * @param fallback another channel's key; the inbox alone when missing
 * @param zone whose months count; UTC when missing
 */
record BudgetRequest(
    @Nullable Long callsPerMonth,
    @Nullable List<@Nullable Integer> warnAtPercent,
    @Nullable String fallback,
    @Nullable String zone) {
  private static final long MOST_CALLS = 1_000_000_000L;
  private static final int MOST_LEVELS = 10;
  private static final int WHOLE = 100;

  /** One that is right. */
  record Checked(long limit, List<Integer> warnAt, @Nullable ChannelKey fallback, ZoneId zone) {}

  /**
   * The budget.
   *
   * @param own the account's channel
   * @param known whether there is a channel of a key
   * @throws ApiProblem 422 when something is wrong with it
   */
  Checked check(ChannelKey own, Predicate<String> known) {
    List<FieldProblem> problems = new ArrayList<>();
    if (callsPerMonth == null) {
      problems.add(new FieldProblem("calls_per_month", "required", "is required"));
    } else if (callsPerMonth < 0 || callsPerMonth > MOST_CALLS) {
      problems.add(
          new FieldProblem("calls_per_month", "out_of_range", "must be from 0 to " + MOST_CALLS));
    }
    List<Integer> levels = levels(problems);
    if (fallback != null && !known.test(fallback)) {
      problems.add(new FieldProblem("fallback", "unknown_channel", "there is no such channel"));
    } else if (own.value().equals(fallback)) {
      problems.add(new FieldProblem("fallback", "same_channel", "must be another channel"));
    }
    String where = zone == null ? "UTC" : zone;
    if (!ZoneId.getAvailableZoneIds().contains(where)) {
      problems.add(new FieldProblem("zone", "unknown_zone", "is not a time zone's name"));
    }
    if (callsPerMonth == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(
        callsPerMonth,
        levels,
        fallback == null ? null : new ChannelKey(fallback),
        ZoneId.of(where));
  }

  private List<Integer> levels(List<FieldProblem> problems) {
    if (warnAtPercent == null) {
      return List.of();
    }
    if (warnAtPercent.size() > MOST_LEVELS) {
      problems.add(
          new FieldProblem(
              "warn_at_percent", "too_many", "must have at most " + MOST_LEVELS + " levels"));
    }
    TreeSet<Integer> levels = new TreeSet<>();
    for (int i = 0; i < warnAtPercent.size() && i <= MOST_LEVELS; i++) {
      Integer level = warnAtPercent.get(i);
      if (level == null || level < 1 || level > WHOLE) {
        problems.add(
            new FieldProblem(
                "warn_at_percent[" + i + "]", "out_of_range", "must be from 1 to " + WHOLE));
      } else {
        levels.add(level);
      }
    }
    return List.copyOf(levels);
  }
}
