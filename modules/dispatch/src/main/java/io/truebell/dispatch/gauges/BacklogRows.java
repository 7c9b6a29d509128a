package io.truebell.dispatch.gauges;

import io.truebell.core.tenancy.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What waits, found by the hints: a tenant without due work is not looked at. */
@Component
class BacklogRows {
  private static final String WAITING =
      """
      SELECT tenant, min(due_at) AS since, count(*) OVER () AS tenants
      FROM (SELECT tenant, due_at FROM datastore.due WHERE due_at <= :now::timestamptz
            UNION ALL
            SELECT tenant, due_at FROM datastore.wake WHERE due_at <= :now::timestamptz) hint
      GROUP BY tenant ORDER BY since LIMIT :most
      """;

  // Through the partial indexes of what is open, account by account as they are ordered, and never
  // further than the bound.
  private static final String COUNTS =
      """
      SELECT
        (SELECT count(*) FROM channel_account a CROSS JOIN LATERAL (
           SELECT 1 FROM delivery d WHERE d.state = 'QUEUED' AND d.category = 'transactional'
             AND d.account_id = a.id AND d.not_before <= :now::timestamptz LIMIT :bound) x)
        + (SELECT count(*) FROM channel_account a CROSS JOIN LATERAL (
             SELECT 1 FROM delivery d WHERE d.state = 'QUEUED' AND d.category = 'marketing'
               AND d.account_id = a.id AND d.not_before <= :now::timestamptz LIMIT :bound) x) AS queued,
        (SELECT count(*) FROM delivery WHERE state = 'CLAIMED') AS claimed,
        (SELECT count(*) FROM delivery WHERE state = 'CLAIMED' AND lease_until <= :now::timestamptz) AS stale
      """;

  private final JdbcClient jdbc;
  private final JdbcClient shared;

  BacklogRows(JdbcClient jdbc, @Qualifier("platformJdbc") JdbcClient shared) {
    this.jdbc = jdbc;
    this.shared = shared;
  }

  /**
   * A tenant with due work.
   *
   * @param since when the longest waiting became due
   * @param tenants how many there are in all
   */
  record Waiting(TenantId tenant, Instant since, long tenants) {}

  /**
   * Open deliveries of one tenant.
   *
   * @param queued due and not claimed
   * @param stale claimed, with a lease that has ended
   */
  record Counts(long queued, long claimed, long stale) {
    Counts plus(Counts other) {
      return new Counts(queued + other.queued, claimed + other.claimed, stale + other.stale);
    }
  }

  /** Longest waiting first. */
  List<Waiting> waiting(Instant now, int most) {
    return shared
        .sql(WAITING)
        .param("now", now.toString())
        .param("most", most)
        .query(
            (row, n) ->
                new Waiting(
                    new TenantId(row.getObject("tenant", UUID.class)),
                    row.getTimestamp("since").toInstant(),
                    row.getLong("tenants")))
        .list();
  }

  /** Of the open scope's tenant. */
  Counts counts(Instant now, int bound) {
    return jdbc.sql(COUNTS)
        .param("now", now.toString())
        .param("bound", bound)
        .query(
            (row, n) ->
                new Counts(row.getLong("queued"), row.getLong("claimed"), row.getLong("stale")))
        .single();
  }
}
