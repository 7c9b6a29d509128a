package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.dispatch.moves.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the claim reads. */
@Component
class ClaimRows {
  // One category at a time, as a literal: its partial index then gives the order without a sort,
  // and a
  // worker that skips rows locked by another reads on behind them.
  private static final String CANDIDATES =
      """
      SELECT id, notification_id, message_id, recipient_id, channel, account_id, endpoint_id, type,
             category, subject, urgent, attempt, retries, idempotency_key, created_at, not_before, expires_at
      FROM delivery
      WHERE state = 'QUEUED' AND category = 'CATEGORY'
        AND not_before <= :now::timestamptz AND account_id <> ALL (:full::uuid[])
      ORDER BY not_before, id
      LIMIT :most
      FOR UPDATE SKIP LOCKED
      """;

  static final String TRANSACTIONAL = CANDIDATES.replace("CATEGORY", "transactional");
  static final String MARKETING = CANDIDATES.replace("CATEGORY", "marketing");

  private static final String MATERIAL =
      """
      SELECT d.id, n.payload, n.created_at, r.locale, e.address, e.secret, a.sandbox, a.minimal_text,
             a.settings, a.timeout_ms, a.retry_ladder_seconds
      FROM delivery d
      JOIN notification n ON n.id = d.notification_id
      JOIN recipient r ON r.id = d.recipient_id
      JOIN endpoint e ON e.id = d.endpoint_id
      JOIN channel_account a ON a.id = d.account_id
      WHERE d.id = ANY (:ids::uuid[])
      """;

  private static final String CREDENTIALS =
      """
      SELECT account_id, field, sealed FROM channel_credential WHERE account_id = ANY (:ids::uuid[])
      """;

  private final JdbcClient jdbc;

  ClaimRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Candidate(DueDelivery due, UUID message, int retries, String idempotencyKey) {}

  List<Candidate> candidates(boolean marketing, Instant now, List<AccountId> full, int most) {
    return jdbc.sql(marketing ? MARKETING : TRANSACTIONAL)
        .param("now", now.toString())
        .param("full", Columns.of(full))
        .param("most", most)
        .query((row, n) -> candidate(row))
        .list();
  }

  private static Candidate candidate(ResultSet row) throws SQLException {
    Timestamp expires = row.getTimestamp("expires_at");
    DueDelivery due =
        new DueDelivery(
            new DeliveryId(uuid(row, "id")),
            new NotificationId(uuid(row, "notification_id")),
            new RecipientId(uuid(row, "recipient_id")),
            new ChannelKey(row.getString("channel")),
            new AccountId(uuid(row, "account_id")),
            new EndpointId(uuid(row, "endpoint_id")),
            row.getString("type"),
            Category.valueOf(row.getString("category").toUpperCase(Locale.ROOT)),
            row.getString("subject"),
            row.getBoolean("urgent"),
            row.getInt("attempt"),
            row.getTimestamp("created_at").toInstant(),
            row.getTimestamp("not_before").toInstant(),
            expires == null ? null : expires.toInstant());
    return new Candidate(
        due, uuid(row, "message_id"), row.getInt("retries"), row.getString("idempotency_key"));
  }

  /** By delivery. */
  Map<UUID, ClaimedDelivery.Material> material(List<DueDelivery> passing) {
    List<UUID> ids = passing.stream().map(d -> d.id().value()).toList();
    Map<UUID, Map<String, byte[]>> credentials = credentials(passing);
    Map<UUID, UUID> accounts = new HashMap<>();
    passing.forEach(d -> accounts.put(d.id().value(), d.account().value()));
    Map<UUID, ClaimedDelivery.Material> found = new HashMap<>();
    jdbc.sql(MATERIAL)
        .param("ids", Columns.of(ids))
        .query(
            row -> {
              UUID id = uuid(row, "id");
              found.put(id, material(row, credentials.getOrDefault(accounts.get(id), Map.of())));
            });
    return found;
  }

  private static ClaimedDelivery.Material material(ResultSet row, Map<String, byte[]> credentials)
      throws SQLException {
    Integer[] ladder = (Integer[]) row.getArray("retry_ladder_seconds").getArray();
    return new ClaimedDelivery.Material(
        row.getString("payload"),
        row.getTimestamp("created_at").toInstant(),
        row.getString("locale"),
        row.getBytes("address"),
        row.getBytes("secret"),
        row.getBoolean("sandbox"),
        row.getString("minimal_text"),
        row.getString("settings"),
        Duration.ofMillis(row.getInt("timeout_ms")),
        Arrays.stream(ladder).map(Duration::ofSeconds).toList(),
        credentials);
  }

  private Map<UUID, Map<String, byte[]>> credentials(List<DueDelivery> passing) {
    Map<UUID, Map<String, byte[]>> found = new HashMap<>();
    List<AccountId> accounts = passing.stream().map(DueDelivery::account).distinct().toList();
    jdbc.sql(CREDENTIALS)
        .param("ids", Columns.of(accounts))
        .query(
            row -> {
              found
                  .computeIfAbsent(uuid(row, "account_id"), a -> new HashMap<>())
                  .put(row.getString("field"), row.getBytes("sealed"));
            });
    return found;
  }

  private static UUID uuid(ResultSet row, String column) throws SQLException {
    return row.getObject(column, UUID.class);
  }
}
