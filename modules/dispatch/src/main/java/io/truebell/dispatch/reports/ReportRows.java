package io.truebell.dispatch.reports;

import io.truebell.core.spi.SilentFailures.Counts;
import io.truebell.dispatch.moves.Columns;
import io.truebell.dispatch.reports.SilentFailuresView.GroupView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What reports read. */
@Component
class ReportRows {
  // Overdue are those that were marked and for which nothing came since: a late receipt still wins.
  private static final String COUNTS =
      """
      count(*) AS expected,
      count(*) FILTER (WHERE w.outcome = 'delivered') AS delivered,
      count(*) FILTER (WHERE w.outcome = 'undelivered') AS undelivered,
      count(*) FILTER (WHERE w.outcome IS NULL AND w.marked_at IS NOT NULL) AS overdue
      """;

  private static final String WITHIN =
      """
      WHERE w.accepted_at >= :from::timestamptz AND w.accepted_at < :to::timestamptz AND w.expects_receipt
      """;

  private static final String TOTAL = "SELECT " + COUNTS + "FROM awaited w " + WITHIN;

  private static final String GROUPS =
      "SELECT w.channel, w.account_id, a.name, w.type, "
          + COUNTS
          + "FROM awaited w JOIN channel_account a ON a.id = w.account_id "
          + WITHIN
          + """
          GROUP BY w.channel, w.account_id, a.name, w.type
          ORDER BY (count(*) FILTER (WHERE w.outcome = 'undelivered' OR w.outcome IS NULL AND w.marked_at IS NOT NULL)) DESC,
                   w.channel, a.name, w.type
          LIMIT 1000
          """;

  private static final String DISAGREEING =
      """
      SELECT d.id, d.state, d.reason, d.channel, d.account_id, d.updated_at
      FROM delivery d
      WHERE d.id < :before AND d.id IN (SELECT delivery_id FROM receipt WHERE disagrees)
      ORDER BY d.id DESC LIMIT :limit
      """;

  private static final String RECEIPTS =
      """
      SELECT delivery_id, status, code, source, at, times, disagrees
      FROM receipt WHERE delivery_id = ANY (:ids::uuid[]) ORDER BY at, id
      """;

  private final JdbcClient jdbc;

  ReportRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Counts total(Instant from, Instant to) {
    return jdbc.sql(TOTAL)
        .param("from", from.toString())
        .param("to", to.toString())
        .query((row, n) -> counts(row))
        .single();
  }

  List<GroupView> groups(Instant from, Instant to) {
    return jdbc.sql(GROUPS)
        .param("from", from.toString())
        .param("to", to.toString())
        .query(
            (row, n) ->
                GroupView.of(
                    row.getString("channel"),
                    row.getObject("account_id", UUID.class),
                    row.getString("name"),
                    row.getString("type"),
                    counts(row)))
        .list();
  }

  private static Counts counts(ResultSet row) throws SQLException {
    return new Counts(
        row.getLong("expected"),
        row.getLong("delivered"),
        row.getLong("undelivered"),
        row.getLong("overdue"));
  }

  /** A delivery that a receipt contradicts. */
  record Contradicted(
      UUID id, String state, String reason, String channel, UUID account, Instant since) {}

  /** One of its receipts. */
  record Told(UUID delivery, DisagreementView.ReceiptView receipt) {}

  /** Newest first. */
  List<Contradicted> contradicted(UUID before, int limit) {
    return jdbc.sql(DISAGREEING)
        .param("before", before)
        .param("limit", limit)
        .query(
            (row, n) ->
                new Contradicted(
                    row.getObject("id", UUID.class),
                    row.getString("state"),
                    row.getString("reason"),
                    row.getString("channel"),
                    row.getObject("account_id", UUID.class),
                    row.getTimestamp("updated_at").toInstant()))
        .list();
  }

  List<Told> receipts(List<UUID> deliveries) {
    return jdbc.sql(RECEIPTS)
        .param("ids", Columns.of(deliveries))
        .query(
            (row, n) ->
                new Told(
                    row.getObject("delivery_id", UUID.class),
                    new DisagreementView.ReceiptView(
                        row.getString("status"),
                        row.getString("code"),
                        row.getString("source"),
                        row.getTimestamp("at").toInstant(),
                        row.getInt("times"),
                        row.getBoolean("disagrees"))))
        .list();
  }
}
