package io.truebell.ledger.quotas;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The API calls of the scope's tenant. */
@Component
class ApiRows {
  // the sum does not see what this statement adds
  private static final String COUNT =
      """
      WITH counted AS (
        INSERT INTO api_day (day, calls) SELECT :today::date, :calls::bigint WHERE :calls::bigint > 0
        ON CONFLICT (day) DO UPDATE SET calls = api_day.calls + excluded.calls
      ), entry AS (
        INSERT INTO ledger_entry (at, quota, period, kind, to_state, amount, actor, reason)
        SELECT :now::timestamptz, 'api_calls', :period::date, 'consumed', 'consumed', :calls::bigint, 'system:api', 'quota_used'
        WHERE :calls::bigint > 0
      )
      SELECT (SELECT coalesce(sum(calls), 0) FROM api_day WHERE day >= :period::date AND day < :next::date)
               + :calls::bigint AS used,
             (SELECT soft FROM quota_limit WHERE quota = 'api_calls') AS soft,
             (SELECT hard FROM quota_limit WHERE quota = 'api_calls') AS hard
      """;

  private final JdbcClient jdbc;

  ApiRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** This month's calls of all nodes, and the limits. */
  record Standing(long used, @Nullable Long soft, @Nullable Long hard) {
    static final Standing UNLIMITED = new Standing(0, null, null);
  }

  /** Adds calls, possibly none, and says how it stands then. */
  Standing count(long calls, LocalDate today, Instant now) {
    LocalDate period = Quota.period(today);
    return jdbc.sql(COUNT)
        .param("calls", calls)
        .param("today", today)
        .param("period", period)
        .param("next", period.plusMonths(1))
        .param("now", now.toString())
        .query(
            (row, n) ->
                new Standing(
                    row.getLong("used"),
                    row.getObject("soft", Long.class),
                    row.getObject("hard", Long.class)))
        .single();
  }
}
