package io.truebell.plans.checkin;

import io.truebell.plans.plan.PlanView;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What came of a check-in; the same for each repetition.
 *
 * @param recorded always true: whatever else went wrong, the check-in is kept
 * @param countedAt when it counts as done, in the person's zone
 * @param clock "in_bounds", or "too_old" or "ahead" when the client's clock was not believed
 * @param plan as it stood afterwards; null when it could not be looked at
 * @param grant what became of the authorisation that came along; null when none did
 * @param needsGrant whether no authorisation is left for the next reminder; null when not known
 * @param askGrant whether it is worth asking for one more now; null when not known
 * @param reminderPending whether the reminder's part failed and is done later
 */
record CheckinAnswerView(
    String actionId,
    boolean recorded,
    OffsetDateTime countedAt,
    String clock,
    @Nullable PlanView plan,
    @Nullable ConsentAnswerView grant,
    @Nullable Boolean needsGrant,
    @Nullable Boolean askGrant,
    boolean reminderPending) {
  /**
   * What became of an authorisation.
   *
   * @param result "granted", "repeated", "refused", "nothing", "not_needed", "no_ledger", "invalid"
   *     or "pending"
   * @param detail a sentence when it is invalid; otherwise null
   */
  record ConsentAnswerView(String requestId, String result, @Nullable String detail) {}
}
