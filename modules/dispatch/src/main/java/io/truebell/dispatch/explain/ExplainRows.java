package io.truebell.dispatch.explain;

import io.truebell.dispatch.moves.Columns;
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

/** What explanations read: rows as they are, turned into views elsewhere. */
@Component
class ExplainRows {
  private static final String MESSAGES =
      """
      SELECT m.id, m.notification_id, r.external_id, r.zone, n.type, n.category, n.subject,
             n.payload ->> 'title' AS title, m.inbox, m.created_at, m.read_at, m.not_planned
      FROM message m
      JOIN notification n ON n.id = m.notification_id
      JOIN recipient r ON r.id = m.recipient_id
      WHERE m.id < :before
      """;

  private static final String MESSAGES_ORDER =
      """
       ORDER BY m.id DESC LIMIT :most
      """;

  private static final String MESSAGE = MESSAGES.replace("m.id < :before", "m.id = :id");

  private static final String SOME =
      MESSAGES.replace("m.id < :before", "m.id = ANY (:ids::uuid[])")
          + "ORDER BY m.created_at, m.id";

  private static final String DELIVERIES =
      """
      SELECT d.id, d.message_id, d.notification_id, r.external_id, r.zone, d.channel, a.name AS account, e.hint,
             d.state, d.reason, d.sandbox, d.attempt, d.not_before, d.expires_at, d.provider_ref,
             d.receipt_overdue_at, d.created_at, d.updated_at, t.numbers, d.resend_of,
             (SELECT s.id FROM delivery s WHERE s.resend_of = d.id) AS resent_as
      FROM delivery d
      JOIN trace t ON t.delivery_id = d.id AND t.seq = d.trace_seq AND t.to_state = d.state
      JOIN recipient r ON r.id = d.recipient_id
      LEFT JOIN channel_account a ON a.id = d.account_id
      LEFT JOIN endpoint e ON e.id = d.endpoint_id
      """;

  private static final String OF_MESSAGES =
      DELIVERIES + "WHERE d.message_id = ANY (:ids::uuid[]) ORDER BY d.id";

  private static final String ONE = DELIVERIES + "WHERE d.id = :id";

  private static final String TRACE =
      """
      SELECT seq, at, from_state, to_state, cause, reason, numbers, source, policy, policy_version, attempt, actor
      FROM trace WHERE delivery_id = :id ORDER BY seq
      """;

  private static final String ATTEMPTS =
      """
      SELECT attempt, started_at, ended_at, outcome, called, code, text, node
      FROM attempt WHERE delivery_id = :id ORDER BY attempt
      """;

  private static final String RECEIPTS =
      """
      SELECT id, at, occurred_at, status, delivered, code, text, source, times, disagrees FROM receipt WHERE delivery_id = :id ORDER BY at, id
      """;

  private static final String INQUIRIES =
      """
      SELECT ask, at, answer, code, text FROM inquiry WHERE delivery_id = :id ORDER BY ask
      """;

  private final JdbcClient jdbc;

  ExplainRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record MessageRow(
      UUID id,
      UUID notification,
      String recipient,
      String zone,
      String type,
      String category,
      String subject,
      String title,
      String inbox,
      Instant createdAt,
      @Nullable Instant readAt,
      String notPlanned) {}

  record DeliveryRow(
      UUID id,
      UUID message,
      UUID notification,
      String recipient,
      String zone,
      @Nullable String channel,
      @Nullable String account,
      @Nullable String hint,
      String state,
      String reason,
      boolean sandbox,
      int attempts,
      Instant notBefore,
      @Nullable Instant expiresAt,
      @Nullable String providerRef,
      @Nullable Instant receiptOverdueAt,
      Instant createdAt,
      Instant updatedAt,
      String numbers,
      @Nullable UUID resendOf,
      @Nullable UUID resentAs) {}

  record TraceRow(
      int seq,
      Instant at,
      @Nullable String from,
      String to,
      String cause,
      String reason,
      String numbers,
      String source,
      String policy,
      int policyVersion,
      int attempt,
      String actor) {}

  List<MessageRow> messages(MessageFilter filter, UUID before, int most) {
    return jdbc.sql(MESSAGES + filter.conditions() + MESSAGES_ORDER)
        .params(filter.parameters())
        .param("before", before)
        .param("most", most)
        .query((row, n) -> message(row))
        .list();
  }

  /** Oldest first. */
  List<MessageRow> messages(List<UUID> ids) {
    return jdbc.sql(SOME).param("ids", Columns.of(ids)).query((row, n) -> message(row)).list();
  }

  Optional<MessageRow> message(UUID id) {
    return jdbc.sql(MESSAGE).param("id", id).query((row, n) -> message(row)).optional();
  }

  List<DeliveryRow> ofMessages(List<UUID> messages) {
    return jdbc.sql(OF_MESSAGES)
        .param("ids", Columns.of(messages))
        .query((row, n) -> delivery(row))
        .list();
  }

  Optional<DeliveryRow> delivery(UUID id) {
    return jdbc.sql(ONE).param("id", id).query((row, n) -> delivery(row)).optional();
  }

  List<TraceRow> trace(UUID delivery) {
    return jdbc.sql(TRACE)
        .param("id", delivery)
        .query(
            (row, n) ->
                new TraceRow(
                    row.getInt("seq"),
                    row.getTimestamp("at").toInstant(),
                    row.getString("from_state"),
                    row.getString("to_state"),
                    row.getString("cause"),
                    row.getString("reason"),
                    row.getString("numbers"),
                    row.getString("source"),
                    row.getString("policy"),
                    row.getInt("policy_version"),
                    row.getInt("attempt"),
                    row.getString("actor")))
        .list();
  }

  List<ExplanationView.Attempt> attempts(UUID delivery) {
    return jdbc.sql(ATTEMPTS)
        .param("id", delivery)
        .query(
            (row, n) ->
                new ExplanationView.Attempt(
                    row.getInt("attempt"),
                    row.getTimestamp("started_at").toInstant(),
                    row.getTimestamp("ended_at").toInstant(),
                    row.getString("outcome"),
                    row.getBoolean("called"),
                    row.getString("code"),
                    row.getString("text"),
                    row.getString("node")))
        .list();
  }

  List<ExplanationView.Receipt> receipts(UUID delivery) {
    return jdbc.sql(RECEIPTS)
        .param("id", delivery)
        .query(
            (row, n) ->
                new ExplanationView.Receipt(
                    row.getString("id"),
                    row.getTimestamp("at").toInstant(),
                    instant(row, "occurred_at"),
                    row.getString("status"),
                    row.getBoolean("delivered"),
                    row.getString("code"),
                    row.getString("text"),
                    row.getString("source"),
                    row.getInt("times"),
                    row.getBoolean("disagrees")))
        .list();
  }

  List<ExplanationView.Inquiry> inquiries(UUID delivery) {
    return jdbc.sql(INQUIRIES)
        .param("id", delivery)
        .query(
            (row, n) ->
                new ExplanationView.Inquiry(
                    row.getInt("ask"),
                    row.getTimestamp("at").toInstant(),
                    row.getString("answer"),
                    row.getString("code"),
                    row.getString("text")))
        .list();
  }

  private static MessageRow message(ResultSet row) throws SQLException {
    return new MessageRow(
        row.getObject("id", UUID.class),
        row.getObject("notification_id", UUID.class),
        row.getString("external_id"),
        row.getString("zone"),
        row.getString("type"),
        row.getString("category"),
        row.getString("subject"),
        row.getString("title"),
        row.getString("inbox"),
        row.getTimestamp("created_at").toInstant(),
        instant(row, "read_at"),
        row.getString("not_planned"));
  }

  private static DeliveryRow delivery(ResultSet row) throws SQLException {
    return new DeliveryRow(
        row.getObject("id", UUID.class),
        row.getObject("message_id", UUID.class),
        row.getObject("notification_id", UUID.class),
        row.getString("external_id"),
        row.getString("zone"),
        row.getString("channel"),
        row.getString("account"),
        row.getString("hint"),
        row.getString("state"),
        row.getString("reason"),
        row.getBoolean("sandbox"),
        row.getInt("attempt"),
        row.getTimestamp("not_before").toInstant(),
        instant(row, "expires_at"),
        row.getString("provider_ref"),
        instant(row, "receipt_overdue_at"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant(),
        row.getString("numbers"),
        row.getObject("resend_of", UUID.class),
        row.getObject("resent_as", UUID.class));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }
}
