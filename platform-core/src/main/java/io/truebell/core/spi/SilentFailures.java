package io.truebell.core.spi;

import java.time.Instant;

/**
 * Counts of what third parties accepted and then kept silent about. In the tenant's scope; no
 * contents, no recipients.
 */
public interface SilentFailures {
  /**
   * Deliveries that were accepted and for which a receipt is expected.
   *
   * @param expected all of them
   * @param delivered proven to have arrived
   * @param undelivered a bad receipt came
   * @param overdue none came in time, and none since
   */
  record Counts(long expected, long delivered, long undelivered, long overdue) {
    /** The share of those that a bad receipt or none came for; 0 when nothing was expected. */
    public double rate() {
      return expected == 0 ? 0 : (double) (undelivered + overdue) / expected;
    }
  }

  /** Those accepted from {@code from} (included) to {@code to} (excluded). */
  Counts count(Instant from, Instant to);
}
