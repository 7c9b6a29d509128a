package io.truebell.plans.checkin;

import io.truebell.plans.plan.PlansSettings;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * When something happened, as far as a client's clock is believed: not earlier than an offline
 * queue may hold it, and hardly later than now.
 *
 * @param at the time that counts
 */
record BoundedTime(Instant at, Trust trust) {
  /** How far the client's clock was believed. */
  enum Trust {
    /** As it said. */
    IN_BOUNDS,
    /** It counts as the earliest time that does. */
    TOO_OLD,
    /** It counts as now. */
    AHEAD;

    /** As in the API and the database. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static BoundedTime of(Instant occurredAt, Instant now, PlansSettings settings) {
    Instant earliest = now.minus(settings.late());
    if (occurredAt.isBefore(earliest)) {
      return new BoundedTime(earliest, Trust.TOO_OLD);
    }
    if (occurredAt.isAfter(now.plus(settings.ahead()))) {
      return new BoundedTime(now, Trust.AHEAD);
    }
    return new BoundedTime(occurredAt.truncatedTo(ChronoUnit.MICROS), Trust.IN_BOUNDS);
  }
}
