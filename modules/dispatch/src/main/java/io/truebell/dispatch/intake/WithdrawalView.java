package io.truebell.dispatch.intake;

import io.truebell.core.message.DeliveryState;
import java.util.Map;

/**
 * What withdrawing did.
 *
 * @param notifications how many notifications were marked as withdrawn; none when a recipient's
 *     deliveries were
 * @param cancelled deliveries withdrawn by this call
 * @param others where the other deliveries stand, e.g. {@code ACCEPTED: 3}; for those it is too
 *     late, except that a claimed one of a marked notification ends when it comes back for a retry
 */
record WithdrawalView(int notifications, int cancelled, Map<DeliveryState, Long> others) {
  static WithdrawalView of(Withdrawal.Result result) {
    return new WithdrawalView(result.notifications(), result.cancelled(), result.tooLate());
  }
}
