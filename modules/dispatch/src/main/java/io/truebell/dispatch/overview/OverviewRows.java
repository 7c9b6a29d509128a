package io.truebell.dispatch.overview;

import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.overview.OverviewView.BacklogView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What an overview reads, one set-based statement for each part. */
@Component
class OverviewRows {
  // By the first entry of each trace: deliveries have no index of their times, which each of their
  // moves would have to write.
  static final String BY_HOUR =
      """
      SELECT date_bin('1 hour', t.at, :from::timestamptz) AS hour, d.state, count(*) AS deliveries
      FROM trace t JOIN delivery d ON d.id = t.delivery_id
      WHERE t.seq = 1 AND t.at >= :from::timestamptz
      GROUP BY hour, d.state ORDER BY hour
      """;

  // Through the partial indexes of what is queued, account by account as they are ordered.
  private static final String QUEUED =
      """
      FROM channel_account a CROSS JOIN LATERAL (
        SELECT id, reason, not_before FROM delivery
        WHERE state = 'QUEUED' AND category = 'transactional' AND account_id = a.id AND not_before %1$s :now::timestamptz
        UNION ALL
        SELECT id, reason, not_before FROM delivery
        WHERE state = 'QUEUED' AND category = 'marketing' AND account_id = a.id AND not_before %1$s :now::timestamptz
      ) d
      """;

  static final String BACKLOG =
      "SELECT count(*) AS due, min(d.not_before) AS oldest\n" + QUEUED.formatted("<=");

  static final String HELD =
      """
      WITH held AS (
        SELECT d.reason, count(*) AS deliveries, min(d.not_before) AS next_at,
               (array_agg(d.id ORDER BY d.not_before, d.id))[1] AS first
      %s
        GROUP BY d.reason
      )
      SELECT h.reason, h.deliveries, h.next_at, t.numbers
      FROM held h
      JOIN delivery d ON d.id = h.first
      JOIN trace t ON t.delivery_id = d.id AND t.seq = d.trace_seq AND t.to_state = d.state
      ORDER BY h.deliveries DESC, h.reason
      """
          .formatted(QUEUED.formatted(">"));

  // The condition is that of an index, which holds trouble alone. What moved on since, or was sent
  // again, wants no attention.
  static final String ATTENTION =
      """
      WITH trouble AS (
        SELECT CASE WHEN t.cause = 'OVERDUE' THEN 'receipt_overdue' ELSE lower(d.state) END AS kind,
               d.reason, d.channel, t.at, d.id
        FROM trace t JOIN delivery d ON d.id = t.delivery_id AND d.trace_seq = t.seq
        WHERE t.at >= :from::timestamptz
          AND (t.to_state IN ('REJECTED', 'FAILED', 'UNKNOWN', 'UNDELIVERED') OR t.cause = 'OVERDUE')
          AND NOT EXISTS (SELECT FROM delivery again WHERE again.resend_of = d.id)
      ), grouped AS (
        SELECT kind, reason, channel, count(*) AS deliveries, max(at) AS last_at,
               (array_agg(id ORDER BY at DESC, id DESC))[1] AS newest
        FROM trouble GROUP BY kind, reason, channel
        ORDER BY last_at DESC, kind, reason, channel LIMIT :most
      )
      SELECT g.kind, g.reason, g.channel, g.deliveries, g.last_at, d.message_id, t.numbers
      FROM grouped g
      JOIN delivery d ON d.id = g.newest
      JOIN trace t ON t.delivery_id = d.id AND t.seq = d.trace_seq AND t.to_state = d.state
      ORDER BY g.last_at DESC, g.kind, g.reason, g.channel
      """;

  private static final String STEPS =
      """
      SELECT EXISTS (SELECT FROM channel_account WHERE removed_at IS NULL) AS account,
             EXISTS (SELECT FROM recipient) AS recipient,
             EXISTS (SELECT FROM endpoint WHERE removed_at IS NULL) AS endpoint,
             EXISTS (SELECT FROM message) AS message
      """;

  private static final String EVER_ACCEPTED =
      "SELECT EXISTS (SELECT FROM delivery WHERE state IN ('ACCEPTED', 'DELIVERED', 'UNDELIVERED'))";

  private final JdbcClient jdbc;

  OverviewRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Hour(Instant at, DeliveryState state, long deliveries) {}

  record Held(String reason, long deliveries, @Nullable Instant nextAt, String numbers) {}

  record Trouble(
      String kind,
      String reason,
      @Nullable String channel,
      long deliveries,
      Instant lastAt,
      UUID message,
      String numbers) {}

  record Steps(boolean account, boolean recipient, boolean endpoint, boolean message) {}

  /** In order. */
  List<Hour> byHour(Instant from) {
    return jdbc.sql(BY_HOUR)
        .param("from", from.toString())
        .query(
            (row, n) ->
                new Hour(
                    row.getTimestamp("hour").toInstant(),
                    DeliveryState.valueOf(row.getString("state")),
                    row.getLong("deliveries")))
        .list();
  }

  BacklogView backlog(Instant now) {
    return jdbc.sql(BACKLOG)
        .param("now", now.toString())
        .query((row, n) -> new BacklogView(row.getLong("due"), instant(row, "oldest")))
        .single();
  }

  List<Held> held(Instant now) {
    return jdbc.sql(HELD)
        .param("now", now.toString())
        .query(
            (row, n) ->
                new Held(
                    row.getString("reason"),
                    row.getLong("deliveries"),
                    instant(row, "next_at"),
                    row.getString("numbers")))
        .list();
  }

  List<Trouble> attention(Instant from, int most) {
    return jdbc.sql(ATTENTION)
        .param("from", from.toString())
        .param("most", most)
        .query(
            (row, n) ->
                new Trouble(
                    row.getString("kind"),
                    row.getString("reason"),
                    row.getString("channel"),
                    row.getLong("deliveries"),
                    row.getTimestamp("last_at").toInstant(),
                    row.getObject("message_id", UUID.class),
                    row.getString("numbers")))
        .list();
  }

  Steps steps() {
    return jdbc.sql(STEPS)
        .query(
            (row, n) ->
                new Steps(
                    row.getBoolean("account"),
                    row.getBoolean("recipient"),
                    row.getBoolean("endpoint"),
                    row.getBoolean("message")))
        .single();
  }

  /** Reads all deliveries when there is none. */
  boolean everAccepted() {
    return jdbc.sql(EVER_ACCEPTED).query(Boolean.class).single();
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }
}
