package io.truebell.dispatch.intake;

import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.moves.Columns;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What withdrawing reads and marks. Every lock is taken in the order of ids. */
@Component
class WithdrawalRows {
  private static final String CLOSE_FAN_OUTS =
      """
      WITH open AS (
        SELECT notification_id FROM fanout
        WHERE notification_id = ANY (:ids::uuid[]) AND state IN ('receiving', 'releasing')
        ORDER BY notification_id FOR UPDATE
      )
      UPDATE fanout f SET state = 'cancelled', updated_at = :now::timestamptz
      FROM open WHERE f.notification_id = open.notification_id
      """;

  private static final String MARK =
      """
      WITH meant AS (
        SELECT id FROM notification WHERE id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE
      )
      UPDATE notification n SET cancelled_at = coalesce(n.cancelled_at, :now::timestamptz)
      FROM meant WHERE n.id = meant.id
      """;

  // Only what can still be withdrawn is locked: a settlement of the others never waits for this. A
  // claim skips what is locked here; what it has locked itself is waited for, and then seen as
  // claimed.
  private static final String QUEUED =
      """
      SELECT id, attempt FROM delivery
      WHERE notification_id = :notification AND state = 'QUEUED' AND id > :after
      ORDER BY id LIMIT :most FOR UPDATE
      """;

  private static final String QUEUED_OF_RECIPIENT =
      """
      SELECT d.id, d.attempt
      FROM message m JOIN delivery d ON d.message_id = m.id
      WHERE m.recipient_id = :recipient AND d.state = 'QUEUED' AND (:type::text IS NULL OR d.type = :type::text)
        AND d.id > :after
      ORDER BY d.id LIMIT :most FOR UPDATE OF d
      """;

  // The claimed ones are few and have an index of their own: asked once, not for each notification.
  // One that joined a digest goes out with it, unless it is marked.
  private static final String OPEN_OF_SUBJECT =
      """
      SELECT n.id FROM notification n
      WHERE n.subject = :subject AND n.subject <> '' AND (:type::text IS NULL OR n.type = :type::text)
        AND n.id > :after
        AND (EXISTS (SELECT 1 FROM delivery d WHERE d.notification_id = n.id AND d.state IN ('QUEUED', 'MERGED'))
          OR n.id IN (SELECT notification_id FROM delivery WHERE state = 'CLAIMED')
          OR EXISTS (SELECT 1 FROM fanout f
                     WHERE f.notification_id = n.id AND f.state IN ('receiving', 'releasing')))
      ORDER BY n.id LIMIT :most
      """;

  private static final String RECIPIENT =
      """
      SELECT id FROM recipient WHERE external_id = :external_id
      """;

  private static final String STATES =
      """
      SELECT d.state, count(*) AS deliveries
      FROM notification n
      JOIN message m ON m.notification_id = n.id
      JOIN delivery d ON d.message_id = m.id
      WHERE %s AND (:type::text IS NULL OR n.type = :type::text)
      GROUP BY d.state
      """;
  private static final String OF_NOTIFICATION = STATES.formatted("n.id = :notification");
  private static final String OF_SUBJECT =
      STATES.formatted("n.subject = :subject AND n.subject <> ''");
  private static final String OF_RECIPIENT = STATES.formatted("m.recipient_id = :recipient");

  private final JdbcClient jdbc;

  WithdrawalRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Queued(UUID delivery, int attempt) {}

  void closeFanOuts(List<UUID> notifications, Instant now) {
    jdbc.sql(CLOSE_FAN_OUTS)
        .param("ids", Columns.of(notifications))
        .param("now", now.toString())
        .update();
  }

  /** How many of them exist. */
  int mark(List<UUID> notifications, Instant now) {
    return jdbc.sql(MARK)
        .param("ids", Columns.of(notifications))
        .param("now", now.toString())
        .update();
  }

  /** Locks the next ones. */
  List<Queued> queued(UUID notification, UUID after, int most) {
    return queued(jdbc.sql(QUEUED).param("notification", notification), after, most);
  }

  /** Locks the next ones. */
  List<Queued> queuedOfRecipient(UUID recipient, @Nullable String type, UUID after, int most) {
    return queued(
        jdbc.sql(QUEUED_OF_RECIPIENT).param("recipient", recipient).param("type", type),
        after,
        most);
  }

  private static List<Queued> queued(JdbcClient.StatementSpec sql, UUID after, int most) {
    return sql.param("after", after)
        .param("most", most)
        .query((row, n) -> new Queued(row.getObject("id", UUID.class), row.getInt("attempt")))
        .list();
  }

  List<UUID> openOfSubject(String subject, @Nullable String type, UUID after, int most) {
    return jdbc.sql(OPEN_OF_SUBJECT)
        .param("subject", subject)
        .param("type", type)
        .param("after", after)
        .param("most", most)
        .query((row, n) -> row.getObject("id", UUID.class))
        .list();
  }

  Optional<UUID> recipient(String externalId) {
    return jdbc.sql(RECIPIENT)
        .param("external_id", externalId)
        .query((row, n) -> row.getObject("id", UUID.class))
        .optional();
  }

  Map<DeliveryState, Long> ofNotification(UUID notification) {
    return states(jdbc.sql(OF_NOTIFICATION).param("notification", notification), null);
  }

  Map<DeliveryState, Long> ofSubject(String subject, @Nullable String type) {
    return states(jdbc.sql(OF_SUBJECT).param("subject", subject), type);
  }

  Map<DeliveryState, Long> ofRecipient(UUID recipient, @Nullable String type) {
    return states(jdbc.sql(OF_RECIPIENT).param("recipient", recipient), type);
  }

  private static Map<DeliveryState, Long> states(
      JdbcClient.StatementSpec sql, @Nullable String type) {
    Map<DeliveryState, Long> states = new EnumMap<>(DeliveryState.class);
    sql.param("type", type)
        .query(
            row -> {
              states.put(DeliveryState.valueOf(row.getString("state")), row.getLong("deliveries"));
            });
    return states;
  }
}
