package io.truebell.dispatch.intake;

import io.truebell.core.message.DeliveryState;
import java.util.Map;

/**
 * What withdrawing did.
 *
 * @param cancelled deliveries withdrawn by this call
 * @param others where the other deliveries stand, e.g. {@code ACCEPTED: 3}; for those it is too
 *     late, except that a claimed one ends when it comes back for a retry
 */
record WithdrawalView(int cancelled, Map<DeliveryState, Long> others) {}
