package io.truebell.core.message;

/** What may move a delivery; each transition names its causes. */
public enum Cause {
  /** Intake planned it. */
  PLANNED,
  /** A worker claimed it. */
  CLAIM,
  /** A gate moved it to a later time. */
  HOLD,
  /** A gate ended it. */
  GATE,
  /** The provider's answer, or the lack of one. */
  ANSWER,
  /** A stopping worker gave it back before its call began. */
  GIVE_BACK,
  /** Its lease ran out. */
  SWEEP,
  /** An authenticated receipt. */
  RECEIPT,
  /** The worker's own answer came after the lease had run out. */
  LATE_ANSWER,
  /** Its receipt is late. */
  OVERDUE,
  /** The sender withdrew it. */
  CANCEL
}
