package io.truebell.dispatch.moves;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.message.Transitions;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The only door through which a delivery changes: one guarded, set-based update that writes the
 * trace entry in the same statement. A move that {@link Transitions} lacks is refused before it
 * reaches the database, which refuses it too.
 */
@Component
public class Moves {
  /** The policy named where no other decided. */
  public static final Policy SPINE = new Policy("spine", 1);

  /**
   * One move of one delivery.
   *
   * @param delivery which
   * @param attempt the attempt it is known to stand at; another number means that somebody else
   *     moved it meanwhile, and the move does not happen
   * @param source the gate or stage that decided
   * @param effect what else changes with it
   */
  public record Move(
      UUID delivery,
      int attempt,
      DeliveryState from,
      DeliveryState to,
      Cause cause,
      Reason reason,
      String source,
      Policy policy,
      Effect effect) {
    public Move {
      if (!Transitions.allows(from, to, cause)) {
        throw new IllegalArgumentException(
            "no delivery moves from " + from + " to " + to + " by " + cause);
      }
    }
  }

  /**
   * What changes beside the state.
   *
   * @param notBefore new earliest time; null keeps it
   * @param providerRef the provider's id; null keeps it
   * @param digest the digest it joined; null keeps it
   * @param retried whether a step of the retry ladder is used up
   */
  public record Effect(
      @Nullable Instant notBefore,
      @Nullable String providerRef,
      @Nullable UUID digest,
      boolean retried) {
    /** Nothing else. */
    public static final Effect NONE = new Effect(null, null, null, false);

    /** A later time. */
    public static Effect until(Instant notBefore) {
      return new Effect(notBefore, null, null, false);
    }
  }

  /** A lease for deliveries that move to CLAIMED. */
  public record Lease(String owner, Instant until) {}

  private final MoveRows rows;
  private final DueTenants dueTenants;
  private final MoveCounts counts;

  Moves(MoveRows rows, DueTenants dueTenants, MoveCounts counts) {
    this.rows = rows;
    this.dueTenants = dueTenants;
    this.counts = counts;
  }

  /**
   * Makes the moves whose deliveries still stand where they are said to, inside the caller's
   * transaction. At most one move for a delivery.
   *
   * @param lease for moves to CLAIMED; null when there are none
   * @return the new attempt number of each delivery that moved
   */
  public Map<UUID, Integer> make(
      List<Move> moves, Actor actor, Instant now, @Nullable Lease lease) {
    if (moves.isEmpty()) {
      return Map.of();
    }
    Map<UUID, Integer> moved = new HashMap<>();
    rows.move(moves, actor, now, lease).forEach(m -> moved.put(m.delivery(), m.attempt()));
    wakeForThoseThatWaitAgain(moves, moved.keySet(), now);
    counts.made(moves.stream().filter(m -> moved.containsKey(m.delivery())).toList());
    return moved;
  }

  /**
   * A delivery that goes back to the queue is due earlier than the hint that a visit left behind. A
   * held one is still inside its visit, which puts the hint right itself.
   */
  private void wakeForThoseThatWaitAgain(List<Move> moves, Set<UUID> moved, Instant now) {
    moves.stream()
        .filter(m -> m.to() == DeliveryState.QUEUED && m.cause() != Cause.HOLD)
        .filter(m -> moved.contains(m.delivery()))
        .map(m -> Objects.requireNonNullElse(m.effect().notBefore(), now))
        .min(Comparator.naturalOrder())
        .ifPresent(due -> dueTenants.wake(TenantScope.current().id(), due));
  }
}
