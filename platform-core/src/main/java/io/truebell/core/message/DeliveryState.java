package io.truebell.core.message;

import java.util.EnumSet;
import java.util.Set;

/** Where a delivery stands. {@link Transitions} lists the only moves between these. */
public enum DeliveryState {
  /** Waits for its time and for its gates. */
  QUEUED,
  /** A worker holds it under a lease; the provider may be called at any moment. */
  CLAIMED,
  /** The third party took responsibility; nothing is known about the person. */
  ACCEPTED,
  /** Authenticated evidence says that it arrived. */
  DELIVERED,
  /** The provider said later that it did not arrive. */
  UNDELIVERED,
  /** Permanently refused: recipient, message or configuration. */
  REJECTED,
  /** The provider failed, or transient retries were used up. */
  FAILED,
  /** May or may not have happened; never resent, only evidence moves it. */
  UNKNOWN,
  /** Joined an open digest. */
  MERGED,
  /** Left to the inbox by a limit. */
  DEGRADED,
  /** The person, or an operator for them, does not want it. */
  SUPPRESSED,
  /** Withdrawn by the sender, or its channel was removed. */
  CANCELLED,
  /** Its deadline passed before it was sent. */
  EXPIRED,
  /** No usable channel; the inbox carries the message. */
  INBOX_ONLY;

  private static final Set<DeliveryState> OPEN = EnumSet.of(QUEUED, CLAIMED);

  /** Whether the provider may still be called for it. */
  public boolean open() {
    return OPEN.contains(this);
  }
}
