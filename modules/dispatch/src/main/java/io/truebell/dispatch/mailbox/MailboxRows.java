package io.truebell.dispatch.mailbox;

import io.truebell.core.spi.Mailbox.Item;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The inbox columns of {@code message}, read together with the fact that they stand for. */
@Component
class MailboxRows {
  private static final String ITEM =
      """
      SELECT m.id, m.notification_id, n.type, n.category, n.subject, n.payload,
             m.inbox, m.created_at, m.read_at, m.archived_at
        FROM message m JOIN notification n ON n.id = m.notification_id
       WHERE m.recipient_id = :recipient
      """;

  // UUID version 7 grows with time, so the id is both the order and the cursor.
  private static final String PAGE =
      ITEM
          + """
               AND m.inbox IN (:states) AND m.id < :before
             ORDER BY m.id DESC
             LIMIT :limit
            """;

  private static final String ONE = ITEM + " AND m.id = :id";

  // The first reading is evidence that the message arrived, so its time is never moved or taken
  // back. The state in the condition makes a repeated mark touch nothing.
  private static final String MARK =
      """
      UPDATE message
         SET inbox = :state,
             read_at = CASE WHEN :state = 'read' THEN coalesce(read_at, :now) ELSE read_at END,
             archived_at = CASE WHEN :state = 'archived' THEN :now END
       WHERE recipient_id = :recipient AND id = :id AND inbox <> :state
      """;

  private static final String MARK_ALL_READ =
      """
      UPDATE message SET inbox = 'read', read_at = coalesce(read_at, :now)
       WHERE recipient_id = :recipient AND inbox = 'unread'
      """;

  // Counted from the rows each time: a stored counter drifts.
  private static final String UNREAD =
      "SELECT count(*) FROM message WHERE recipient_id = :recipient AND inbox = 'unread'";

  private static final String RECIPIENT =
      "SELECT id FROM recipient WHERE external_id = :external_id";

  private final JdbcClient jdbc;
  private final ItemMapper items;

  MailboxRows(JdbcClient jdbc, ItemMapper items) {
    this.jdbc = jdbc;
    this.items = items;
  }

  Optional<UUID> recipient(String externalId) {
    return jdbc.sql(RECIPIENT).param("external_id", externalId).query(UUID.class).optional();
  }

  List<Item> page(UUID recipient, List<String> states, UUID before, int limit) {
    return jdbc.sql(PAGE)
        .param("recipient", recipient)
        .param("states", states)
        .param("before", before)
        .param("limit", limit)
        .query(items)
        .list();
  }

  Optional<Item> one(UUID recipient, UUID id) {
    return jdbc.sql(ONE).param("recipient", recipient).param("id", id).query(items).optional();
  }

  void mark(UUID recipient, UUID id, String state, Instant now) {
    jdbc.sql(MARK)
        .param("recipient", recipient)
        .param("id", id)
        .param("state", state)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .update();
  }

  int markAllRead(UUID recipient, Instant now) {
    return jdbc.sql(MARK_ALL_READ)
        .param("recipient", recipient)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .update();
  }

  long unread(UUID recipient) {
    return jdbc.sql(UNREAD).param("recipient", recipient).query(Long.class).single();
  }
}
