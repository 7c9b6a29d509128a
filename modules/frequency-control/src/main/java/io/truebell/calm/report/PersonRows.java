package io.truebell.calm.report;

import io.truebell.calm.report.CalmReportView.CalmItemView;
import io.truebell.core.message.RecipientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** One person's deliveries, as far as calm has to do with them. Reads the dispatcher's tables. */
@Component
class PersonRows {
  // Found by the person's messages, which have an index. What went out counts from its last claim
  // on: a receipt that comes a day later makes nothing new. What is held counts as long as it is.
  private static final String SEEN =
      """
      WITH seen AS (
        SELECT d.id, d.notification_id, d.type, d.category, d.subject, d.channel, d.sandbox, d.reason, d.not_before,
               d.digest_id, t.policy, t.policy_version, o.outcome,
               CASE WHEN o.outcome IN ('accepted', 'unknown')
                 THEN coalesce((SELECT max(c.at) FROM trace c WHERE c.delivery_id = d.id AND c.to_state = 'CLAIMED'), t.at)
                 ELSE t.at END AS at
        FROM message m
        JOIN delivery d ON d.message_id = m.id
        JOIN trace t ON t.delivery_id = d.id AND t.seq = d.trace_seq AND t.to_state = d.state
        CROSS JOIN LATERAL (SELECT CASE
          WHEN d.state IN ('ACCEPTED', 'DELIVERED', 'UNDELIVERED') THEN 'accepted'
          WHEN d.state = 'UNKNOWN' THEN 'unknown'
          WHEN d.state = 'MERGED' THEN 'merged'
          WHEN d.state = 'DEGRADED' THEN 'degraded'
          WHEN d.state = 'QUEUED' AND t.cause = 'HOLD' THEN 'held' END AS outcome) o
        WHERE m.recipient_id = :recipient AND (d.updated_at >= :since::timestamptz OR d.state = 'QUEUED')
          AND o.outcome IS NOT NULL
      )
      """;

  private static final String WITHIN =
      """
      (outcome = 'held' OR at >= :since::timestamptz)
      """;

  private static final String COUNTS =
      SEEN
          + """
          SELECT category, channel, sandbox, outcome, reason, count(*) AS amount FROM seen WHERE
          """
          + WITHIN
          + """
          GROUP BY category, channel, sandbox, outcome, reason
          ORDER BY category DESC, channel, sandbox, outcome, reason
          """;

  private static final String HELD =
      SEEN + "SELECT * FROM seen WHERE outcome = 'held' ORDER BY not_before, id LIMIT :most";

  private static final String ITEMS =
      SEEN
          + "SELECT * FROM seen WHERE outcome <> 'held' AND "
          + WITHIN
          + "ORDER BY at DESC, id DESC LIMIT :most";

  private final JdbcClient jdbc;

  PersonRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** How many of a group share an outcome and a reason. */
  record Counted(
      String category,
      String channel,
      boolean sandbox,
      String outcome,
      String reason,
      long amount) {}

  /** Transactional first. */
  List<Counted> counts(RecipientId recipient, Instant since) {
    return jdbc.sql(COUNTS)
        .param("recipient", recipient.value())
        .param("since", since.toString())
        .query(
            (row, n) ->
                new Counted(
                    row.getString("category"),
                    row.getString("channel"),
                    row.getBoolean("sandbox"),
                    row.getString("outcome"),
                    row.getString("reason"),
                    row.getLong("amount")))
        .list();
  }

  List<CalmItemView> held(RecipientId recipient, Instant since, int most) {
    return items(HELD, recipient, since, most);
  }

  List<CalmItemView> items(RecipientId recipient, Instant since, int most) {
    return items(ITEMS, recipient, since, most);
  }

  private List<CalmItemView> items(String sql, RecipientId recipient, Instant since, int most) {
    return jdbc.sql(sql)
        .param("recipient", recipient.value())
        .param("since", since.toString())
        .param("most", most)
        .query((row, n) -> item(row))
        .list();
  }

  private static CalmItemView item(ResultSet row) throws SQLException {
    String outcome = row.getString("outcome");
    return new CalmItemView(
        row.getObject("id", UUID.class),
        row.getObject("notification_id", UUID.class),
        row.getString("type"),
        row.getString("category"),
        row.getString("subject"),
        row.getString("channel"),
        row.getBoolean("sandbox"),
        outcome,
        row.getString("reason"),
        row.getTimestamp("at").toInstant(),
        outcome.equals("held") ? row.getTimestamp("not_before").toInstant() : null,
        row.getObject("digest_id", UUID.class),
        row.getString("policy"),
        row.getInt("policy_version"));
  }
}
