package io.truebell.calm.window;

import io.truebell.calm.window.DigestWithMembersView.MemberView;
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

/** Digests as people look at them. */
@Component
class DigestViewRows {
  private static final int MOST_MEMBERS = 200;

  private static final String DIGEST =
      """
      SELECT id, carrier, recipient_id, account_id, subject, policy_version, opened_at, due_at, state, members,
             closed_at, end_reason
      FROM calm_digest
      """;

  private static final String ONE = DIGEST + "WHERE id = :id";

  private static final String PAGE =
      DIGEST
          + """
          WHERE recipient_id = :recipient AND id < :before AND (:state::text IS NULL OR state = :state::text)
          ORDER BY id DESC LIMIT :most
          """;

  private static final String MEMBERS =
      """
      SELECT g.carrier AS delivery_id, d.notification_id, d.state, greatest(g.opened_at, d.created_at) AS at,
             true AS carrier
      FROM calm_digest g JOIN delivery d ON d.id = g.carrier
      WHERE g.id = :id
      UNION ALL
      (SELECT m.delivery_id, d.notification_id, d.state, m.at, false
       FROM calm_member m JOIN delivery d ON d.id = m.delivery_id
       WHERE m.digest_id = :id
       ORDER BY m.delivery_id LIMIT :most)
      ORDER BY carrier DESC, at, delivery_id LIMIT :most
      """;

  private final JdbcClient jdbc;

  DigestViewRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A digest as it is stored. */
  record Found(
      UUID id,
      UUID carrier,
      RecipientId recipient,
      UUID account,
      String subject,
      int policyVersion,
      Instant openedAt,
      Instant dueAt,
      String state,
      int members,
      @Nullable Instant closedAt,
      @Nullable String endReason) {}

  Optional<Found> one(UUID id) {
    return jdbc.sql(ONE).param("id", id).query((row, n) -> found(row)).optional();
  }

  /**
   * The newest first.
   *
   * @param state null for any
   */
  List<Found> page(RecipientId recipient, @Nullable String state, UUID before, int most) {
    return jdbc.sql(PAGE)
        .param("recipient", recipient.value())
        .param("state", state)
        .param("before", before)
        .param("most", most)
        .query((row, n) -> found(row))
        .list();
  }

  /** Its carrier, and then the others in the order in which they joined. */
  List<MemberView> members(UUID digest) {
    return jdbc.sql(MEMBERS)
        .param("id", digest)
        .param("most", MOST_MEMBERS)
        .query(
            (row, n) ->
                new MemberView(
                    row.getObject("delivery_id", UUID.class),
                    row.getObject("notification_id", UUID.class),
                    row.getString("state"),
                    row.getTimestamp("at").toInstant(),
                    row.getBoolean("carrier")))
        .list();
  }

  private static Found found(ResultSet row) throws SQLException {
    Timestamp closed = row.getTimestamp("closed_at");
    return new Found(
        row.getObject("id", UUID.class),
        row.getObject("carrier", UUID.class),
        new RecipientId(row.getObject("recipient_id", UUID.class)),
        row.getObject("account_id", UUID.class),
        row.getString("subject"),
        row.getInt("policy_version"),
        row.getTimestamp("opened_at").toInstant(),
        row.getTimestamp("due_at").toInstant(),
        row.getString("state"),
        row.getInt("members"),
        closed == null ? null : closed.toInstant(),
        row.getString("end_reason"));
  }
}
