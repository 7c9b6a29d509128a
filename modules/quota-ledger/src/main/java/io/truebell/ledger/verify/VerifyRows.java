package io.truebell.ledger.verify;

import io.truebell.ledger.verify.LedgerVerifiedView.LedgerDifferenceView;
import io.truebell.ledger.verify.LedgerVerifiedView.LedgerTotalsView;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The same balances computed from the rows and from the ledger's entries. */
@Component
class VerifyRows {
  private static final int MOST = 100;

  private static final String FROM_ROWS =
      """
      SELECT count(*) AS granted, count(*) FILTER (WHERE state = 'available') AS available,
             count(*) FILTER (WHERE state = 'reserved') AS reserved,
             count(*) FILTER (WHERE state = 'consumed') AS consumed, count(*) FILTER (WHERE state = 'invalid') AS invalid
      FROM authorisation
      """;

  private static final String FROM_LEDGER =
      """
      SELECT coalesce(sum(amount) FILTER (WHERE from_state IS NULL), 0) AS granted,
             coalesce(sum(amount) FILTER (WHERE to_state = 'available'), 0)
               - coalesce(sum(amount) FILTER (WHERE from_state = 'available'), 0) AS available,
             coalesce(sum(amount) FILTER (WHERE to_state = 'reserved'), 0)
               - coalesce(sum(amount) FILTER (WHERE from_state = 'reserved'), 0) AS reserved,
             coalesce(sum(amount) FILTER (WHERE to_state = 'consumed'), 0) AS consumed,
             coalesce(sum(amount) FILTER (WHERE to_state = 'invalid'), 0) AS invalid
      FROM ledger_entry WHERE account_id IS NOT NULL
      """;

  // Each authorisation's own history must lead, step by step, to where its row stands: every step
  // begins where
  // the one before it ended.
  private static final String AUTHORISATIONS =
      """
      WITH steps AS (
        SELECT authorisation_id, account_id, seq, from_state, to_state,
               lag(to_state) OVER (PARTITION BY authorisation_id ORDER BY seq) AS before
        FROM ledger_entry WHERE authorisation_id IS NOT NULL AND amount > 0
      ), replayed AS (
        SELECT authorisation_id, bool_or(from_state IS DISTINCT FROM before) AS broken,
               min(account_id::text)::uuid AS account_id, count(DISTINCT account_id) AS accounts,
               (array_agg(to_state ORDER BY seq DESC))[1] AS state
        FROM steps GROUP BY authorisation_id
      )
      SELECT 'authorisation' AS what, coalesce(a.id, r.authorisation_id)::text AS id, coalesce(a.state, 'none') AS row_says,
             CASE WHEN r.broken THEN 'a broken chain' ELSE coalesce(r.state, 'none') END AS ledger_says
      FROM replayed r FULL JOIN authorisation a ON a.id = r.authorisation_id
      WHERE a.id IS NULL OR r.authorisation_id IS NULL OR r.broken OR r.accounts <> 1 OR r.account_id <> a.account_id
         OR r.state <> a.state
      LIMIT :most
      """;

  private static final String ANSWERS =
      """
      SELECT 'answer' AS what, c.id::text AS id, CASE WHEN a.id IS NULL THEN 'none' ELSE a.state END AS row_says,
             c.status AS ledger_says
      FROM consent_answer c LEFT JOIN authorisation a ON a.id = c.id
      WHERE (a.id IS NOT NULL) <> (c.status IN ('accept', 'acceptWithAudio', 'acceptWithAlert'))
         OR a.account_id <> c.account_id
      LIMIT :most
      """;

  private static final String QUOTAS =
      """
      WITH entries AS (
        SELECT quota, period, coalesce(sum(amount) FILTER (WHERE to_state = 'consumed'), 0) AS used,
               coalesce(sum(amount) FILTER (WHERE to_state = 'reserved'), 0)
                 - coalesce(sum(amount) FILTER (WHERE from_state = 'reserved'), 0) AS reserved
        FROM ledger_entry WHERE quota IS NOT NULL GROUP BY quota, period
      ), amounts AS (
        SELECT 'messages' AS quota, date_trunc('month', day::timestamp)::date AS period, metered AS used, 0 AS reserved
        FROM usage_day
        UNION ALL
        SELECT 'paid_sends:' || channel, date_trunc('month', day::timestamp)::date, paid, 0 FROM usage_day
        UNION ALL
        SELECT 'api_calls', date_trunc('month', day::timestamp)::date, calls, 0 FROM api_day
        UNION ALL
        SELECT quota, date_trunc('month', day::timestamp)::date, 0, 1 FROM quota_hold
      ), counted AS (
        SELECT quota, period, sum(used) AS used, sum(reserved) AS reserved FROM amounts GROUP BY quota, period
      )
      SELECT 'quota' AS what, coalesce(c.quota, e.quota) || ' ' || coalesce(c.period, e.period) AS id,
             format('used %s, reserved %s', coalesce(c.used, 0), coalesce(c.reserved, 0)) AS row_says,
             format('used %s, reserved %s', coalesce(e.used, 0), coalesce(e.reserved, 0)) AS ledger_says
      FROM counted c FULL JOIN entries e ON e.quota = c.quota AND e.period = c.period
      WHERE coalesce(c.used, 0) <> coalesce(e.used, 0) OR coalesce(c.reserved, 0) <> coalesce(e.reserved, 0)
      LIMIT :most
      """;

  private static final String ACCOUNTS =
      """
      SELECT count(*) FROM grant_account
      """;

  private final JdbcClient jdbc;

  VerifyRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  long accounts() {
    return jdbc.sql(ACCOUNTS).query(Long.class).single();
  }

  LedgerTotalsView fromRows() {
    return totals(FROM_ROWS);
  }

  LedgerTotalsView fromLedger() {
    return totals(FROM_LEDGER);
  }

  /** At most a hundred of each sort. */
  List<LedgerDifferenceView> differences() {
    return List.of(AUTHORISATIONS, ANSWERS, QUOTAS).stream()
        .flatMap(query -> differences(query).stream())
        .toList();
  }

  private LedgerTotalsView totals(String query) {
    return jdbc.sql(query)
        .query(
            (row, n) ->
                new LedgerTotalsView(
                    row.getLong("granted"),
                    row.getLong("available"),
                    row.getLong("reserved"),
                    row.getLong("consumed"),
                    row.getLong("invalid")))
        .single();
  }

  private List<LedgerDifferenceView> differences(String query) {
    return jdbc.sql(query)
        .param("most", MOST)
        .query(
            (row, n) ->
                new LedgerDifferenceView(
                    row.getString("what"),
                    row.getString("id"),
                    row.getString("row_says"),
                    row.getString("ledger_says")))
        .list();
  }
}
