package io.truebell.ledger.quotas;

import java.time.LocalDate;

/**
 * What is to be added to one day of one channel; less than zero takes away.
 *
 * @param metered how many count as messages
 * @param paid how many count as paid sends
 */
record DayCounts(
    LocalDate day,
    String channel,
    long accepted,
    long unknown,
    long rejected,
    long failed,
    long degraded,
    long metered,
    long paid) {
  /** So many were left to the inbox. */
  static DayCounts degraded(LocalDate day, String channel, long amount) {
    return new DayCounts(day, channel, 0, 0, 0, 0, amount, 0, 0);
  }

  DayCounts and(DayCounts other) {
    return new DayCounts(
        day,
        channel,
        accepted + other.accepted,
        unknown + other.unknown,
        rejected + other.rejected,
        failed + other.failed,
        degraded + other.degraded,
        metered + other.metered,
        paid + other.paid);
  }
}
