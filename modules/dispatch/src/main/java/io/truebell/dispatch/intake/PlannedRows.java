package io.truebell.dispatch.intake;

import io.truebell.core.message.Reason;
import io.truebell.dispatch.intake.Planner.Way;
import io.truebell.dispatch.moves.Columns;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Deliveries as they are born: queued or inbox only, each with its first trace entry. */
@Component
class PlannedRows {
  // One statement: the foreign key from a delivery to the trace entry that explains it is checked
  // at its end.
  private static final String PLANNED =
      """
      WITH planned AS (
        SELECT * FROM unnest(:id::uuid[], :message::uuid[], :recipient::uuid[], :channel::text[], :account::uuid[],
                             :endpoint::uuid[], :sandbox::boolean[], :state::text[], :reason::text[], :numbers::jsonb[])
          AS x(id, message, recipient, channel, account, endpoint, sandbox, state, reason, numbers)
      ), born AS (
        INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id, endpoint_id,
                              type, category, subject, urgent, sandbox, state, reason, trace_seq, not_before,
                              expires_at, idempotency_key, created_at, updated_at)
        SELECT id, message, :notification, recipient, channel, account, endpoint,
               :type, :category, :subject, :urgent, sandbox, state, reason, 1, :not_before::timestamptz,
               :expires_at::timestamptz, 'msg_' || replace(id::text, '-', ''), :now::timestamptz, :now::timestamptz
        FROM planned
        RETURNING id
      )
      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers, source, policy,
                         policy_version, attempt, actor)
      SELECT p.id, 1, :now::timestamptz, NULL, p.state, 'PLANNED', p.reason, p.numbers, 'plan', 'spine', 1, 0, :actor
      FROM planned p
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  PlannedRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /**
   * @param way null for inbox only
   */
  record Planned(UUID id, UUID message, UUID recipient, @Nullable Way way, Reason reason) {}

  void insert(
      UUID notification,
      NewNotification fact,
      List<Planned> planned,
      Instant notBefore,
      Instant now,
      String actor) {
    Columns<Planned> columns =
        new Columns<>(planned)
            .with("id", Planned::id)
            .with("message", Planned::message)
            .with("recipient", Planned::recipient)
            .with("channel", p -> p.way() == null ? null : p.way().account().channel())
            .with("account", p -> p.way() == null ? null : p.way().account().id())
            .with("endpoint", p -> p.way() == null ? null : p.way().endpoint().id())
            .with("sandbox", p -> p.way() != null && p.way().account().sandbox())
            .with("state", p -> p.way() == null ? "INBOX_ONLY" : "QUEUED")
            .with("reason", p -> p.reason().code())
            .with("numbers", p -> json.writeValueAsString(p.reason().with()));
    jdbc.sql(PLANNED)
        .params(columns.parameters())
        .param("notification", notification)
        .param("type", fact.type())
        .param("category", fact.category().name().toLowerCase(Locale.ROOT))
        .param("subject", fact.subject())
        .param("urgent", fact.urgent())
        .param("not_before", notBefore.toString())
        .param("expires_at", fact.expiresAt() == null ? null : fact.expiresAt().toString())
        .param("now", now.toString())
        .param("actor", actor)
        .update();
  }
}
