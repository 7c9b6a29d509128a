package io.truebell.dispatch.path;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Outcome;
import io.truebell.dispatch.evidence.Evidence;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import io.truebell.dispatch.path.SettleRows.Attempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** T3: a batch of one tenant's outcomes is written, in one transaction of the caller. */
@Component
class Settler {
  private final SettleRows rows;
  private final Moves moves;
  private final GateChain gates;
  private final Evidence evidence;
  private final NodeName node;

  Settler(SettleRows rows, Moves moves, GateChain gates, Evidence evidence, NodeName node) {
    this.rows = rows;
    this.moves = moves;
    this.gates = gates;
    this.evidence = evidence;
    this.node = node;
  }

  /** Books what became of each attempt; at most one attempt of a delivery in a batch. */
  void settle(List<AttemptedDelivery> batch, Instant now) {
    rows.record(batch.stream().map(Settler::attempt).toList(), node);
    Map<UUID, Integer> moved =
        new HashMap<>(make(batch.stream().map(a -> Settlement.of(a, now)).toList(), now));
    List<AttemptedDelivery> late =
        batch.stream()
            .filter(a -> !moved.containsKey(a.claimed().id()))
            .filter(a -> a.outcome() instanceof Outcome.Accepted)
            .toList();
    moved.putAll(make(late.stream().map(Settlement::late).toList(), now));
    List<AttemptedDelivery> booked =
        batch.stream().filter(a -> moved.containsKey(a.claimed().id())).toList();
    book(booked, now);
  }

  private void book(List<AttemptedDelivery> booked, Instant now) {
    make(
        booked.stream()
            .filter(a -> a.outcome() instanceof Outcome.Accepted accepted && accepted.confirmed())
            .map(Settlement::confirmed)
            .toList(),
        now);
    rows.markDead(
        booked.stream()
            .filter(a -> a.outcome() instanceof Outcome.Rejected r && r.endpointDead())
            .toList(),
        now);
    Map<DeliveryId, Outcome> outcomes = new HashMap<>();
    List<UUID> waiting = new ArrayList<>();
    for (AttemptedDelivery attempted : booked) {
      outcomes.put(attempted.claimed().due().id(), attempted.outcome());
      waiting.add(attempted.claimed().id());
    }
    gates.settle(outcomes);
    // a receipt may have been faster than the answer
    evidence.apply(waiting, now);
  }

  /** Gives back claims whose call never began, with the reason code of each. */
  void giveBack(Map<ClaimedDelivery, String> claims, Instant now) {
    List<Move> back = new ArrayList<>();
    claims.forEach((claimed, why) -> back.add(Settlement.givenBack(claimed, why)));
    make(back, now);
  }

  private Map<UUID, Integer> make(List<Move> list, Instant now) {
    return moves.make(list, node.actor(), now, null);
  }

  private static Attempt attempt(AttemptedDelivery attempted) {
    return new Attempt(
        attempted.claimed().id(),
        attempted.claimed().attempt(),
        attempted.startedAt(),
        attempted.endedAt(),
        attempted.outcome(),
        attempted.called());
  }
}
