package io.truebell.calm.window;

import io.truebell.core.message.DeliveryId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How digests end, or go on with another carrier. */
@Component
class EndRows {
  /**
   * Of a {@code calm_member m} and its {@code delivery d}, when {@code :now} it may go out: not
   * withdrawn, not too late, and no other delivery brings its message.
   */
  static final String LIVE =
      """
      d.state = 'MERGED' AND d.digest_id = m.digest_id AND (d.expires_at IS NULL OR d.expires_at > :now::timestamptz)
      AND NOT EXISTS (SELECT FROM notification w WHERE w.id = d.notification_id AND w.cancelled_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM delivery f WHERE f.resend_of = d.id)
      """;

  private static final String LOCK =
      """
      SELECT g.id, g.carrier, g.due_at,
             EXISTS (SELECT FROM calm_sent s WHERE s.delivery_id = g.carrier AND s.doubtful) AS doubtful
      FROM calm_digest g
      WHERE g.carrier = ANY (:ids::uuid[]) AND g.state <> 'ended'
      ORDER BY g.id FOR UPDATE OF g
      """;

  // A few of each: the first should do, and the next ones are there when it has just been
  // withdrawn.
  private static final String HEIRS =
      """
      SELECT g.id, h.delivery_id
      FROM unnest(:digest::uuid[], :due::timestamptz[]) AS g(id, due)
      CROSS JOIN LATERAL (
        SELECT m.delivery_id FROM calm_member m JOIN delivery d ON d.id = m.delivery_id
        WHERE m.digest_id = g.id AND (d.expires_at IS NULL OR d.expires_at > g.due) AND %s
        ORDER BY m.delivery_id LIMIT 10
      ) h
      ORDER BY g.id, h.delivery_id
      """
          .formatted(LIVE);

  private static final String HAND_ON =
      """
      UPDATE calm_digest g SET carrier = x.carrier, members = g.members - 1
      FROM unnest(:digest::uuid[], :carrier::uuid[]) AS x(digest, carrier) WHERE g.id = x.digest
      """;

  private static final String END =
      """
      UPDATE calm_digest g SET state = 'ended', end_reason = x.reason, closed_at = :now::timestamptz
      FROM unnest(:digest::uuid[], :reason::text[]) AS x(digest, reason) WHERE g.id = x.digest
      """;

  private final JdbcClient jdbc;

  EndRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A digest whose carrier has ended.
   *
   * @param doubtful whether an earlier call of the carrier may have been carried out
   */
  record Carried(UUID id, DeliveryId carrier, Instant dueAt, boolean doubtful) {}

  /** Locks the digests that these carry. */
  List<Carried> lock(Collection<DeliveryId> carriers) {
    return jdbc.sql(LOCK)
        .param("ids", Columns.of(carriers))
        .query(
            (row, n) ->
                new Carried(
                    row.getObject("id", UUID.class),
                    new DeliveryId(row.getObject("carrier", UUID.class)),
                    row.getTimestamp("due_at").toInstant(),
                    row.getBoolean("doubtful")))
        .list();
  }

  /** Members of each digest that could carry it on, the oldest first. */
  Map<UUID, List<DeliveryId>> heirs(List<Carried> digests, Instant now) {
    Map<UUID, List<DeliveryId>> found = new HashMap<>();
    jdbc.sql(HEIRS)
        .params(
            new Columns<>(digests)
                .with("digest", Carried::id)
                .with("due", Carried::dueAt)
                .parameters())
        .param("now", now.toString())
        .query(
            row -> {
              found
                  .computeIfAbsent(row.getObject("id", UUID.class), id -> new ArrayList<>())
                  .add(new DeliveryId(row.getObject("delivery_id", UUID.class)));
            });
    return found;
  }

  void handOn(Map<UUID, DeliveryId> carriers) {
    if (!carriers.isEmpty()) {
      jdbc.sql(HAND_ON)
          .params(
              new Columns<>(List.copyOf(carriers.entrySet()))
                  .with("digest", Map.Entry::getKey)
                  .with("carrier", Map.Entry::getValue)
                  .parameters())
          .update();
    }
  }

  void end(Map<UUID, String> reasons, Instant now) {
    if (!reasons.isEmpty()) {
      jdbc.sql(END)
          .params(
              new Columns<>(List.copyOf(reasons.entrySet()))
                  .with("digest", Map.Entry::getKey)
                  .with("reason", Map.Entry::getValue)
                  .parameters())
          .param("now", now.toString())
          .update();
    }
  }
}
