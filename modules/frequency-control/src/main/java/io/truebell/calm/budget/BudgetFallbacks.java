package io.truebell.calm.budget;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Deliveries;
import io.truebell.core.spi.DueDelivery;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Lets another channel carry what a budget ended; where that cannot be, the inbox has it. */
@Component
class BudgetFallbacks {
  private final ObjectProvider<Deliveries> deliveries;

  BudgetFallbacks(ObjectProvider<Deliveries> deliveries) {
    this.deliveries = deliveries;
  }

  /** A delivery was left to the inbox for this reason. */
  void follow(DueDelivery ended, Reason reason) {
    if (reason.code().equals(BudgetReasons.FALLBACK)
        && reason.with().get("fallback") instanceof String channel) {
      deliveries.ifAvailable(
          all -> {
            Optional<DeliveryId> ignored =
                all.fallBack(ended.id(), new ChannelKey(channel), reason);
          });
    }
  }
}
