package io.truebell.plans.plan;

import java.util.Locale;

/** Where a plan stands. {@link PlanTransitions} lists the only moves between these. */
public enum PlanState {
  /** Turned off, or never turned on. */
  DISABLED,
  /** A time for the next reminder is set. */
  SCHEDULED,
  /** A worker has claimed the reminder, and nobody knows yet what became of it. */
  SENDING,
  /** The reminder was accepted; the person is to act. */
  AWAITING_CHECKIN,
  /** Something is missing; the reason says what. */
  PAUSED;

  /** As in the API and the database. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The state of that word. */
  static PlanState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
