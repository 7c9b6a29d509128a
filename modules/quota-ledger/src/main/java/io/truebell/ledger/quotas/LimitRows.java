package io.truebell.ledger.quotas;

import io.truebell.core.identity.Actor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The limits of the scope's tenant, and all that there were. */
@Component
class LimitRows {
  private static final String ALL =
      """
      SELECT * FROM quota_limit ORDER BY quota
      """;

  // Claims of a tenant with hard limits follow each other: none may see the room that another one
  // takes. A soft limit takes no room.
  private static final String LOCKED =
      """
      WITH hard AS MATERIALIZED (
        SELECT * FROM quota_limit WHERE hard IS NOT NULL AND quota <> 'api_calls'
        ORDER BY quota FOR NO KEY UPDATE
      )
      SELECT * FROM hard
      UNION ALL
      SELECT * FROM quota_limit WHERE hard IS NULL AND soft IS NOT NULL AND quota <> 'api_calls'
      ORDER BY quota
      """;

  // Only whoever changes limits waits here, also when there is no row to lock yet.
  private static final String ONE_CHANGE =
      """
      LOCK TABLE quota_change IN SHARE ROW EXCLUSIVE MODE
      """;

  private static final String ALL_LOCKED =
      """
      SELECT * FROM quota_limit ORDER BY quota FOR UPDATE
      """;

  private static final String SET =
      """
      WITH change AS (
        INSERT INTO quota_change (quota, version, soft, hard, set_at, set_by)
        SELECT :quota, coalesce(max(version), 0) + 1, :soft::bigint, :hard::bigint, :now::timestamptz, :by
        FROM quota_change WHERE quota = :quota
        RETURNING *
      )
      INSERT INTO quota_limit (quota, soft, hard, version, set_at, set_by)
      SELECT quota, soft, hard, version, set_at, set_by FROM change
      ON CONFLICT (quota) DO UPDATE
      SET soft = excluded.soft, hard = excluded.hard, version = excluded.version, set_at = excluded.set_at,
          set_by = excluded.set_by, warned_period = NULL
      """;

  private static final String REMOVE =
      """
      WITH gone AS (
        DELETE FROM quota_limit WHERE quota = :quota RETURNING quota
      )
      INSERT INTO quota_change (quota, version, set_at, set_by)
      SELECT g.quota, (SELECT coalesce(max(version), 0) + 1 FROM quota_change WHERE quota = :quota), :now::timestamptz, :by
      FROM gone g
      """;

  private static final String WARN =
      """
      UPDATE quota_limit SET warned_period = :period
      WHERE quota = :quota AND warned_period IS DISTINCT FROM :period
      """;

  private final JdbcClient jdbc;

  LimitRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<Limit> all() {
    return jdbc.sql(ALL).query((row, n) -> limit(row)).list();
  }

  /** Those that claims look at. */
  List<Limit> ofSends() {
    return all().stream()
        .filter(l -> l.quota().ofSends() && (l.soft() != null || l.hard() != null))
        .toList();
  }

  /** All of them, for a change: other changes and claims wait for the end of this transaction. */
  List<Limit> toChange() {
    int ignored = jdbc.sql(ONE_CHANGE).update();
    return jdbc.sql(ALL_LOCKED).query((row, n) -> limit(row)).list();
  }

  /** Those that claims look at; hard ones are locked for this transaction. */
  List<Limit> locked() {
    return jdbc.sql(LOCKED).query((row, n) -> limit(row)).list();
  }

  void set(Quota quota, @Nullable Long soft, @Nullable Long hard, Actor actor, Instant now) {
    jdbc.sql(SET)
        .param("quota", quota.name())
        .param("soft", soft)
        .param("hard", hard)
        .param("now", now.toString())
        .param("by", actor.toString())
        .update();
  }

  void remove(Quota quota, Actor actor, Instant now) {
    jdbc.sql(REMOVE)
        .param("quota", quota.name())
        .param("now", now.toString())
        .param("by", actor.toString())
        .update();
  }

  /** Says whether it had not been warned of in this month. */
  boolean warn(Quota quota, LocalDate period) {
    return jdbc.sql(WARN).param("quota", quota.name()).param("period", period).update() == 1;
  }

  private static Limit limit(ResultSet row) throws SQLException {
    return new Limit(
        new Quota(row.getString("quota")),
        row.getObject("soft", Long.class),
        row.getObject("hard", Long.class),
        row.getInt("version"),
        row.getTimestamp("set_at").toInstant(),
        row.getString("set_by"),
        row.getObject("warned_period", LocalDate.class));
  }
}
