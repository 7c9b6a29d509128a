package io.truebell.dispatch.intake;

import io.truebell.dispatch.intake.Drafts.Draft;
import io.truebell.dispatch.intake.Drafts.Planned;
import io.truebell.dispatch.moves.Columns;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Facts, messages and deliveries as they are born: a delivery is queued or inbox only and has its
 * first trace entry. However many there are, it is one statement for each table, and one round
 * trip.
 */
@Component
class PlannedRows {
  // A second post with the same key waits here for the first one's transaction to end.
  private static final String FACT =
      """
      INSERT INTO notification (id, type, category, subject, payload, urgent, channels, not_before, expires_at,
                                idempotency_key, content_hash, recipients, created_at, created_by)
      VALUES (:id, :type, :category, :subject, :payload::jsonb, :urgent, :channels::text[],
              :asked_not_before::timestamptz, :expires_at::timestamptz,
              :key, :hash, :recipients, :now::timestamptz, :actor)
      ON CONFLICT (idempotency_key) DO NOTHING
      """;

  // Statements that travel together, in one round trip. Without the fact none of them finds a row.
  // The trace is first: a delivery's foreign key to the entry that explains it is checked at once.
  private static final String PLACE =
      """
      INSERT INTO message (id, notification_id, recipient_id, not_planned, created_at)
      SELECT m.id, n.id, m.recipient, m.not_planned, :now::timestamptz
      FROM notification n, unnest(:m_id::uuid[], :m_recipient::uuid[], :m_not_planned::jsonb[])
        AS m(id, recipient, not_planned)
      WHERE n.id = :id;

      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers, source, policy,
                         policy_version, attempt, actor)
      SELECT t.id, 1, :now::timestamptz, NULL, t.state, 'PLANNED', t.reason, t.numbers, 'plan', 'spine', 1, 0, :actor
      FROM notification n, unnest(:d_id::uuid[], :d_state::text[], :d_reason::text[], :d_numbers::jsonb[])
        AS t(id, state, reason, numbers)
      WHERE n.id = :id;

      INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id, endpoint_id,
                            type, category, subject, urgent, sandbox, state, reason, trace_seq, not_before,
                            expires_at, idempotency_key, created_at, updated_at)
      SELECT d.id, d.message, n.id, d.recipient, d.channel, d.account, d.endpoint,
             n.type, n.category, n.subject, n.urgent, d.sandbox, d.state, d.reason, 1, :not_before::timestamptz,
             n.expires_at, 'msg_' || replace(d.id::text, '-', ''), :now::timestamptz, :now::timestamptz
      FROM notification n,
        unnest(:d_id::uuid[], :d_message::uuid[], :d_recipient::uuid[], :d_channel::text[], :d_account::uuid[],
               :d_endpoint::uuid[], :d_sandbox::boolean[], :d_state::text[], :d_reason::text[])
        AS d(id, message, recipient, channel, account, endpoint, sandbox, state, reason)
      WHERE n.id = :id
      """;

  private static final String ACCEPT = FACT + ";\n" + PLACE;

  private static final String QUEUED =
      """
      SELECT id FROM delivery WHERE notification_id = :notification AND state = 'QUEUED'
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  PlannedRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /**
   * Who writes, and when.
   *
   * @param notBefore when the deliveries are due
   */
  record Stamp(Instant now, Instant notBefore, String actor) {}

  /** Writes a fact that has no recipient yet; false when its key is taken. */
  boolean begin(UUID id, NewNotification fact, Stamp stamp) {
    return fact(jdbc.sql(FACT), id, fact, stamp).update() == 1;
  }

  /** Writes a fact with all that belongs to it; false, and nothing, when its key is taken. */
  boolean accept(UUID id, NewNotification fact, Drafts drafts, Stamp stamp) {
    // the first of the statements counts
    return planned(fact(jdbc.sql(ACCEPT), id, fact, stamp), drafts, stamp).update() == 1;
  }

  /** Writes messages and deliveries of a fact that exists. */
  void place(UUID id, Drafts drafts, Stamp stamp) {
    planned(
            jdbc.sql(PLACE)
                .param("id", id)
                .param("now", stamp.now().toString())
                .param("actor", stamp.actor()),
            drafts,
            stamp)
        .update();
  }

  private static JdbcClient.StatementSpec fact(
      JdbcClient.StatementSpec sql, UUID id, NewNotification fact, Stamp stamp) {
    return sql.param("id", id)
        .param("type", fact.type())
        .param("category", fact.category().name().toLowerCase(Locale.ROOT))
        .param("subject", fact.subject())
        .param("payload", fact.payload())
        .param("urgent", fact.urgent())
        .param("channels", fact.channels() == null ? null : Columns.of(fact.channels()))
        .param("asked_not_before", text(fact.notBefore()))
        .param("expires_at", text(fact.expiresAt()))
        .param("key", fact.idempotencyKey() == null ? id.toString() : fact.idempotencyKey())
        .param("hash", fact.contentHash())
        .param("recipients", fact.recipients().size())
        .param("now", stamp.now().toString())
        .param("actor", stamp.actor());
  }

  private JdbcClient.StatementSpec planned(
      JdbcClient.StatementSpec sql, Drafts drafts, Stamp stamp) {
    Columns<Draft> messages =
        new Columns<>(drafts.messages())
            .with("m_id", Draft::message)
            .with("m_recipient", Draft::recipient)
            .with("m_not_planned", Draft::notPlanned);
    Columns<Planned> deliveries =
        new Columns<>(drafts.planned())
            .with("d_id", Planned::id)
            .with("d_message", Planned::message)
            .with("d_recipient", Planned::recipient)
            .with("d_channel", p -> p.way() == null ? null : p.way().account().channel())
            .with("d_account", p -> p.way() == null ? null : p.way().account().id())
            .with("d_endpoint", p -> p.way() == null ? null : p.way().endpoint().id())
            .with("d_sandbox", p -> p.way() != null && p.way().account().sandbox())
            .with("d_state", p -> p.way() == null ? "INBOX_ONLY" : "QUEUED")
            .with("d_reason", p -> p.reason().code())
            .with("d_numbers", p -> json.writeValueAsString(p.reason().with()));
    return sql.params(messages.parameters())
        .params(deliveries.parameters())
        .param("not_before", stamp.notBefore().toString());
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }

  /** Deliveries of a notification that will be sent. */
  List<UUID> queued(UUID notification) {
    return jdbc.sql(QUEUED)
        .param("notification", notification)
        .query((row, n) -> row.getObject("id", UUID.class))
        .list();
  }
}
