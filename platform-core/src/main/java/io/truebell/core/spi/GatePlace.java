package io.truebell.core.spi;

/** Where a gate stands in the chain. The order of this enum is the order of the gates. */
public enum GatePlace {
  CANCELLED_OR_EXPIRED,
  CHANNEL_USABLE,
  SUPPRESSION,
  PREFERENCE_AND_QUIET_HOURS,
  DAILY_CAP,
  WINDOW_AND_DIGEST,
  CHANNEL_BUDGET,
  EGRESS_PACING,
  ONE_AT_A_TIME,
  CONTENT,
  GRANT
}
