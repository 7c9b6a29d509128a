package io.truebell.dispatch.evidence;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.dispatch.moves.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The stored receipts. */
@Component
class ReceiptRows {
  private static final String TARGET =
      """
      SELECT id, attempt, recipient_id, endpoint_id, account_id, channel, category FROM delivery
      """;

  // Locks the delivery: a settlement under way ends first, and then sees the receipt or is seen.
  private static final String BY_ID =
      TARGET
          + """
          WHERE id = :delivery AND account_id = coalesce(:account::uuid, account_id) FOR UPDATE
          """;

  // Two are enough to know that it is not unique.
  private static final String BY_REF =
      TARGET
          + """
          WHERE account_id = :account AND provider_ref = :ref LIMIT 2 FOR UPDATE
          """;

  private static final String STORE =
      """
      INSERT INTO receipt (id, delivery_id, status, proofs, code, text, source, at, occurred_at, last_at,
                           times, about_attempt)
      VALUES (:id, :delivery, :status, :proofs, :code, :text, :source, :at::timestamptz,
              :occurred::timestamptz, :at::timestamptz, :times, :attempt)
      ON CONFLICT (delivery_id, id) DO UPDATE
      SET times = receipt.times + excluded.times, last_at = excluded.last_at
      RETURNING (xmax = 0) AS new
      """;

  // A delivered receipt is the stronger one of two that disagree and wait together; it counts
  // whichever attempt it is about. A bad one counts against the attempt that it came in, or a retry
  // that went well would be taken for the one before.
  private static final String STRONGEST =
      """
      SELECT d.id, d.state, d.attempt, d.account_id, d.channel, d.type, d.sandbox, a.receipt_within_seconds,
             r.status, r.code, r.text, r.source,
             EXISTS (SELECT FROM receipt x WHERE x.delivery_id = d.id) AS told,
             d.state = 'QUEUED' AND EXISTS (SELECT FROM attempt t WHERE t.delivery_id = d.id AND t.called) AS called
      FROM delivery d
      JOIN channel_account a ON a.id = d.account_id
      LEFT JOIN LATERAL (
        SELECT status, code, text, source FROM receipt
        WHERE delivery_id = d.id AND about_attempt > 0
          AND (status = 'delivered' OR about_attempt = d.attempt)
        ORDER BY CASE status WHEN 'delivered' THEN 0 WHEN 'undelivered' THEN 1 ELSE 2 END, at, id
        LIMIT 1) r ON true
      WHERE d.id = ANY (:ids::uuid[])
      """;

  private static final String DISAGREE =
      """
      UPDATE receipt r SET disagrees = true
      FROM delivery d
      WHERE d.id = r.delivery_id AND d.id = ANY (:ids::uuid[]) AND NOT r.disagrees
        AND (r.about_attempt = 0
             OR CASE d.state
                  WHEN 'DELIVERED' THEN r.status = 'undelivered'
                  WHEN 'QUEUED' THEN false
                  WHEN 'CLAIMED' THEN false
                  WHEN 'ACCEPTED' THEN false
                  WHEN 'UNKNOWN' THEN false
                  ELSE r.status = 'delivered'
                END)
      """;

  private static final String DEAD =
      """
      UPDATE endpoint SET status = 'dead', status_reason = :reason, updated_at = :now::timestamptz,
                          version = version + 1
      WHERE id = :endpoint AND status <> 'dead'
      """;

  private final JdbcClient jdbc;

  ReceiptRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The delivery that a receipt is about. */
  record Target(
      DeliveryId delivery,
      int attempt,
      RecipientId recipient,
      EndpointId endpoint,
      AccountId account,
      ChannelKey channel,
      String category) {}

  /** At most two; locked. */
  List<Target> lock(@Nullable AccountId account, ReceiptMatch match) {
    JdbcClient.StatementSpec query =
        switch (match) {
          case ReceiptMatch.ByDelivery by ->
              jdbc.sql(BY_ID)
                  .param("delivery", by.delivery().value())
                  .param("account", account == null ? null : account.toString());
          case ReceiptMatch.ByProviderRef by ->
              jdbc.sql(BY_REF)
                  .param("account", Objects.requireNonNull(account).value())
                  .param("ref", by.ref());
        };
    return query.query((row, n) -> target(row)).list();
  }

  private static Target target(ResultSet row) throws SQLException {
    return new Target(
        new DeliveryId(row.getObject("id", UUID.class)),
        row.getInt("attempt"),
        new RecipientId(row.getObject("recipient_id", UUID.class)),
        new EndpointId(row.getObject("endpoint_id", UUID.class)),
        new AccountId(row.getObject("account_id", UUID.class)),
        new ChannelKey(row.getString("channel")),
        row.getString("category"));
  }

  /** Whether it is new. */
  boolean storeOnce(Target target, ReceiptArrived receipt, Instant at) {
    Instant occurred = receipt.occurredAt();
    return jdbc.sql(STORE)
        .param("id", receipt.receiptId())
        .param("delivery", target.delivery().value())
        .param("attempt", target.attempt())
        .param("status", receipt.news().word())
        .param("proofs", Columns.of(receipt.news().provenBeyond().stream().sorted().toList()))
        .param("code", receipt.code())
        .param("text", receipt.text())
        .param("source", receipt.source())
        .param("at", at.toString())
        .param("occurred", occurred == null ? null : occurred.toString())
        .param("times", receipt.times())
        .query(Boolean.class)
        .single();
  }

  /** Where these stand, with their strongest receipts. */
  List<Standing> strongest(List<UUID> deliveries) {
    return jdbc.sql(STRONGEST)
        .param("ids", Columns.of(deliveries))
        .query((row, n) -> Standing.of(row))
        .list();
  }

  /** Marks receipts that contradict where their deliveries stand. */
  void markDisagreements(List<UUID> deliveries) {
    jdbc.sql(DISAGREE).param("ids", Columns.of(deliveries)).update();
  }

  /** Marks an endpoint that a provider proved dead. */
  void markDead(EndpointId endpoint, String reason, Instant now) {
    jdbc.sql(DEAD)
        .param("endpoint", endpoint.value())
        .param("reason", reason)
        .param("now", now.toString())
        .update();
  }
}
