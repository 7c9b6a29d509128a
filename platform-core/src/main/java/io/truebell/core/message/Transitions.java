package io.truebell.core.message;

import static io.truebell.core.message.Cause.ANSWER;
import static io.truebell.core.message.Cause.CANCEL;
import static io.truebell.core.message.Cause.CLAIM;
import static io.truebell.core.message.Cause.GATE;
import static io.truebell.core.message.Cause.GIVE_BACK;
import static io.truebell.core.message.Cause.HOLD;
import static io.truebell.core.message.Cause.LATE_ANSWER;
import static io.truebell.core.message.Cause.OVERDUE;
import static io.truebell.core.message.Cause.PLANNED;
import static io.truebell.core.message.Cause.RECEIPT;
import static io.truebell.core.message.Cause.SWEEP;
import static io.truebell.core.message.DeliveryState.ACCEPTED;
import static io.truebell.core.message.DeliveryState.CANCELLED;
import static io.truebell.core.message.DeliveryState.CLAIMED;
import static io.truebell.core.message.DeliveryState.DEGRADED;
import static io.truebell.core.message.DeliveryState.DELIVERED;
import static io.truebell.core.message.DeliveryState.EXPIRED;
import static io.truebell.core.message.DeliveryState.FAILED;
import static io.truebell.core.message.DeliveryState.INBOX_ONLY;
import static io.truebell.core.message.DeliveryState.MERGED;
import static io.truebell.core.message.DeliveryState.QUEUED;
import static io.truebell.core.message.DeliveryState.REJECTED;
import static io.truebell.core.message.DeliveryState.SUPPRESSED;
import static io.truebell.core.message.DeliveryState.UNDELIVERED;
import static io.truebell.core.message.DeliveryState.UNKNOWN;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The positive table of a delivery's moves: what is not in it cannot happen. The database holds the
 * same table in a trigger, and a test holds the two against each other.
 */
public final class Transitions {
  /**
   * One allowed move.
   *
   * @param from the state before, or null for a delivery that has just been planned
   */
  public record Move(@Nullable DeliveryState from, DeliveryState to, Cause cause) {}

  private static final Set<Move> TABLE =
      new LinkedHashSet<>(
          List.of(
              new Move(null, QUEUED, PLANNED),
              new Move(null, INBOX_ONLY, PLANNED),
              new Move(QUEUED, CLAIMED, CLAIM),
              new Move(QUEUED, QUEUED, HOLD),
              new Move(QUEUED, MERGED, GATE),
              new Move(QUEUED, DEGRADED, GATE),
              new Move(QUEUED, SUPPRESSED, GATE),
              new Move(QUEUED, EXPIRED, GATE),
              new Move(QUEUED, CANCELLED, GATE),
              new Move(QUEUED, REJECTED, GATE),
              new Move(QUEUED, CANCELLED, CANCEL),
              // waits for a retry, and proves to have arrived after all
              new Move(QUEUED, DELIVERED, RECEIPT),
              new Move(CLAIMED, ACCEPTED, ANSWER),
              new Move(CLAIMED, REJECTED, ANSWER),
              new Move(CLAIMED, FAILED, ANSWER),
              new Move(CLAIMED, UNKNOWN, ANSWER),
              new Move(CLAIMED, QUEUED, ANSWER),
              new Move(CLAIMED, QUEUED, GIVE_BACK),
              new Move(CLAIMED, UNKNOWN, SWEEP),
              new Move(ACCEPTED, DELIVERED, RECEIPT),
              new Move(ACCEPTED, UNDELIVERED, RECEIPT),
              new Move(ACCEPTED, ACCEPTED, OVERDUE),
              new Move(UNKNOWN, ACCEPTED, LATE_ANSWER),
              new Move(UNKNOWN, ACCEPTED, RECEIPT),
              new Move(UNKNOWN, DELIVERED, RECEIPT),
              new Move(UNKNOWN, UNDELIVERED, RECEIPT)));

  private Transitions() {}

  /** Every allowed move, in the order of a delivery's life. */
  public static Set<Move> all() {
    return Set.copyOf(TABLE);
  }

  /** Every allowed move as a list that keeps the order of a delivery's life. */
  public static List<Move> inOrder() {
    return List.copyOf(TABLE);
  }

  /** Whether the table has this move. */
  public static boolean allows(@Nullable DeliveryState from, DeliveryState to, Cause cause) {
    return TABLE.contains(new Move(from, to, cause));
  }
}
