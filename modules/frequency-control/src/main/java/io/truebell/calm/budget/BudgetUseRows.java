package io.truebell.calm.budget;

import io.truebell.core.message.AccountId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What is used of budgets, by whom, and what was warned of. */
@Component
class BudgetUseRows {
  private static final String USED =
      """
      SELECT u.account_id, u.used FROM calm_budget_use u
      JOIN unnest(:accounts::uuid[], :months::date[]) AS x(account, month) ON u.account_id = x.account AND u.month = x.month
      """;

  private static final String HELD =
      """
      SELECT delivery_id FROM calm_budget_hold WHERE delivery_id = ANY (:deliveries::uuid[])
      """;

  // one that is called again keeps what it has taken
  private static final String RESERVE =
      """
      WITH held AS (
        INSERT INTO calm_budget_hold AS h (delivery_id, account_id, month, attempt)
        SELECT * FROM unnest(:deliveries::uuid[], :accounts::uuid[], :months::date[], :attempts::int[])
        ON CONFLICT (delivery_id) DO UPDATE SET attempt = excluded.attempt
        RETURNING h.account_id, h.month, (xmax = 0) AS fresh
      )
      INSERT INTO calm_budget_use AS u (account_id, month, used)
      SELECT account_id, month, count(*) FROM held WHERE fresh GROUP BY account_id, month ORDER BY account_id, month
      ON CONFLICT (account_id, month) DO UPDATE SET used = u.used + excluded.used
      """;

  private static final String WARN =
      """
      INSERT INTO calm_budget_warning (account_id, month, percent, crossed_at)
      SELECT :account, :month, percent, :now::timestamptz FROM unnest(:percents::int[]) AS x(percent)
      ON CONFLICT DO NOTHING
      RETURNING percent
      """;

  private static final String WARNINGS =
      """
      SELECT percent, crossed_at FROM calm_budget_warning WHERE account_id = :account AND month = :month ORDER BY percent
      """;

  // whatever is told twice finds nothing the second time
  private static final String GIVE_BACK =
      """
      WITH gone AS (
        DELETE FROM calm_budget_hold h USING unnest(:deliveries::uuid[], :attempts::int[]) AS x(delivery, attempt)
        WHERE h.delivery_id = x.delivery AND h.attempt = x.attempt AND NOT h.spent
        RETURNING h.account_id, h.month
      ), sums AS (
        SELECT account_id, month, count(*) AS n FROM gone GROUP BY account_id, month
      ), locked AS (
        SELECT u.account_id, u.month, s.n FROM calm_budget_use u JOIN sums s USING (account_id, month)
        ORDER BY account_id, month FOR NO KEY UPDATE OF u
      )
      UPDATE calm_budget_use u SET used = u.used - l.n FROM locked l
      WHERE u.account_id = l.account_id AND u.month = l.month
      """;

  private static final String SPEND =
      """
      UPDATE calm_budget_hold h SET spent = true
      FROM unnest(:deliveries::uuid[], :attempts::int[]) AS x(delivery, attempt)
      WHERE h.delivery_id = x.delivery AND h.attempt = x.attempt
      """;

  private static final String CLOSE =
      """
      DELETE FROM calm_budget_hold WHERE delivery_id = ANY (:deliveries::uuid[])
      """;

  private final JdbcClient jdbc;

  BudgetUseRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One call that a claim counts. */
  record Reservation(UUID delivery, AccountId account, LocalDate month, int attempt) {}

  /** One claim of a delivery. */
  record Claim(UUID delivery, int attempt) {}

  /** A warning level and when it was crossed. */
  record Warning(int percent, Instant crossedAt) {}

  /** By account; nothing where none is used. */
  Map<AccountId, Long> used(Map<AccountId, LocalDate> months) {
    List<Map.Entry<AccountId, LocalDate>> asked = List.copyOf(months.entrySet());
    Map<AccountId, Long> used = new HashMap<>();
    jdbc.sql(USED)
        .param("accounts", column(asked, Map.Entry::getKey))
        .param("months", column(asked, Map.Entry::getValue))
        .query(
            row -> {
              used.put(new AccountId(row.getObject("account_id", UUID.class)), row.getLong("used"));
            });
    return used;
  }

  /** Those of {@code deliveries} whose call is counted already. */
  Set<UUID> held(Collection<UUID> deliveries) {
    return deliveries.isEmpty()
        ? Set.of()
        : Set.copyOf(
            jdbc.sql(HELD)
                .param("deliveries", column(List.copyOf(deliveries), id -> id))
                .query(UUID.class)
                .list());
  }

  void reserve(List<Reservation> reservations) {
    jdbc.sql(RESERVE)
        .param("deliveries", column(reservations, Reservation::delivery))
        .param("accounts", column(reservations, Reservation::account))
        .param("months", column(reservations, Reservation::month))
        .param("attempts", column(reservations, Reservation::attempt))
        .update();
  }

  /** Those of {@code percents} that were not crossed before. */
  List<Integer> warn(AccountId account, LocalDate month, List<Integer> percents, Instant now) {
    return jdbc.sql(WARN)
        .param("account", account.value())
        .param("month", month)
        .param("percents", column(percents, p -> p))
        .param("now", now.toString())
        .query(Integer.class)
        .list();
  }

  List<Warning> warnings(AccountId account, LocalDate month) {
    return jdbc.sql(WARNINGS)
        .param("account", account.value())
        .param("month", month)
        .query((row, n) -> warning(row))
        .list();
  }

  private static Warning warning(ResultSet row) throws SQLException {
    return new Warning(row.getInt("percent"), row.getTimestamp("crossed_at").toInstant());
  }

  /** Nothing was used by these, as far as an earlier call of theirs may not have used it. */
  void giveBack(List<Claim> claims) {
    change(GIVE_BACK, claims);
  }

  /** These may have used it, and are called again. */
  void spend(List<Claim> claims) {
    change(SPEND, claims);
  }

  private void change(String sql, List<Claim> claims) {
    if (!claims.isEmpty()) {
      jdbc.sql(sql)
          .param("deliveries", column(claims, Claim::delivery))
          .param("attempts", column(claims, Claim::attempt))
          .update();
    }
  }

  /** Nothing comes back from these any more. */
  void close(Collection<UUID> deliveries) {
    if (!deliveries.isEmpty()) {
      jdbc.sql(CLOSE).param("deliveries", column(List.copyOf(deliveries), id -> id)).update();
    }
  }

  private static <T> String[] column(List<T> rows, Function<T, Object> value) {
    return rows.stream().map(row -> value.apply(row).toString()).toArray(String[]::new);
  }
}
