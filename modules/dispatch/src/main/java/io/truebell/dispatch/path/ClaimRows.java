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
import io.truebell.dispatch.path.ClaimedDelivery.Earlier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The due deliveries that a claim locks. */
@Component
class ClaimRows {
  // Account by account, each as far as it has free places, so that the backlog of one whose
  // provider
  // hangs is not read again and again. One category at a time, as a literal: its partial index then
  // gives each account's order without a sort, and a worker that skips rows locked by another reads
  // on behind them.
  private static final String CANDIDATES =
      """
      SELECT d.* FROM (
        SELECT a.id, coalesce(b.places, :places::int) AS places
        FROM channel_account a
        LEFT JOIN unnest(:busy::uuid[], :busy_places::int[]) AS b(account, places) ON b.account = a.id
      ) a CROSS JOIN LATERAL (
        SELECT id, notification_id, message_id, recipient_id, channel, account_id, endpoint_id, type,
               category, subject, urgent, attempt, retries, idempotency_key, created_at, not_before, expires_at
        FROM delivery
        WHERE state = 'QUEUED' AND category = 'CATEGORY' AND account_id = a.id AND not_before <= :now::timestamptz
        ORDER BY not_before, id
        LIMIT least(a.places, :most::int)
        FOR UPDATE SKIP LOCKED
      ) d
      WHERE a.places > 0
      """;

  static final String TRANSACTIONAL = CANDIDATES.replace("CATEGORY", "transactional");
  static final String MARKETING = CANDIDATES.replace("CATEGORY", "marketing");

  private static final String EARLIER =
      """
      SELECT delivery_id, bool_or(outcome = 'unknown') AS unknown, array_agg(DISTINCT code) AS codes
      FROM attempt WHERE delivery_id = ANY (:ids::uuid[]) GROUP BY delivery_id
      """;

  private final JdbcClient jdbc;

  ClaimRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Candidate(DueDelivery due, UUID message, int retries, String idempotencyKey) {}

  /**
   * Locks due deliveries, at most {@code most} of each account, in no order.
   *
   * @param places free places of an account that is not in {@code busy}
   * @param busy free places by account
   */
  List<Candidate> candidates(
      boolean marketing, Instant now, int places, Map<AccountId, Integer> busy, int most) {
    List<Map.Entry<AccountId, Integer>> entries = List.copyOf(busy.entrySet());
    return jdbc.sql(marketing ? MARKETING : TRANSACTIONAL)
        .param("now", now.toString())
        .param("places", places)
        .param("busy", Columns.of(entries.stream().map(Map.Entry::getKey).toList()))
        .param("busy_places", Columns.of(entries.stream().map(Map.Entry::getValue).toList()))
        .param("most", most)
        .query((row, n) -> candidate(row))
        .list();
  }

  /** What earlier calls of {@code deliveries} brought, by delivery. */
  Map<UUID, Earlier> earlier(List<UUID> deliveries) {
    Map<UUID, Earlier> found = new HashMap<>();
    if (!deliveries.isEmpty()) {
      jdbc.sql(EARLIER)
          .param("ids", Columns.of(deliveries))
          .query(
              row -> {
                String[] codes = (String[]) row.getArray("codes").getArray();
                found.put(
                    uuid(row, "delivery_id"),
                    new Earlier(row.getBoolean("unknown"), Set.of(codes)));
              });
    }
    return found;
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

  private static UUID uuid(ResultSet row, String column) throws SQLException {
    return row.getObject(column, UUID.class);
  }
}
