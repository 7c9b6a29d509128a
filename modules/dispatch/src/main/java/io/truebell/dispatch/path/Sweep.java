package io.truebell.dispatch.path;

import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.dispatch.evidence.Evidence;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Effect;
import io.truebell.dispatch.moves.Moves.Move;
import io.truebell.dispatch.path.SettleRows.Abandoned;
import io.truebell.dispatch.path.SettleRows.Attempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Claims that nobody will settle any more become UNKNOWN: the call may have been made. They are
 * never sent again.
 */
@Component
class Sweep {
  private final SettleRows rows;
  private final Moves moves;
  private final GateChain gates;
  private final Evidence evidence;
  private final NodeName node;

  Sweep(SettleRows rows, Moves moves, GateChain gates, Evidence evidence, NodeName node) {
    this.rows = rows;
    this.moves = moves;
    this.gates = gates;
    this.evidence = evidence;
    this.node = node;
  }

  /** Sweeps claims whose lease has ended; in the caller's transaction. */
  int expired(Instant now) {
    return end(rows.expired(now), "lease_expired", now);
  }

  /**
   * Gives back what this process claimed and does not know of: the claim's transaction ended
   * without an answer and had been committed after all. Nothing but a known claim is ever called.
   *
   * @param known every claim of this tenant that this process holds
   */
  int unconfirmed(List<InFlight.Held> known, Instant now) {
    List<Move> back =
        rows.own(node, known).stream()
            .map(
                a ->
                    Settlement.givenBack(
                        a.delivery(), a.attempt(), GivenBack.atOnce("claim_unconfirmed")))
            .toList();
    Map<UUID, Integer> moved = moves.make(back, node.actor(), now, null);
    List<SettledDelivery> settled = new ArrayList<>();
    moved.forEach(
        (id, attempt) ->
            settled.add(
                new SettledDelivery(new DeliveryId(id), attempt, DeliveryState.QUEUED, null)));
    gates.settle(settled);
    return moved.size();
  }

  /** Sweeps claims of any other process, when there can be none that is alive. */
  int leftBehind(Instant now) {
    return end(rows.leftBehind(node), "worker_died", now);
  }

  private int end(List<Abandoned> abandoned, String code, Instant now) {
    if (abandoned.isEmpty()) {
      return 0;
    }
    Outcome unknown = new Outcome.Unknown(code, "");
    rows.record(
        abandoned.stream()
            .map(a -> new Attempt(a.delivery(), a.attempt(), a.claimedAt(), now, unknown, true))
            .toList(),
        node);
    Map<UUID, Integer> moved =
        moves.make(abandoned.stream().map(a -> unknown(a, code)).toList(), node.actor(), now, null);
    List<SettledDelivery> settled = new ArrayList<>();
    moved.forEach(
        (id, attempt) ->
            settled.add(
                new SettledDelivery(new DeliveryId(id), attempt, DeliveryState.UNKNOWN, unknown)));
    gates.settle(settled);
    evidence.apply(List.copyOf(moved.keySet()), now);
    return moved.size();
  }

  private static Move unknown(Abandoned abandoned, String code) {
    return new Move(
        abandoned.delivery(),
        abandoned.attempt(),
        DeliveryState.CLAIMED,
        DeliveryState.UNKNOWN,
        Cause.SWEEP,
        Reason.of(code).with("claimed_at", abandoned.claimedAt().toString()),
        "sweep",
        Moves.SPINE,
        Effect.NONE);
  }
}
