package io.truebell.dispatch.redrive;

import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.moves.Columns;
import io.truebell.dispatch.redrive.Unreached.Way;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What ended without reaching anybody, and what follows it. */
@Component
class RedriveRows {
  private static final String DELIVERY =
      """
      SELECT d.id, d.message_id, d.notification_id, r.external_id, d.channel, a.name AS account, d.type, d.subject,
             d.state, d.reason, t.numbers, d.sandbox, n.cancelled_at IS NOT NULL AS withdrawn, d.resend_of,
             d.expires_at, d.created_at, d.updated_at
      FROM delivery d
      JOIN trace t ON t.delivery_id = d.id AND t.seq = d.trace_seq AND t.to_state = d.state
      JOIN notification n ON n.id = d.notification_id
      JOIN recipient r ON r.id = d.recipient_id
      LEFT JOIN channel_account a ON a.id = d.account_id
      """;

  private static final String ONE = DELIVERY + "WHERE d.id = :id";

  // The condition on the states is, word for word, that of an index. What was sent again is left
  // out: its resend stands for it.
  private static final String UNREACHED =
      DELIVERY
          + """
          WHERE (d.state IN ('REJECTED', 'FAILED', 'UNKNOWN', 'UNDELIVERED', 'EXPIRED', 'CANCELLED')
             OR (d.state = 'ACCEPTED' AND d.receipt_overdue_at IS NOT NULL))
            AND NOT EXISTS (SELECT 1 FROM delivery s WHERE s.resend_of = d.id)
            AND d.id < :before
          """;

  private static final String ORDER = " ORDER BY d.id DESC LIMIT :most";

  // The same address and account where they still can be used, or else another address of the same
  // channel: never one that has the message already, or is about to get it. The person may have it
  // when this delivery, one that it follows, or another to the address is unknown.
  private static final String WAYS =
      """
      SELECT DISTINCT ON (d.id) d.id AS delivery, a.id AS account, a.name, a.sandbox, e.id AS endpoint,
             EXISTS (
               WITH RECURSIVE chain AS (
                 SELECT d.id, d.resend_of, d.state
                 UNION ALL
                 SELECT p.id, p.resend_of, p.state FROM delivery p JOIN chain c ON p.id = c.resend_of
               )
               SELECT 1 FROM chain WHERE state = 'UNKNOWN'
               UNION ALL
               SELECT 1 FROM chain c JOIN attempt t ON t.delivery_id = c.id WHERE t.outcome = 'unknown' AND c.state <> 'UNDELIVERED'
               UNION ALL
               SELECT 1 FROM delivery o
               WHERE o.message_id = d.message_id AND o.endpoint_id = e.id AND o.state = 'UNKNOWN') AS maybe
      FROM delivery d
      JOIN endpoint e ON e.recipient_id = d.recipient_id AND e.channel = d.channel
        AND e.removed_at IS NULL AND e.status <> 'dead'
      JOIN channel_account a ON a.channel = d.channel AND a.removed_at IS NULL AND a.enabled
        AND CASE WHEN e.account_id IS NULL THEN NOT a.sandbox ELSE e.account_id = a.id END
        AND (NOT a.verified_endpoints_only OR e.status = 'verified')
        AND (NOT a.sandbox OR :sandbox_allowed)
      WHERE d.id = ANY (:ids::uuid[])
        AND NOT EXISTS (SELECT 1 FROM delivery o
                        WHERE o.message_id = d.message_id AND o.endpoint_id = e.id AND o.id <> d.id
                          AND o.state IN ('QUEUED', 'CLAIMED', 'ACCEPTED', 'DELIVERED'))
      ORDER BY d.id, e.id = d.endpoint_id DESC, a.id = d.account_id DESC, e.id, a.created_at, a.id
      """;

  // Two that ask for deliveries of the same message wait here for each other: they may choose the
  // same address.
  private static final String LOCK =
      """
      SELECT d.id FROM delivery d JOIN message m ON m.id = d.message_id WHERE d.id = :id FOR UPDATE OF m, d
      """;

  private static final String FOLLOWER =
      """
      SELECT id FROM delivery WHERE resend_of = :id
      """;

  private static final String FOLLOWED =
      """
      SELECT resend_of FROM delivery WHERE id = :id
      """;

  private static final String BY_KEY =
      """
      SELECT delivery_id, asked_for, duplicate_acceptable, reason FROM resend WHERE idempotency_key = :key
      """;

  private static final String RESEND =
      """
      WITH born AS (
        INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id, endpoint_id,
                              type, category, subject, urgent, sandbox, state, reason, trace_seq, not_before,
                              expires_at, idempotency_key, created_at, updated_at, resend_of)
        SELECT :id, message_id, notification_id, recipient_id, channel, :account, :endpoint,
               type, category, subject, urgent, :sandbox, 'QUEUED', 'resent', 1, :now::timestamptz,
               expires_at, 'msg_' || replace(:id::text, '-', ''), :now::timestamptz, :now::timestamptz, id
        FROM delivery WHERE id = :resend_of
      ), audit AS (
        INSERT INTO resend (delivery_id, asked_for, idempotency_key, duplicate_acceptable, reason, asked_by, asked_at)
        VALUES (:id, :asked_for, :key, :duplicate_acceptable, :because, :actor, :now::timestamptz)
      )
      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers, source, policy,
                         policy_version, attempt, actor)
      VALUES (:id, 1, :now::timestamptz, NULL, 'QUEUED', 'PLANNED', 'resent', :numbers::jsonb, 'redrive', 'spine',
              1, 0, :actor)
      """;

  private final JdbcClient jdbc;

  RedriveRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** What was asked for with a key. */
  record Asked(UUID made, UUID askedFor, boolean duplicateAcceptable, String reason) {}

  /**
   * A new delivery.
   *
   * @param resendOf the one that it follows
   * @param askedFor the one that the caller named: the same, or one that it follows in turn
   * @param numbers of its first trace entry, as JSON
   */
  record Resend(
      UUID id,
      UUID resendOf,
      UUID askedFor,
      Way way,
      boolean duplicateAcceptable,
      String because,
      @Nullable String key,
      String numbers) {}

  /** Newest first, with the way that each could go. */
  List<Unreached> unreached(RedriveFilter filter, UUID before, int most, boolean sandboxAllowed) {
    List<Unreached> found =
        jdbc.sql(UNREACHED + filter.conditions() + ORDER)
            .params(filter.parameters())
            .param("before", before)
            .param("most", most)
            .query((row, n) -> delivery(row))
            .list();
    Map<UUID, Way> ways = ways(found.stream().map(Unreached::id).toList(), sandboxAllowed);
    return found.stream().map(d -> d.through(ways.get(d.id()))).toList();
  }

  Unreached delivery(UUID id, boolean sandboxAllowed) {
    return jdbc.sql(ONE)
        .param("id", id)
        .query((row, n) -> delivery(row))
        .single()
        .through(ways(List.of(id), sandboxAllowed).get(id));
  }

  private Map<UUID, Way> ways(List<UUID> deliveries, boolean sandboxAllowed) {
    Map<UUID, Way> ways = new HashMap<>();
    jdbc.sql(WAYS)
        .param("ids", Columns.of(deliveries))
        .param("sandbox_allowed", sandboxAllowed)
        .query(
            row -> {
              ways.put(
                  row.getObject("delivery", UUID.class),
                  new Way(
                      row.getObject("account", UUID.class),
                      row.getString("name"),
                      row.getObject("endpoint", UUID.class),
                      row.getBoolean("sandbox"),
                      row.getBoolean("maybe")));
            });
    return ways;
  }

  /** Whether there is such a delivery, locked now. */
  boolean lock(UUID delivery) {
    return jdbc.sql(LOCK).param("id", delivery).query(UUID.class).optional().isPresent();
  }

  /** The one that was sent in place of it. */
  Optional<UUID> follower(UUID delivery) {
    return jdbc.sql(FOLLOWER).param("id", delivery).query(UUID.class).optional();
  }

  /** The one that it was sent in place of. */
  UUID followed(UUID resend) {
    return jdbc.sql(FOLLOWED).param("id", resend).query(UUID.class).single();
  }

  Optional<Asked> byKey(String key) {
    return jdbc.sql(BY_KEY)
        .param("key", key)
        .query(
            (row, n) ->
                new Asked(
                    row.getObject("delivery_id", UUID.class),
                    row.getObject("asked_for", UUID.class),
                    row.getBoolean("duplicate_acceptable"),
                    row.getString("reason")))
        .optional();
  }

  void insert(Resend resend, Instant now, String actor) {
    jdbc.sql(RESEND)
        .param("id", resend.id())
        .param("resend_of", resend.resendOf())
        .param("asked_for", resend.askedFor())
        .param("account", resend.way().account())
        .param("endpoint", resend.way().endpoint())
        .param("sandbox", resend.way().sandbox())
        .param("key", resend.key())
        .param("duplicate_acceptable", resend.duplicateAcceptable())
        .param("because", resend.because())
        .param("numbers", resend.numbers())
        .param("now", now.toString())
        .param("actor", actor)
        .update();
  }

  private static Unreached delivery(ResultSet row) throws SQLException {
    Timestamp expires = row.getTimestamp("expires_at");
    return new Unreached(
        row.getObject("id", UUID.class),
        row.getObject("message_id", UUID.class),
        row.getObject("notification_id", UUID.class),
        row.getString("external_id"),
        row.getString("channel"),
        row.getString("account"),
        row.getString("type"),
        row.getString("subject"),
        DeliveryState.valueOf(row.getString("state")),
        row.getString("reason"),
        row.getString("numbers"),
        row.getBoolean("sandbox"),
        row.getBoolean("withdrawn"),
        row.getObject("resend_of", UUID.class),
        expires == null ? null : expires.toInstant(),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant(),
        null);
  }
}
