package io.truebell.calm.pacing;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.AccountId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rates that the tenant set. */
@Component
class PacingRateRows {
  private static final String ONE =
      """
      SELECT * FROM calm_pacing WHERE account_id = :account AND calls IS NOT NULL
      """;

  private static final String SET =
      """
      INSERT INTO calm_pacing AS p (account_id, calls, per_seconds, burst, version, set_at, set_by)
      VALUES (:account, :calls, :per_seconds, :burst, 1, :now::timestamptz, :by)
      ON CONFLICT (account_id) DO UPDATE
      SET calls = excluded.calls, per_seconds = excluded.per_seconds, burst = excluded.burst,
          version = p.version + 1, set_at = excluded.set_at, set_by = excluded.set_by
      """;

  private static final String REMOVE =
      """
      UPDATE calm_pacing SET calls = NULL, version = version + 1, set_at = :now::timestamptz, set_by = :by
      WHERE account_id = :account AND calls IS NOT NULL
      """;

  private final JdbcClient jdbc;

  PacingRateRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A rate as it was set. */
  record Stored(int calls, int perSeconds, int burst, int version, Instant setAt, String setBy) {}

  Optional<Stored> find(AccountId account) {
    return jdbc.sql(ONE)
        .param("account", account.value())
        .query((row, n) -> stored(row))
        .optional();
  }

  void set(AccountId account, PacingRequest.Checked rate, Actor actor, Instant now) {
    jdbc.sql(SET)
        .param("account", account.value())
        .param("calls", rate.calls())
        .param("per_seconds", rate.perSeconds())
        .param("burst", rate.burst())
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

  private static Stored stored(ResultSet row) throws SQLException {
    return new Stored(
        row.getInt("calls"),
        row.getInt("per_seconds"),
        row.getInt("burst"),
        row.getInt("version"),
        row.getTimestamp("set_at").toInstant(),
        row.getString("set_by"));
  }
}
