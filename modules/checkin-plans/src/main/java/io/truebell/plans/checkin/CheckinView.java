package io.truebell.plans.checkin;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check-in as it is kept.
 *
 * @param occurredAt as the client's clock said
 * @param countedAt the same within bounds
 * @param clock "in_bounds", "too_old" or "ahead"
 * @param day the person's day that it counts for
 * @param dailyGoal as the client said; null when it did not
 * @param grantRequestId of the answer that came along, if any
 * @param grantStatus the answer, in the provider's word
 * @param handled whether its plan has taken note of it
 */
record CheckinView(
    UUID id,
    String actionId,
    Instant occurredAt,
    Instant countedAt,
    String clock,
    LocalDate day,
    int count,
    @Nullable Integer dailyGoal,
    @Nullable String grantRequestId,
    @Nullable String grantStatus,
    boolean handled,
    Instant recordedAt) {}
