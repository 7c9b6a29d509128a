package io.truebell.suppression;

import io.truebell.core.message.RecipientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which bans stood when. */
@Component
class BanTimeRows {
  // A later refusal moves since, and the ban stood before. A consent ends what the person refused
  // before it, as the gate sees it, whether or not its row was lifted.
  private static final String BANS =
      """
      SELECT channel, set_by, since, ended_at
      FROM (
        SELECT s.id, s.channel, s.set_by, least(s.since, s.created_at) AS since, least(s.lifted_at, c.at) AS ended_at
        FROM suppression s
        LEFT JOIN suppression_cleared c ON c.recipient_id = s.recipient_id AND c.channel = s.channel
          AND c.sandbox = s.sandbox AND s.set_by = 'person' AND c.at > s.since
        WHERE s.recipient_id = :recipient
      ) ban
      WHERE since < :to::timestamptz AND (ended_at IS NULL OR ended_at >= :from::timestamptz)
      ORDER BY since, id
      """;

  private final JdbcClient jdbc;

  BanTimeRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A ban and how long it stood; without an end it stands. */
  record Ban(String channel, boolean byPerson, Instant since, @Nullable Instant endedAt) {}

  /** Those that stood at any time between. */
  List<Ban> bans(RecipientId recipient, Instant from, Instant to) {
    return jdbc.sql(BANS)
        .param("recipient", recipient.value())
        .param("from", from.toString())
        .param("to", to.toString())
        .query((row, n) -> ban(row))
        .list();
  }

  private static Ban ban(ResultSet row) throws SQLException {
    Timestamp ended = row.getTimestamp("ended_at");
    return new Ban(
        row.getString("channel"),
        row.getString("set_by").equals("person"),
        row.getTimestamp("since").toInstant(),
        ended == null ? null : ended.toInstant());
  }
}
