package io.truebell.calm.budget;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A channel account's budget and how it stands.
 *
 * @param month the current one, e.g. {@code 2026-11}, in {@code zone}
 * @param used calls of this month that were made, or are under way
 * @param left calls that may still be made
 * @param forecast calls of the whole month when it goes on as it began
 * @param warningLevel the highest percent that is reached now; null when none is
 * @param warnings the levels that were reached this month
 */
record BudgetView(
    UUID accountId,
    long callsPerMonth,
    List<Integer> warnAtPercent,
    @Nullable String fallback,
    String zone,
    int version,
    Instant setAt,
    String setBy,
    String month,
    long used,
    long left,
    long forecast,
    Instant resetsAt,
    @Nullable Integer warningLevel,
    List<WarningView> warnings) {
  /** A level and when it was crossed. */
  record WarningView(int percent, Instant crossedAt) {}
}
