package io.truebell.ledger.grants;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.grants.Allocation.Got;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * A send that needs an authorisation gets one, or is left to the inbox. Examining locks and writes
 * nothing; when the whole chain has decided, what is claimed reserves what was locked for it.
 *
 * <p>The locks skip what another claim has locked, so claims never wait for each other, and an
 * authorisation is in one claim's hand at a time. Deliveries of other channels cost no statement.
 */
@Component
class GrantGate implements Gate {
  private final ChannelAccounts accounts;
  private final Allocations allocations;
  private final Reserving reserving;
  private final Settling settling;

  GrantGate(
      ChannelAccounts accounts, Allocations allocations, Reserving reserving, Settling settling) {
    this.accounts = accounts;
    this.allocations = allocations;
    this.reserving = reserving;
    this.settling = settling;
  }

  @Override
  public GatePlace place() {
    return GatePlace.GRANT;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Map<DueDelivery, Purpose> wanting = wanting(batch.deliveries());
    if (wanting.isEmpty()) {
      return Map.of();
    }
    if (batch.rehearsal()) {
      return rehearse(wanting, batch);
    }
    Map<DeliveryId, Verdict> verdicts = new HashMap<>(reserving.kept(wanting.keySet()));
    wanting.keySet().removeIf(delivery -> verdicts.containsKey(delivery.id()));
    Map<Purpose, Allocation> all = allocations.locked(wanting, batch.now());
    wanting.forEach(
        (delivery, purpose) -> {
          Got got = Objects.requireNonNull(all.get(purpose)).next();
          verdicts.put(delivery.id(), got.verdict());
          reserving.choose(delivery.id(), got);
        });
    return verdicts;
  }

  /** In the order of the batch: who comes first gets the oldest. */
  private Map<DueDelivery, Purpose> wanting(List<DueDelivery> deliveries) {
    Map<DeliveryId, String> templates = accounts.grantTemplates(deliveries);
    Map<DueDelivery, Purpose> wanting = new LinkedHashMap<>();
    for (DueDelivery delivery : deliveries) {
      String template = templates.get(delivery.id());
      if (template != null) {
        wanting.put(delivery, new Purpose(delivery.recipient(), delivery.channel(), template));
      }
    }
    return wanting;
  }

  private Map<DeliveryId, Verdict> rehearse(Map<DueDelivery, Purpose> wanting, GateBatch batch) {
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    Map<Purpose, Allocation> all = allocations.imagined(wanting, batch.now());
    wanting.forEach(
        (delivery, purpose) ->
            verdicts.put(delivery.id(), Objects.requireNonNull(all.get(purpose)).rehearse()));
    return verdicts;
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    reserving.decided(decided);
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    settling.settle(settled);
  }
}
