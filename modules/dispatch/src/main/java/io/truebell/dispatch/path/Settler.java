package io.truebell.dispatch.path;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.dispatch.evidence.Evidence;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import io.truebell.dispatch.path.SettleRows.Attempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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
    if (batch.isEmpty()) {
      return;
    }
    rows.record(batch.stream().map(Settler::attempt).toList(), node);
    rows.markDead(batch.stream().filter(Settler::provesDeath).toList(), now);
    List<Move> first = batch.stream().map(a -> Settlement.of(a, now)).toList();
    Set<UUID> moved = make(first, now);
    List<Move> late =
        batch.stream()
            .filter(a -> !moved.contains(a.claimed().id()))
            .filter(a -> a.outcome() instanceof Outcome.Accepted)
            .map(Settlement::late)
            .toList();
    Set<UUID> movedLate = make(late, now);
    List<Move> made = new ArrayList<>(first);
    made.removeIf(m -> !moved.contains(m.delivery()));
    late.stream().filter(m -> movedLate.contains(m.delivery())).forEach(made::add);
    book(batch, made, now);
  }

  private void book(List<AttemptedDelivery> batch, List<Move> made, Instant now) {
    Map<UUID, AttemptedDelivery> attempts = new HashMap<>();
    batch.forEach(a -> attempts.put(a.claimed().id(), a));
    List<SettledDelivery> settled = new ArrayList<>();
    List<Move> confirmed = new ArrayList<>();
    for (Move move : made) {
      AttemptedDelivery attempt = Objects.requireNonNull(attempts.get(move.delivery()));
      settled.add(settled(move, attempt.outcome(), attempt.claimed()));
      if (attempt.outcome() instanceof Outcome.Accepted accepted && accepted.confirmed()) {
        confirmed.add(Settlement.confirmed(attempt));
      }
    }
    gates.settle(settled);
    Set<UUID> ignored = make(confirmed, now);
    // a receipt may have been faster than the answer
    evidence.apply(made.stream().map(Move::delivery).toList(), now);
  }

  /** Gives back claims whose call never began, with the reason of each. */
  void giveBack(Map<ClaimedDelivery, GivenBack> claims, Instant now) {
    if (claims.isEmpty()) {
      return;
    }
    Map<Move, ClaimedDelivery> back = new LinkedHashMap<>();
    claims.forEach(
        (claimed, why) ->
            back.put(Settlement.givenBack(claimed.id(), claimed.attempt(), why), claimed));
    Set<UUID> moved = make(List.copyOf(back.keySet()), now);
    List<SettledDelivery> settled = new ArrayList<>();
    back.forEach(
        (move, claimed) -> {
          if (moved.contains(move.delivery())) {
            settled.add(settled(move, null, claimed));
          }
        });
    gates.settle(settled);
  }

  private static SettledDelivery settled(
      Move move, @Nullable Outcome outcome, ClaimedDelivery claimed) {
    return new SettledDelivery(
        new DeliveryId(move.delivery()), move.attempt(), move.to(), outcome, claimed.due());
  }

  private static boolean provesDeath(AttemptedDelivery attempted) {
    return attempted.outcome() instanceof Outcome.Rejected r && r.endpointDead();
  }

  private Set<UUID> make(List<Move> list, Instant now) {
    return moves.make(list, node.actor(), now, null).keySet();
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
