package io.truebell.ledger.quotas;

import io.truebell.ledger.base.Columns;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Adds a transaction's counts to the days, and their entries to the ledger. */
@Component
class UsageAddRows {
  // in one order whoever does it
  private static final String ADD =
      """
      WITH booked AS (
        INSERT INTO ledger_entry (at, quota, period, kind, from_state, to_state, amount, actor, reason)
        SELECT :now::timestamptz, quota, period, CASE WHEN to_state IS NULL THEN 'released' ELSE 'consumed' END,
               from_state, to_state, amount, 'worker:settle',
               CASE WHEN to_state IS NULL THEN 'quota_not_used' ELSE 'quota_used' END
        FROM unnest(:quota::text[], :period::date[], :from::text[], :to::text[], :amount::bigint[])
          AS e(quota, period, from_state, to_state, amount)
      )
      INSERT INTO usage_day (day, channel, accepted, unknown, rejected, failed, degraded, metered, paid)
      SELECT * FROM unnest(:day::date[], :channel::text[], :accepted::bigint[], :unknown::bigint[],
                           :rejected::bigint[], :failed::bigint[], :degraded::bigint[], :metered::bigint[],
                           :paid::bigint[]) AS x(day, channel)
      ORDER BY day, channel
      ON CONFLICT (day, channel) DO UPDATE
      SET accepted = usage_day.accepted + excluded.accepted, unknown = usage_day.unknown + excluded.unknown,
          rejected = usage_day.rejected + excluded.rejected, failed = usage_day.failed + excluded.failed,
          degraded = usage_day.degraded + excluded.degraded, metered = usage_day.metered + excluded.metered,
          paid = usage_day.paid + excluded.paid
      """;

  private final JdbcClient jdbc;

  UsageAddRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * An amount that moves in the ledger.
   *
   * @param from {@code reserved}, or null when nothing was reserved
   * @param to {@code consumed}, or null when it is given back
   */
  record QuotaMove(
      Quota quota, LocalDate period, @Nullable String from, @Nullable String to, long amount) {}

  void add(List<DayCounts> counts, List<QuotaMove> moves, Instant now) {
    Columns<DayCounts> days =
        new Columns<>(counts)
            .with("day", DayCounts::day)
            .with("channel", DayCounts::channel)
            .with("accepted", DayCounts::accepted)
            .with("unknown", DayCounts::unknown)
            .with("rejected", DayCounts::rejected)
            .with("failed", DayCounts::failed)
            .with("degraded", DayCounts::degraded)
            .with("metered", DayCounts::metered)
            .with("paid", DayCounts::paid);
    Columns<QuotaMove> entries =
        new Columns<>(moves)
            .with("quota", QuotaMove::quota)
            .with("period", QuotaMove::period)
            .with("from", QuotaMove::from)
            .with("to", QuotaMove::to)
            .with("amount", QuotaMove::amount);
    jdbc.sql(ADD)
        .params(days.parameters())
        .params(entries.parameters())
        .param("now", now.toString())
        .update();
  }
}
