package io.truebell.suppression;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.suppression.StandingRows.Standing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Who is banned on a channel is not tried there; the inbox has the message. */
@Component
class SuppressionGate implements Gate {
  private static final Policy POLICY = new Policy("suppression", 1);

  private final StandingRows rows;
  private final Refusals refusals;

  SuppressionGate(StandingRows rows, Refusals refusals) {
    this.rows = rows;
    this.refusals = refusals;
  }

  @Override
  public GatePlace place() {
    return GatePlace.SUPPRESSION;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Set<RecipientId> people =
        batch.deliveries().stream().map(DueDelivery::recipient).collect(Collectors.toSet());
    List<Standing> standing = people.isEmpty() ? List.of() : rows.of(people);
    if (standing.isEmpty()) {
      return Map.of();
    }
    Map<RecipientId, List<Standing>> byPerson =
        standing.stream().collect(Collectors.groupingBy(Standing::recipient));
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      byPerson.getOrDefault(delivery.recipient(), List.of()).stream()
          .filter(ban -> ban.covers(delivery))
          .findFirst()
          .ifPresent(ban -> verdicts.put(delivery.id(), stop(ban)));
    }
    return verdicts;
  }

  private static Verdict stop(Standing ban) {
    Reason reason =
        new Reason(
            ban.reason(),
            Map.of("channel", ban.channel().value(), "since", ban.since().toString()));
    return new Verdict.Stop(DeliveryState.SUPPRESSED, reason, POLICY);
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    refusals.answered(settled);
  }
}
