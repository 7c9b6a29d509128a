package io.truebell.calm.report;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.quiet.OwnHours;
import io.truebell.calm.quiet.SendTime;
import io.truebell.calm.quiet.ShutHours;
import io.truebell.core.message.Category;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery of the past, as its gates saw it first, and what became of it.
 *
 * @param at when it became due for the first time
 * @param heldForCalm whether it was held for its hour or as a digest at least once
 */
record PastDelivery(
    UUID notification,
    Person person,
    UUID account,
    String type,
    Category category,
    String subject,
    boolean urgent,
    Instant at,
    @Nullable Instant expiresAt,
    Fate fate,
    boolean heldForCalm) {
  /**
   * Whose it was.
   *
   * @param zone null when it is not known here
   */
  record Person(UUID id, @Nullable ZoneId zone, @Nullable OwnHours own) {}

  /** What became of it. */
  enum Fate {
    /** It went to the third party, whatever this made of it. */
    SENT,
    MERGED,
    /** Left to the inbox for its hour or for a cap. */
    DEGRADED,
    /** It waits still, or has expired. */
    OTHER,
    /** Ended by a rule that is none of calm's. */
    LEFT_OUT
  }

  boolean expired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  /** What its hour means; an unknown zone leaves to the inbox what any hours concern. */
  SendTime sendTime(CalmPolicy policy, Instant now) {
    List<ShutHours> hours = ShutHours.of(policy, category, person.own());
    ZoneId zone = person.zone();
    if (hours.isEmpty()) {
      return new SendTime.Now(null);
    }
    if (zone == null) {
      return urgent ? new SendTime.Now(null) : new SendTime.Inbox(hours.getFirst());
    }
    return SendTime.of(now, zone, hours, urgent);
  }
}
