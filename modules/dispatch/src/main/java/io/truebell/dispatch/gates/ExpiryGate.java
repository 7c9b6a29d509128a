package io.truebell.dispatch.gates;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** The first gate: what was withdrawn or came too late is not sent. */
@Component
class ExpiryGate implements Gate {
  private static final Policy POLICY = new Policy("deadline", 1);
  private final GateRows rows;

  ExpiryGate(GateRows rows) {
    this.rows = rows;
  }

  @Override
  public GatePlace place() {
    return GatePlace.CANCELLED_OR_EXPIRED;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Set<UUID> withdrawn =
        batch.rehearsal()
            ? Set.of()
            : rows.withdrawn(
                batch.deliveries().stream().map(d -> d.notification().value()).distinct().toList());
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      if (withdrawn.contains(delivery.notification().value())) {
        verdicts.put(
            delivery.id(),
            new Verdict.Stop(DeliveryState.CANCELLED, Reason.of("sender_withdrew"), POLICY));
      } else if (delivery.expiresAt() != null && !batch.now().isBefore(delivery.expiresAt())) {
        Reason late =
            Reason.of("deadline_passed").with("expires_at", delivery.expiresAt().toString());
        verdicts.put(delivery.id(), new Verdict.Stop(DeliveryState.EXPIRED, late, POLICY));
      }
    }
    return verdicts;
  }
}
