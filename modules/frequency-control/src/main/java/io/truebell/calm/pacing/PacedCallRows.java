package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Calls of paced accounts: those that are due, and when the last ones were claimed. */
@Component
class PacedCallRows {
  /** More than that of one account and category are not counted. */
  private static final int MOST = 200;

  // the categories as literals, so that each count reads the head of its partial index
  private static final String DUE =
      """
      SELECT x.account,
             (SELECT count(*) FROM (SELECT FROM delivery d WHERE d.state = 'QUEUED' AND d.category = 'transactional'
                AND d.account_id = x.account AND d.not_before <= :now::timestamptz LIMIT :most) t)
             + (SELECT count(*) FROM (SELECT FROM delivery d WHERE d.state = 'QUEUED' AND d.category = 'marketing'
                AND d.account_id = x.account AND d.not_before <= :now::timestamptz LIMIT :most) m) AS due,
             extract(epoch FROM now() - e.last_call) * 1000000 AS egress_age, e.timeout_ms,
             extract(epoch FROM now() - p.last_call) * 1000000 AS rate_age
      FROM unnest(:accounts::uuid[], :egresses::text[]) AS x(account, egress)
      LEFT JOIN datastore.egress e ON e.name = x.egress
      LEFT JOIN calm_pacing p ON p.account_id = x.account
      """;

  private static final String EGRESS_CALLED =
      """
      INSERT INTO datastore.egress AS e (name, last_call, timeout_ms)
      SELECT name, now(), timeout_ms FROM unnest(:names::text[], :timeouts::bigint[]) AS x(name, timeout_ms) ORDER BY name
      ON CONFLICT (name) DO UPDATE
      SET last_call = greatest(e.last_call, excluded.last_call),
          timeout_ms = CASE WHEN e.last_call < now() - interval '15 minutes' THEN excluded.timeout_ms
                            ELSE greatest(e.timeout_ms, excluded.timeout_ms) END
      """;

  private static final String ACCOUNT_CALLED =
      """
      UPDATE calm_pacing SET last_call = now()
      WHERE account_id IN (SELECT account_id FROM calm_pacing WHERE account_id = ANY (:accounts::uuid[])
                           ORDER BY account_id FOR NO KEY UPDATE)
      """;

  private static final String WAITING =
      """
      SELECT (SELECT count(*) FROM (SELECT FROM delivery d WHERE d.state = 'QUEUED' AND d.category = 'transactional'
                AND d.account_id = :account AND d.reason = ANY (:reasons) LIMIT :most) t)
             + (SELECT count(*) FROM (SELECT FROM delivery d WHERE d.state = 'QUEUED' AND d.category = 'marketing'
                AND d.account_id = :account AND d.reason = ANY (:reasons) LIMIT :most) m)
      """;

  private static final int MOST_SHOWN = 10_000;

  private final JdbcClient jdbc;

  PacedCallRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What is due of an account, and what is known of earlier calls.
   *
   * @param due at most so many that the exact number makes no difference
   */
  record Due(PacedAccount account, int due, Seed egress, Seed rate) {}

  List<Due> due(Collection<PacedAccount> accounts, Instant now) {
    Map<UUID, PacedAccount> byId = new HashMap<>();
    accounts.forEach(a -> byId.put(a.id().value(), a));
    return jdbc
        .sql(DUE)
        .param("now", now.toString())
        .param("most", MOST)
        .param("accounts", accounts.stream().map(a -> a.id().toString()).toArray(String[]::new))
        .param("egresses", accounts.stream().map(PacedCallRows::egress).toArray(String[]::new))
        .query((row, n) -> due(row, byId))
        .list()
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  private static @Nullable String egress(PacedAccount account) {
    return account.egress() == null ? null : account.egress().name();
  }

  private static List<Due> due(ResultSet row, Map<UUID, PacedAccount> accounts)
      throws SQLException {
    PacedAccount account = accounts.get(row.getObject("account", UUID.class));
    return account == null
        ? List.of()
        : List.of(
            new Due(
                account,
                row.getInt("due"),
                seed(row, "egress_age", Duration.ofMillis(row.getLong("timeout_ms"))),
                seed(row, "rate_age", Duration.ZERO)));
  }

  private static Seed seed(ResultSet row, String column, Duration timeout) throws SQLException {
    double micros = row.getDouble(column);
    return row.wasNull()
        ? Seed.NEVER
        : new Seed(Duration.of(Math.max(0, Math.round(micros)), ChronoUnit.MICROS), timeout);
  }

  /**
   * How many deliveries of an account wait for these reasons; no more of a category are counted.
   */
  int waiting(AccountId account, Collection<String> reasons) {
    return jdbc.sql(WAITING)
        .param("account", account.value())
        .param("reasons", reasons.toArray(String[]::new))
        .param("most", MOST_SHOWN)
        .query(Integer.class)
        .single();
  }

  /**
   * Calls were claimed.
   *
   * @param egresses by name, with the longest timeout of those calls
   * @param accounts those that have a rate
   */
  void claimed(Map<String, Duration> egresses, Collection<AccountId> accounts) {
    if (!egresses.isEmpty()) {
      TreeMap<String, Duration> sorted = new TreeMap<>(egresses);
      jdbc.sql(EGRESS_CALLED)
          .param("names", sorted.keySet().toArray(String[]::new))
          .param(
              "timeouts",
              sorted.values().stream().map(t -> Long.toString(t.toMillis())).toArray(String[]::new))
          .update();
    }
    if (!accounts.isEmpty()) {
      jdbc.sql(ACCOUNT_CALLED)
          .param("accounts", accounts.stream().map(AccountId::toString).toArray(String[]::new))
          .update();
    }
  }
}
