package io.truebell.dispatch.intake;

import io.truebell.core.message.ChannelKey;
import io.truebell.dispatch.intake.Planner.Account;
import io.truebell.dispatch.intake.Planner.Endpoint;
import io.truebell.dispatch.moves.Columns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What intake reads, and the fact and messages that it writes. */
@Component
class IntakeRows {
  private static final String FIRST =
      """
      SELECT id, content_hash, created_at FROM notification WHERE idempotency_key = :key
      """;

  private static final String MESSAGES =
      """
      SELECT m.id, r.external_id
      FROM message m JOIN recipient r ON r.id = m.recipient_id
      WHERE m.notification_id = :notification ORDER BY m.id
      """;

  private static final String RECIPIENTS =
      """
      SELECT id, external_id FROM recipient WHERE external_id = ANY (:ids::text[])
      """;

  private static final String ACCOUNTS =
      """
      SELECT id, channel, name, enabled, sandbox, verified_endpoints_only, policy_version
      FROM channel_account WHERE removed_at IS NULL ORDER BY created_at, id
      """;

  private static final String ENDPOINTS =
      """
      SELECT id, recipient_id, channel, account_id, status FROM endpoint
      WHERE recipient_id = ANY (:recipients::uuid[]) AND removed_at IS NULL
      """;

  // A second post with the same key waits here for the first one's transaction to end.
  private static final String FACT =
      """
      INSERT INTO notification (id, type, category, subject, payload, urgent, channels, not_before, expires_at,
                                idempotency_key, content_hash, recipients, created_at, created_by)
      VALUES (:id, :type, :category, :subject, :payload::jsonb, :urgent, :channels::text[],
              :not_before::timestamptz, :expires_at::timestamptz,
              :key, :hash, :recipients, :now::timestamptz, :by)
      ON CONFLICT (idempotency_key) DO NOTHING
      """;

  private static final String INBOX =
      """
      INSERT INTO message (id, notification_id, recipient_id, not_planned, created_at)
      SELECT id, :notification, recipient, not_planned, :now::timestamptz
      FROM unnest(:id::uuid[], :recipient::uuid[], :not_planned::jsonb[]) AS x(id, recipient, not_planned)
      """;

  private final JdbcClient jdbc;

  IntakeRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record First(UUID id, byte[] contentHash, Instant createdAt) {}

  record NewMessage(UUID id, UUID recipient, String notPlanned) {}

  Optional<First> first(String key) {
    return jdbc.sql(FIRST)
        .param("key", key)
        .query(
            (row, n) ->
                new First(
                    row.getObject("id", UUID.class),
                    row.getBytes("content_hash"),
                    row.getTimestamp("created_at").toInstant()))
        .optional();
  }

  List<Accepted.AcceptedMessage> messages(UUID notification) {
    return jdbc.sql(MESSAGES)
        .param("notification", notification)
        .query(
            (row, n) ->
                new Accepted.AcceptedMessage(
                    row.getObject("id", UUID.class), row.getString("external_id")))
        .list();
  }

  /** Ids by external id. */
  Map<String, UUID> recipients(Collection<String> externalIds) {
    Map<String, UUID> found = new HashMap<>();
    jdbc.sql(RECIPIENTS)
        .param("ids", externalIds.toArray(String[]::new))
        .query(
            row -> {
              found.put(row.getString("external_id"), row.getObject("id", UUID.class));
            });
    return found;
  }

  /** Oldest first. */
  List<Account> accounts() {
    return jdbc.sql(ACCOUNTS)
        .query(
            (row, n) ->
                new Account(
                    row.getObject("id", UUID.class),
                    new ChannelKey(row.getString("channel")),
                    row.getString("name"),
                    row.getBoolean("enabled"),
                    row.getBoolean("sandbox"),
                    row.getBoolean("verified_endpoints_only"),
                    row.getInt("policy_version")))
        .list();
  }

  /** By recipient. */
  Map<UUID, List<Endpoint>> endpoints(Collection<UUID> recipients) {
    Map<UUID, List<Endpoint>> found = new HashMap<>();
    jdbc.sql(ENDPOINTS)
        .param("recipients", Columns.of(List.copyOf(recipients)))
        .query(
            row -> {
              found
                  .computeIfAbsent(
                      row.getObject("recipient_id", UUID.class), r -> new ArrayList<>())
                  .add(
                      new Endpoint(
                          row.getObject("id", UUID.class),
                          new ChannelKey(row.getString("channel")),
                          row.getObject("account_id", UUID.class),
                          row.getString("status")));
            });
    return found;
  }

  /** Writes the fact; false when its key is taken. */
  boolean insertFact(UUID id, NewNotification fact, String key, Instant now, String by) {
    return jdbc.sql(FACT)
            .param("id", id)
            .param("type", fact.type())
            .param("category", fact.category().name().toLowerCase(Locale.ROOT))
            .param("subject", fact.subject())
            .param("payload", fact.payload())
            .param("urgent", fact.urgent())
            .param("channels", fact.channels() == null ? null : Columns.of(fact.channels()))
            .param("not_before", text(fact.notBefore()))
            .param("expires_at", text(fact.expiresAt()))
            .param("key", key)
            .param("hash", fact.contentHash())
            .param("recipients", fact.recipients().size())
            .param("now", now.toString())
            .param("by", by)
            .update()
        == 1;
  }

  void insertMessages(UUID notification, List<NewMessage> messages, Instant now) {
    Columns<NewMessage> columns =
        new Columns<>(messages)
            .with("id", NewMessage::id)
            .with("recipient", NewMessage::recipient)
            .with("not_planned", NewMessage::notPlanned);
    jdbc.sql(INBOX)
        .params(columns.parameters())
        .param("notification", notification)
        .param("now", now.toString())
        .update();
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }
}
