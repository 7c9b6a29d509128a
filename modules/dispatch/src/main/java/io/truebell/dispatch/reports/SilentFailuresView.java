package io.truebell.dispatch.reports;

import io.truebell.core.spi.SilentFailures.Counts;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Deliveries that a third party accepted and for which a receipt is expected: how many of them a
 * bad receipt or none came for.
 *
 * @param from accepted at that time or later
 * @param to accepted before
 * @param groups by account and notification type, most failures first, at most 1000
 */
record SilentFailuresView(Instant from, Instant to, CountsView total, List<GroupView> groups) {
  /**
   * @param expected accepted, with a receipt expected
   * @param delivered proven to have arrived
   * @param undelivered a bad receipt came
   * @param overdue none came in time, and none since
   * @param rate undelivered and overdue of all expected, from 0 to 1
   */
  record CountsView(long expected, long delivered, long undelivered, long overdue, double rate) {
    static CountsView of(Counts counts) {
      return new CountsView(
          counts.expected(),
          counts.delivered(),
          counts.undelivered(),
          counts.overdue(),
          counts.rate());
    }
  }

  /** One account's share for one notification type. */
  record GroupView(
      String channel,
      UUID accountId,
      String account,
      String type,
      long expected,
      long delivered,
      long undelivered,
      long overdue,
      double rate) {
    static GroupView of(String channel, UUID id, String account, String type, Counts counts) {
      return new GroupView(
          channel,
          id,
          account,
          type,
          counts.expected(),
          counts.delivered(),
          counts.undelivered(),
          counts.overdue(),
          counts.rate());
    }
  }
}
