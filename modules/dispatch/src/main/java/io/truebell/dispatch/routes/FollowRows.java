package io.truebell.dispatch.routes;

import io.truebell.core.message.ChannelKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Deliveries that follow others, each born with the trace entry that says why. */
@Component
class FollowRows {
  private static final String BORN =
      """
      , born AS (
        INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id, endpoint_id,
                              type, category, subject, urgent, sandbox, state, reason, trace_seq, not_before,
                              expires_at, idempotency_key, created_at, updated_at, resend_of)
        SELECT :id, message_id, notification_id, recipient_id, new_channel, new_account, new_endpoint,
               type, category, subject, urgent, new_sandbox, 'QUEUED', :reason, 1, :due::timestamptz,
               expires_at, 'msg_' || replace(:id::text, '-', ''), :now::timestamptz, :now::timestamptz, id
        FROM way
        ON CONFLICT DO NOTHING
        RETURNING id
      )
      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers, source, policy,
                         policy_version, attempt, actor)
      SELECT id, 1, :now::timestamptz, NULL, 'QUEUED', 'PLANNED', :reason, :numbers::jsonb, :source, 'spine', 1, 0, :actor
      FROM born
      """;

  private static final String CARRY_ON =
      """
      WITH way AS (
        SELECT d.*, d.channel AS new_channel, d.account_id AS new_account, d.endpoint_id AS new_endpoint,
               d.sandbox AS new_sandbox
        FROM delivery d JOIN notification n ON n.id = d.notification_id
        WHERE d.id = :old AND d.state = 'MERGED' AND n.cancelled_at IS NULL
          AND (d.expires_at IS NULL OR d.expires_at > :due::timestamptz)
          AND NOT EXISTS (SELECT FROM delivery f WHERE f.resend_of = d.id)
      )
      """
          + BORN;

  // The way is chosen as a plan chooses it: a usable address, through its own account or the
  // channel's oldest.
  // A channel that this message has tried is not tried again, nor one that its sender did not name.
  // Nobody may get a second copy: what went to another of the person's addresses on that channel
  // must
  // have failed as well, and no call of this delivery may be unknown, unless the tenant accepts
  // that.
  private static final String FALL_BACK =
      """
      WITH way AS (
        SELECT d.*, e.channel AS new_channel, a.id AS new_account, e.id AS new_endpoint, a.sandbox AS new_sandbox
        FROM delivery d
        JOIN notification n ON n.id = d.notification_id
        JOIN endpoint e ON e.recipient_id = d.recipient_id AND e.channel = :channel
          AND e.removed_at IS NULL AND e.status <> 'dead'
        JOIN channel_account a ON a.channel = e.channel AND a.removed_at IS NULL AND a.enabled
          AND CASE WHEN e.account_id IS NULL THEN NOT a.sandbox ELSE e.account_id = a.id END
          AND (NOT a.verified_endpoints_only OR e.status = 'verified')
          AND (NOT a.sandbox OR :sandbox_allowed)
        LEFT JOIN route r ON r.type = d.type
        WHERE d.id = :old AND n.cancelled_at IS NULL AND (n.channels IS NULL OR :channel = ANY (n.channels))
          AND d.state IN ('REJECTED', 'FAILED', 'UNDELIVERED', 'DEGRADED', 'SUPPRESSED', 'UNKNOWN')
          AND (d.expires_at IS NULL OR d.expires_at > :now::timestamptz)
          AND NOT EXISTS (SELECT FROM delivery f WHERE f.resend_of = d.id)
          AND NOT EXISTS (SELECT FROM delivery o WHERE o.message_id = d.message_id AND o.channel = :channel)
          AND NOT EXISTS (
            SELECT FROM delivery o
            WHERE o.message_id = d.message_id AND o.channel = d.channel AND o.id <> d.id
              AND (o.state IN ('QUEUED', 'CLAIMED', 'ACCEPTED', 'DELIVERED', 'MERGED')
                   OR o.state = 'UNKNOWN' AND r.accept_duplicates IS NOT TRUE))
          AND (r.accept_duplicates OR d.state = 'UNDELIVERED'
               OR d.state <> 'UNKNOWN'
                  AND NOT EXISTS (SELECT FROM attempt t WHERE t.delivery_id = d.id AND t.outcome = 'unknown'))
        ORDER BY e.id, a.created_at, a.id
        LIMIT 1
      )
      """
          + BORN;

  // Of several addresses that fail at the same time, in transactions of their own, the last one has
  // to see the others as failed.
  private static final String ONE_AFTER_THE_OTHER =
      """
      SELECT m.id FROM message m JOIN delivery d ON d.message_id = m.id
      WHERE d.id = :old AND EXISTS (
        SELECT FROM delivery o WHERE o.message_id = m.id AND o.channel = d.channel AND o.id <> d.id)
      FOR NO KEY UPDATE OF m
      """;

  private final JdbcClient jdbc;

  FollowRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A reason as it is stored.
   *
   * @param numbers as JSON
   */
  record Said(String code, String numbers) {}

  /** Whether there was one to make. */
  boolean carryOn(UUID id, UUID merged, Instant due, Said why, Instant now, String actor) {
    return born(CARRY_ON, id, merged, due, why, now, actor).param("source", "digest").update() > 0;
  }

  /** Whether there was one to make. */
  boolean fallBack(
      UUID id,
      UUID ended,
      ChannelKey channel,
      boolean sandboxAllowed,
      Said why,
      Instant now,
      String actor) {
    List<UUID> _ = jdbc.sql(ONE_AFTER_THE_OTHER).param("old", ended).query(UUID.class).list();
    return born(FALL_BACK, id, ended, now, why, now, actor)
            .param("source", "route")
            .param("channel", channel.value())
            .param("sandbox_allowed", sandboxAllowed)
            .update()
        > 0;
  }

  private JdbcClient.StatementSpec born(
      String sql, UUID id, UUID old, Instant due, Said why, Instant now, String actor) {
    return jdbc.sql(sql)
        .param("id", id)
        .param("old", old)
        .param("due", due.toString())
        .param("reason", why.code())
        .param("numbers", why.numbers())
        .param("now", now.toString())
        .param("actor", actor);
  }
}
