package io.truebell.calm.report;

import io.truebell.calm.quiet.OwnHours;
import io.truebell.calm.report.PastDelivery.Fate;
import io.truebell.calm.report.PastDelivery.Person;
import io.truebell.core.message.Category;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The tenant's past deliveries, in order of time. Reads the dispatcher's tables. */
@Component
class HistoryRows {
  // Ids grow with time: the newest are found by the primary key, and nothing older is read. What
  // follows another delivery of the same message, a resend, came by a decision of its own.
  private static final String RECENT =
      """
      FROM delivery d
      WHERE d.id >= :first AND d.created_at >= :from::timestamptz AND d.account_id IS NOT NULL AND d.resend_of IS NULL
      ORDER BY d.id DESC
      """;

  // Holds overwrite when a delivery is due; its notification keeps when it was due at first.
  private static final String HISTORY =
      """
      SELECT p.notification_id, p.recipient_id, p.account_id, p.type, p.category, p.subject, p.urgent, p.expires_at,
             due.at, r.zone, q.from_local, q.to_local,
             CASE WHEN p.state = 'MERGED' THEN 'MERGED'
                  WHEN p.state = 'DEGRADED' AND t.source IN ('preference_and_quiet_hours', 'daily_cap', 'window_and_digest')
                    THEN 'DEGRADED'
                  WHEN p.attempt > 0 THEN 'SENT'
                  WHEN p.state IN ('QUEUED', 'EXPIRED') THEN 'OTHER'
                  ELSE 'LEFT_OUT' END AS fate,
             EXISTS (SELECT FROM trace h WHERE h.delivery_id = p.id AND h.cause = 'HOLD'
                       AND h.source IN ('preference_and_quiet_hours', 'window_and_digest')) AS held
      FROM (SELECT d.* %s LIMIT :most) p
      JOIN notification n ON n.id = p.notification_id
      JOIN recipient r ON r.id = p.recipient_id
      JOIN trace t ON t.delivery_id = p.id AND t.seq = p.trace_seq AND t.to_state = p.state
      LEFT JOIN calm_quiet q ON q.recipient_id = p.recipient_id
      CROSS JOIN LATERAL (SELECT greatest(p.created_at, n.not_before) AS at) due
      WHERE due.at < :to::timestamptz
      ORDER BY due.at, (p.category = 'marketing'), p.id
      """
          .formatted(RECENT);

  private static final String MORE = "SELECT EXISTS (SELECT 1 " + RECENT + " OFFSET :most LIMIT 1)";

  // an id may be a little older than what it names
  private static final Duration SLACK = Duration.ofHours(1);
  private static final int FETCHED = 1_000;

  private final JdbcClient jdbc;

  HistoryRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Shows each delivery that was made from {@code from} on and due before {@code to}, in the order
   * in which they became due. In a transaction, so that only a part of them is in memory at a time.
   *
   * @param most the newest so many
   */
  void read(Instant from, Instant to, int most, Consumer<PastDelivery> reader) {
    jdbc.sql(HISTORY)
        .withFetchSize(FETCHED)
        .param("first", firstId(from))
        .param("from", from.toString())
        .param("to", to.toString())
        .param("most", most)
        .query(
            row -> {
              reader.accept(past(row));
            });
  }

  /** Whether there are more than {@code most}. */
  boolean moreThan(int most, Instant from) {
    return jdbc.sql(MORE)
        .param("first", firstId(from))
        .param("from", from.toString())
        .param("most", most)
        .query(Boolean.class)
        .single();
  }

  /** Smaller than the ids that are made from then on: UUID version 7 begins with the time. */
  private static UUID firstId(Instant from) {
    return new UUID(from.minus(SLACK).toEpochMilli() << 16, 0);
  }

  private static PastDelivery past(ResultSet row) throws SQLException {
    Timestamp expires = row.getTimestamp("expires_at");
    LocalTime from = row.getObject("from_local", LocalTime.class);
    return new PastDelivery(
        row.getObject("notification_id", UUID.class),
        new Person(
            row.getObject("recipient_id", UUID.class),
            zone(row.getString("zone")),
            from == null ? null : new OwnHours(from, row.getObject("to_local", LocalTime.class))),
        row.getObject("account_id", UUID.class),
        row.getString("type"),
        Category.valueOf(row.getString("category").toUpperCase(Locale.ROOT)),
        row.getString("subject"),
        row.getBoolean("urgent"),
        row.getTimestamp("at").toInstant(),
        expires == null ? null : expires.toInstant(),
        Fate.valueOf(row.getString("fate")),
        row.getBoolean("held"));
  }

  private static @Nullable ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
