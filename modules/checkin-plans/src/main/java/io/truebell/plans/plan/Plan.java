package io.truebell.plans.plan;

import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One person's plan as it stands.
 *
 * @param reason why it stands there
 * @param entry number of the entry in its history that says so
 * @param nextAt when to remind; null unless it is scheduled
 * @param reminder the notification that its state is about; null when there is none
 * @param checkedIn whether the person checked in while the reminder was being sent
 * @param lastCheckinAt the latest check-in's time, within bounds; null before the first
 */
public record Plan(
    UUID id,
    RecipientId recipient,
    String key,
    PlanWish wish,
    PlanState state,
    Reason reason,
    int entry,
    @Nullable Instant nextAt,
    @Nullable NotificationId reminder,
    boolean checkedIn,
    @Nullable Instant lastCheckinAt,
    Instant createdAt,
    Instant updatedAt) {
  /** Whether it is this notification that it is to be reminded by, and still wants to be. */
  public boolean waitsFor(NotificationId notification) {
    boolean open =
        switch (state) {
          case SCHEDULED, SENDING -> true;
          case DISABLED, AWAITING_CHECKIN, PAUSED -> false;
        };
    return open && notification.equals(reminder);
  }

  /** Whether it paused because of what became of this notification. */
  public boolean pausedFor(NotificationId notification) {
    return state == PlanState.PAUSED && notification.equals(reminder);
  }

  /** Whether a new authorisation is all that it needs to go on. */
  public boolean lacksAuthorisation() {
    return state == PlanState.PAUSED && PlanReasons.LACKING.contains(reason.code());
  }

  /** The same plan with that check-in taken note of. */
  public Plan checkedInAt(Instant at) {
    return new Plan(
        id, recipient, key, wish, state, reason, entry, nextAt, reminder, checkedIn, at, createdAt,
        updatedAt);
  }

  /** The same plan after that move. */
  public Plan after(PlanMove move, Instant now) {
    return new Plan(
        id,
        recipient,
        key,
        wish,
        move.to(),
        move.reason(),
        entry + 1,
        move.nextAt(),
        move.reminder(),
        false,
        lastCheckinAt,
        createdAt,
        now);
  }
}
