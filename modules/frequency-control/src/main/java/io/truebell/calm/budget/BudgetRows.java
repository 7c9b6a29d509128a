package io.truebell.calm.budget;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Zones;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The budgets of the scope's tenant. */
@Component
class BudgetRows {
  private static final String OF =
      """
      SELECT * FROM calm_budget WHERE account_id = ANY (:accounts::uuid[]) AND calls_per_month IS NOT NULL
      ORDER BY account_id
      """;

  // Claims through one budget follow each other: none may see the room that another one takes.
  private static final String LOCKED = OF + "FOR NO KEY UPDATE";

  private static final String SET =
      """
      WITH rearmed AS (
        DELETE FROM calm_budget_warning WHERE account_id = :account
      )
      INSERT INTO calm_budget AS b (account_id, calls_per_month, warn_at_percent, fallback, zone, version, set_at, set_by)
      VALUES (:account, :limit, :warn_at::int[], :fallback, :zone, 1, :now::timestamptz, :by)
      ON CONFLICT (account_id) DO UPDATE
      SET calls_per_month = excluded.calls_per_month, warn_at_percent = excluded.warn_at_percent,
          fallback = excluded.fallback, zone = excluded.zone, version = b.version + 1, set_at = excluded.set_at,
          set_by = excluded.set_by
      """;

  private static final String REMOVE =
      """
      UPDATE calm_budget SET calls_per_month = NULL, version = version + 1, set_at = :now::timestamptz, set_by = :by
      WHERE account_id = :account AND calls_per_month IS NOT NULL
      """;

  private final JdbcClient jdbc;

  BudgetRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Optional<Budget> find(AccountId account) {
    return of(List.of(account)).stream().findFirst();
  }

  /** Those of {@code accounts} that have one. */
  List<Budget> of(Collection<AccountId> accounts) {
    return read(OF, accounts);
  }

  /** Likewise, locked for this transaction. */
  List<Budget> locked(Collection<AccountId> accounts) {
    return read(LOCKED, accounts);
  }

  private List<Budget> read(String sql, Collection<AccountId> accounts) {
    return jdbc.sql(sql)
        .param("accounts", accounts.stream().map(AccountId::toString).toArray(String[]::new))
        .query((row, n) -> budget(row))
        .list();
  }

  /** A change says anew which warning levels are reached. */
  void set(AccountId account, BudgetRequest.Checked budget, Actor actor, Instant now) {
    ChannelKey fallback = budget.fallback();
    jdbc.sql(SET)
        .param("account", account.value())
        .param("limit", budget.limit())
        .param("warn_at", budget.warnAt().stream().map(p -> p.toString()).toArray(String[]::new))
        .param("fallback", fallback == null ? null : fallback.value())
        .param("zone", budget.zone().getId())
        .param("now", now.toString())
        .param("by", actor.toString())
        .update();
  }

  void remove(AccountId account, Actor actor, Instant now) {
    jdbc.sql(REMOVE)
        .param("account", account.value())
        .param("now", now.toString())
        .param("by", actor.toString())
        .update();
  }

  private static Budget budget(ResultSet row) throws SQLException {
    String fallback = row.getString("fallback");
    return new Budget(
        new AccountId(row.getObject("account_id", UUID.class)),
        row.getLong("calls_per_month"),
        List.of((Integer[]) row.getArray("warn_at_percent").getArray()),
        fallback == null ? null : new ChannelKey(fallback),
        Zones.orUtc(row.getString("zone")),
        row.getInt("version"),
        row.getTimestamp("set_at").toInstant(),
        row.getString("set_by"));
  }
}
