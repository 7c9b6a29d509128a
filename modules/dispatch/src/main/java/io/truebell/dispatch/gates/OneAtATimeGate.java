package io.truebell.dispatch.gates;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import io.truebell.dispatch.accounts.Channels;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Where a provider refuses calls for one address at the same time, the second waits for the first.
 * An address is locked until the claim has committed; from then on the claim itself is seen.
 */
@Component
class OneAtATimeGate implements Gate {
  private static final Policy POLICY = new Policy("one_call_per_address", 1);
  private static final Duration WAIT = Duration.ofSeconds(1);

  private final GateRows rows;
  private final Channels channels;

  OneAtATimeGate(GateRows rows, Channels channels) {
    this.rows = rows;
    this.channels = channels;
  }

  @Override
  public GatePlace place() {
    return GatePlace.ONE_AT_A_TIME;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    List<DueDelivery> one = batch.deliveries().stream().filter(this::oneAtATime).toList();
    if (one.isEmpty() || batch.rehearsal()) {
      return Map.of();
    }
    Set<UUID> free = rows.lockFree(one.stream().map(d -> d.endpoint().value()).distinct().toList());
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : one) {
      if (!free.remove(delivery.endpoint().value())) {
        Reason busy = Reason.of("address_busy").with("channel", delivery.channel().value());
        verdicts.put(delivery.id(), new Verdict.Hold(busy, POLICY, batch.now().plus(WAIT)));
      }
    }
    return verdicts;
  }

  private boolean oneAtATime(DueDelivery delivery) {
    return channels.find(delivery.channel()).filter(ChannelAdapter::oneCallPerAddress).isPresent();
  }
}
