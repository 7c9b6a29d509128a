package io.truebell.ledger.quotas;

import io.truebell.ledger.quotas.ApiRows.Standing;
import java.time.Duration;
import java.time.Instant;

/**
 * One tenant's calls on this node since they were last written, and how the tenant stood when it
 * was last looked at. Whoever counts here is counted, or is told that this one is given up.
 */
final class TenantCalls {
  private static final Duration FRESH = Duration.ofSeconds(10);

  private Standing known;
  private Instant knownAt;
  private Instant takenAt;
  private long pending;
  private long written;
  private boolean touched = true;
  private boolean gone;

  TenantCalls(Standing known, Instant now) {
    this.known = known;
    this.knownAt = now;
    this.takenAt = now;
  }

  /** What became of a call. */
  enum Taken {
    COUNTED,
    /** The limit is reached. */
    REFUSED,
    /** There is a limit, and how the tenant stands was read too long ago. */
    STALE,
    /** These counts are given up: begin new ones. */
    GONE
  }

  synchronized Taken take(Instant now) {
    if (gone) {
      return Taken.GONE;
    }
    touched = true;
    takenAt = now;
    Long hard = known.hard();
    if (hard != null && knownAt.plus(FRESH).isBefore(now)) {
      return Taken.STALE;
    }
    if (hard != null && known.used() + pending >= hard) {
      return Taken.REFUSED;
    }
    pending++;
    return Taken.COUNTED;
  }

  /** How often it was written: what is read after this is not older than that. */
  synchronized long written() {
    return written;
  }

  /** Takes over what was read, unless it was written since. */
  synchronized void learn(Standing read, Instant now, long writtenBefore) {
    if (written == writtenBefore) {
      known = read;
      knownAt = now;
    }
  }

  /** Whether a call came since the last time that it was written. */
  synchronized boolean touched() {
    return touched;
  }

  /** What is to be written. */
  synchronized long begin() {
    touched = false;
    return pending;
  }

  synchronized void written(long calls, Standing standing, Instant now) {
    pending -= calls;
    known = standing;
    knownAt = now;
    written++;
  }

  synchronized void notWritten() {
    touched = true;
  }

  /** Gives it up when nothing is to be written and no call came since; says whether it did. */
  synchronized boolean endIfIdle(Instant since) {
    gone = gone || (pending == 0 && takenAt.isBefore(since));
    return gone;
  }

  /** Gives it up, whatever is to be written. */
  synchronized void end() {
    gone = true;
  }
}
