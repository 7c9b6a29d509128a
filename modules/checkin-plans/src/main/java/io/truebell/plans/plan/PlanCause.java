package io.truebell.plans.plan;

import java.util.Locale;

/** What may move a plan; each transition names its causes. */
public enum PlanCause {
  /** It was made. */
  CREATE,
  /** The person turned it on. */
  ENABLE,
  /** The person turned it off. */
  DISABLE,
  /** It was removed. */
  REMOVE,
  /** What the person wishes was changed. */
  CHANGE,
  /** The person checked in. */
  CHECK_IN,
  /** A new authorisation came. */
  GRANT,
  /** The person refused, or the authorisations were voided. */
  VOID,
  /** Its time has come. */
  DUE,
  /** Its time passed while nobody was there to see, and the person sleeps now. */
  MISSED,
  /** A worker claimed the reminder. */
  CLAIM,
  /** A gate ended the reminder. */
  GATE,
  /** What the provider answered, or that nobody knows, or that the reminder was withdrawn. */
  OUTCOME,
  /** An acceptance that came after all. */
  LATE_ACCEPTANCE;

  /** As in the API and the database. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
