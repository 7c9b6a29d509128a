package io.truebell.calm.quiet;

import io.truebell.core.message.RecipientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What people keep quiet, and whose clock that means. */
@Component
class QuietRows {
  private static final String OF =
      """
      SELECT r.id, r.zone, q.from_local, q.to_local
      FROM recipient r LEFT JOIN calm_quiet q ON q.recipient_id = r.id
      WHERE r.id = ANY (:recipients::uuid[])
      """;

  private static final String FIND =
      """
      SELECT from_local, to_local, updated_at FROM calm_quiet WHERE recipient_id = :recipient
      """;

  private static final String PUT =
      """
      INSERT INTO calm_quiet (recipient_id, from_local, to_local, updated_at)
      VALUES (:recipient, :from::time, :to::time, :now::timestamptz)
      ON CONFLICT (recipient_id) DO UPDATE
      SET from_local = excluded.from_local, to_local = excluded.to_local, updated_at = excluded.updated_at
      """;

  private static final String REMOVE =
      """
      DELETE FROM calm_quiet WHERE recipient_id = :recipient
      """;

  private final JdbcClient jdbc;

  QuietRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Where somebody's clock hangs, and what they keep quiet by it. */
  record Clocked(String zone, @Nullable OwnHours own) {}

  /** What is kept of one person. */
  record Kept(OwnHours hours, Instant updatedAt) {}

  Map<RecipientId, Clocked> of(Collection<RecipientId> recipients) {
    Map<RecipientId, Clocked> found = new HashMap<>();
    jdbc.sql(OF)
        .param("recipients", recipients.stream().map(RecipientId::toString).toArray(String[]::new))
        .query(
            row -> {
              found.put(
                  new RecipientId(row.getObject("id", UUID.class)),
                  new Clocked(row.getString("zone"), own(row)));
            });
    return found;
  }

  private static @Nullable OwnHours own(ResultSet row) throws SQLException {
    LocalTime from = row.getObject("from_local", LocalTime.class);
    return from == null ? null : new OwnHours(from, row.getObject("to_local", LocalTime.class));
  }

  Optional<Kept> find(RecipientId recipient) {
    return jdbc.sql(FIND)
        .param("recipient", recipient.value())
        .query(
            (row, n) ->
                new Kept(
                    new OwnHours(
                        row.getObject("from_local", LocalTime.class),
                        row.getObject("to_local", LocalTime.class)),
                    row.getTimestamp("updated_at").toInstant()))
        .optional();
  }

  void put(RecipientId recipient, OwnHours hours, Instant now) {
    jdbc.sql(PUT)
        .param("recipient", recipient.value())
        .param("from", hours.from().toString())
        .param("to", hours.to().toString())
        .param("now", now.toString())
        .update();
  }

  void remove(RecipientId recipient) {
    jdbc.sql(REMOVE).param("recipient", recipient.value()).update();
  }
}
