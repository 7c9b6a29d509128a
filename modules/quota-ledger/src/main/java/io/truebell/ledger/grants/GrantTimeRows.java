package io.truebell.ledger.grants;

import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** When a person had authorisations, by what authorisations are for. */
@Component
class GrantTimeRows {
  // One exists from its registration to its end, whatever it was reserved for meanwhile.
  private static final String WITHOUT =
      """
      SELECT 'grant_none_then' AS what, :from::timestamptz AS at, g.channel, g.template
      FROM grant_account g
      WHERE g.recipient_id = :recipient AND g.opened_at < :to::timestamptz AND NOT EXISTS (
        SELECT FROM authorisation a JOIN consent_answer c ON c.id = a.id
        WHERE a.account_id = g.id AND c.registered_at < :to::timestamptz
          AND (a.ended_at IS NULL OR a.ended_at >= :from::timestamptz))
      """;

  private static final String USED_UP =
      """
      SELECT CASE a.state WHEN 'consumed' THEN 'grant_last_used' ELSE 'grant_last_void' END AS what,
             a.ended_at AS at, g.channel, g.template
      FROM grant_account g JOIN authorisation a ON a.account_id = g.id
      WHERE g.recipient_id = :recipient
        AND a.ended_at >= :from::timestamptz AND a.ended_at < :to::timestamptz AND NOT EXISTS (
          SELECT FROM authorisation o JOIN consent_answer c ON c.id = o.id
          WHERE o.account_id = g.id AND c.registered_at <= a.ended_at
            AND (o.ended_at IS NULL OR (o.ended_at, o.id) > (a.ended_at, a.id)))
      """;

  private static final String REFUSALS =
      """
      SELECT 'grant_refusal' AS what, c.answered_at AS at, g.channel, g.template
      FROM grant_account g JOIN consent_answer c ON c.account_id = g.id
      WHERE g.recipient_id = :recipient AND c.status = 'reject'
        AND c.answered_at >= :from::timestamptz AND c.answered_at < :to::timestamptz
      """;

  private final JdbcClient jdbc;

  GrantTimeRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Something about what authorisations are for.
   *
   * @param what the code of its sentence
   */
  record Seen(String what, Instant at, String channel, String template) {}

  /** Where none existed at any time between. */
  List<Seen> without(RecipientId recipient, Instant from, Instant to) {
    return seen(WITHOUT, recipient, from, to);
  }

  /** Where the last one ended. */
  List<Seen> usedUp(RecipientId recipient, Instant from, Instant to) {
    return seen(USED_UP, recipient, from, to);
  }

  /** Where the person said no when asked. */
  List<Seen> refusals(RecipientId recipient, Instant from, Instant to) {
    return seen(REFUSALS, recipient, from, to);
  }

  private List<Seen> seen(String sql, RecipientId recipient, Instant from, Instant to) {
    return jdbc.sql(sql)
        .param("recipient", recipient.value())
        .param("from", from.toString())
        .param("to", to.toString())
        .query(
            (row, n) ->
                new Seen(
                    row.getString("what"),
                    row.getTimestamp("at").toInstant(),
                    row.getString("channel"),
                    row.getString("template")))
        .list();
  }
}
