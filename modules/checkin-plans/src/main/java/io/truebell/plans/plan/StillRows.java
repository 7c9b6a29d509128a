package io.truebell.plans.plan;

import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** When plans stood still. */
@Component
class StillRows {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  // Of each plan the entries of that time, and the one that stood when it began. One branch for
  // either index.
  private static final String STILL =
      """
      WITH theirs AS (
        SELECT id, key FROM plan WHERE recipient_id = :recipient AND removed_at IS NULL
        UNION ALL
        SELECT id, key FROM plan
        WHERE recipient_id = :recipient AND removed_at IS NOT NULL AND removed_at >= :from::timestamptz
      )
      SELECT p.key, h.at, h.to_state, h.reason, h.numbers
      FROM theirs p CROSS JOIN LATERAL (
        (SELECT * FROM plan_history
         WHERE plan_id = p.id AND at >= :from::timestamptz AND at < :to::timestamptz)
        UNION ALL
        (SELECT * FROM plan_history WHERE plan_id = p.id AND at < :from::timestamptz ORDER BY seq DESC LIMIT 1)
      ) h
      WHERE h.to_state IN ('paused', 'disabled', 'awaiting_checkin')
      ORDER BY h.at, p.key, h.seq LIMIT 200
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  StillRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /** Since when a plan stood where it reminds of nothing, and why. */
  record Stand(String plan, Instant at, String state, Reason reason) {}

  /** Oldest first. */
  List<Stand> still(RecipientId recipient, Instant from, Instant to) {
    return jdbc.sql(STILL)
        .param("recipient", recipient.value())
        .param("from", from.toString())
        .param("to", to.toString())
        .query(
            (row, n) ->
                new Stand(
                    row.getString("key"),
                    row.getTimestamp("at").toInstant(),
                    row.getString("to_state"),
                    new Reason(
                        row.getString("reason"), json.readValue(row.getString("numbers"), OBJECT))))
        .list();
  }
}
