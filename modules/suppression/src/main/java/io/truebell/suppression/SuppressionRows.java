package io.truebell.suppression;

import io.truebell.core.message.RecipientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The list as the tenant sees and changes it. */
@Component
class SuppressionRows {
  private static final String SELECT =
      "SELECT s.*, " + StandingRows.STANDS + " AS stands FROM suppression s\n";

  private static final String PAGE =
      SELECT
          + """
          WHERE s.id < :before AND (:recipient::uuid IS NULL OR s.recipient_id = :recipient::uuid)
          ORDER BY s.id DESC LIMIT :most
          """;

  private static final String ONE = SELECT + "WHERE s.id = :id";

  private static final String OPEN =
      SELECT
          + """
          WHERE s.recipient_id = :recipient AND s.channel = :channel AND s.endpoint_id IS NULL AND s.category IS NULL
            AND s.set_by = 'tenant' AND s.lifted_at IS NULL
          """;

  private static final String SUPPRESS =
      """
      INSERT INTO suppression (id, recipient_id, channel, sandbox, set_by, reason, source, evidence, since, created_at)
      VALUES (:id, :recipient, :channel, false, 'tenant', :reason, :source, :evidence, :now::timestamptz,
              :now::timestamptz)
      ON CONFLICT DO NOTHING
      """;

  // what the person said before is no news any more
  private static final String LIFT =
      """
      WITH lifted AS (
        UPDATE suppression SET lifted_at = :now::timestamptz, lifted_by = :by, lift_reason = :reason
        WHERE id = :id AND lifted_at IS NULL
        RETURNING *
      ), cleared AS (
        INSERT INTO suppression_cleared AS c (recipient_id, channel, sandbox, at)
        SELECT recipient_id, channel, sandbox, lifted_at FROM lifted WHERE set_by = 'person'
        ON CONFLICT (recipient_id, channel, sandbox) DO UPDATE SET at = excluded.at WHERE c.at < excluded.at
      )
      SELECT count(*) FROM lifted
      """;

  private final JdbcClient jdbc;

  SuppressionRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Newest first; of everybody when {@code recipient} is null. */
  List<Suppression> page(@Nullable RecipientId recipient, UUID before, int most) {
    return jdbc.sql(PAGE)
        .param("recipient", recipient == null ? null : recipient.toString())
        .param("before", before)
        .param("most", most)
        .query((row, n) -> suppression(row))
        .list();
  }

  Optional<Suppression> find(UUID id) {
    return jdbc.sql(ONE).param("id", id).query((row, n) -> suppression(row)).optional();
  }

  /** The tenant's own that is open. */
  Optional<Suppression> open(RecipientId recipient, String channel) {
    return jdbc.sql(OPEN)
        .param("recipient", recipient.value())
        .param("channel", channel)
        .query((row, n) -> suppression(row))
        .optional();
  }

  /** Says whether it was new. */
  boolean suppress(
      UUID id, RecipientId recipient, String channel, String evidence, String by, Instant now) {
    return jdbc.sql(SUPPRESS)
            .param("id", id)
            .param("recipient", recipient.value())
            .param("channel", channel)
            .param("reason", SuppressionReasons.BY_TENANT)
            .param("source", by)
            .param("evidence", evidence)
            .param("now", now.toString())
            .update()
        == 1;
  }

  /** Says whether it was open. */
  boolean lift(UUID id, String reason, String by, Instant now) {
    return jdbc.sql(LIFT)
            .param("id", id)
            .param("reason", reason)
            .param("by", by)
            .param("now", now.toString())
            .query(Long.class)
            .single()
        == 1;
  }

  private static Suppression suppression(ResultSet row) throws SQLException {
    Timestamp lifted = row.getTimestamp("lifted_at");
    return new Suppression(
        row.getObject("id", UUID.class),
        new RecipientId(row.getObject("recipient_id", UUID.class)),
        row.getString("channel"),
        row.getObject("endpoint_id", UUID.class),
        row.getString("category"),
        row.getString("set_by"),
        row.getString("reason"),
        row.getString("source"),
        row.getString("evidence"),
        row.getObject("delivery_id", UUID.class),
        row.getTimestamp("since").toInstant(),
        row.getTimestamp("created_at").toInstant(),
        row.getBoolean("stands"),
        lifted == null ? null : lifted.toInstant(),
        row.getString("lifted_by"),
        row.getString("lift_reason"));
  }
}
