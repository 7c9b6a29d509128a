package io.truebell.dispatch.evidence;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.moves.Columns;
import io.truebell.dispatch.moves.Moves.Move;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Deliveries that wait for evidence. Their rows are locked after the deliveries, everywhere. */
@Component
class AwaitedRows {
  // One that was unknown and is accepted now begins to wait for a receipt; nothing begins twice.
  private static final String BEGIN =
      """
      INSERT INTO awaited (delivery_id, account_id, channel, type, accepted_at, expects_receipt, overdue_at, ask_at)
      SELECT * FROM unnest(:delivery::uuid[], :account::uuid[], :channel::text[], :type::text[],
                           :accepted::timestamptz[], :expects::boolean[], :overdue::timestamptz[], :ask::timestamptz[])
      ON CONFLICT (delivery_id) DO UPDATE
      SET accepted_at = excluded.accepted_at, overdue_at = excluded.overdue_at,
          ask_at = coalesce(awaited.ask_at, excluded.ask_at)
      WHERE awaited.accepted_at IS NULL AND excluded.accepted_at IS NOT NULL
      """;

  private static final String END =
      """
      UPDATE awaited SET outcome = m.outcome, overdue_at = NULL, ask_at = NULL
      FROM unnest(:delivery::uuid[], :outcome::text[]) AS m(delivery, outcome)
      WHERE delivery_id = m.delivery
      """;

  private static final String PENDING =
      """
      SELECT min(due_at) AS due_at FROM awaited WHERE due_at IS NOT NULL
      """;

  private static final String OVERDUE =
      """
      SELECT d.id, d.attempt, w.channel, w.accepted_at, w.overdue_at
      FROM awaited w JOIN delivery d ON d.id = w.delivery_id
      WHERE w.due_at <= :now::timestamptz AND w.overdue_at <= :now::timestamptz AND d.state = 'ACCEPTED'
      ORDER BY w.due_at LIMIT 200
      FOR UPDATE OF d SKIP LOCKED
      """;

  private static final String MARK =
      """
      UPDATE awaited SET overdue_at = NULL, marked_at = :now::timestamptz,
             ask_at = CASE WHEN m.asked THEN :now::timestamptz ELSE ask_at END
      FROM unnest(:delivery::uuid[], :asked::boolean[]) AS m(delivery, asked)
      WHERE delivery_id = m.delivery
      """;

  private static final String TO_ASK =
      """
      SELECT d.id, d.channel, d.account_id, d.endpoint_id, d.idempotency_key, d.provider_ref, d.created_at,
             w.asks, w.accepted_at, e.address, a.timeout_ms
      FROM awaited w
      JOIN delivery d ON d.id = w.delivery_id
      JOIN endpoint e ON e.id = d.endpoint_id
      JOIN channel_account a ON a.id = d.account_id
      WHERE w.due_at <= :now::timestamptz AND w.ask_at <= :now::timestamptz AND d.state IN ('ACCEPTED', 'UNKNOWN')
      ORDER BY w.due_at LIMIT :most
      FOR UPDATE OF d SKIP LOCKED
      """;

  private static final String ASKED =
      """
      UPDATE awaited SET asks = asks + 1, ask_at = m.next
      FROM unnest(:delivery::uuid[], :next::timestamptz[]) AS m(delivery, next)
      WHERE delivery_id = m.delivery
      """;

  private static final String ANSWERED =
      """
      INSERT INTO inquiry (delivery_id, ask, at, answer, code, text)
      VALUES (:delivery, :ask, :at::timestamptz, :answer, :code, :text)
      ON CONFLICT DO NOTHING
      """;

  private final JdbcClient jdbc;

  AwaitedRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One that begins to wait. */
  record Awaited(
      UUID delivery,
      AccountId account,
      ChannelKey channel,
      String type,
      @Nullable Instant acceptedAt,
      boolean expectsReceipt,
      @Nullable Instant overdueAt,
      @Nullable Instant askAt) {}

  /** One whose receipt is late. */
  record Overdue(
      UUID delivery, int attempt, String channel, Instant acceptedAt, Instant overdueAt) {}

  /**
   * One whose provider is to be asked.
   *
   * @param ask which time it is, from 1
   * @param address sealed
   */
  @SuppressWarnings("ArrayRecordComponent") // a ciphertext, handed on and never compared
  record ToAsk(
      UUID delivery,
      String channel,
      AccountId account,
      UUID endpoint,
      String idempotencyKey,
      @Nullable String providerRef,
      Instant calledAt,
      int ask,
      byte[] address,
      int timeoutMs) {}

  void begin(List<Awaited> list) {
    Columns<Awaited> columns =
        new Columns<>(list)
            .with("delivery", Awaited::delivery)
            .with("account", Awaited::account)
            .with("channel", Awaited::channel)
            .with("type", Awaited::type)
            .with("accepted", Awaited::acceptedAt)
            .with("expects", Awaited::expectsReceipt)
            .with("overdue", Awaited::overdueAt)
            .with("ask", Awaited::askAt);
    jdbc.sql(BEGIN).params(columns.parameters()).update();
  }

  void end(List<Move> moves) {
    Columns<Move> columns =
        new Columns<>(moves)
            .with("delivery", Move::delivery)
            .with("outcome", m -> m.to() == DeliveryState.DELIVERED ? "delivered" : "undelivered");
    jdbc.sql(END).params(columns.parameters()).update();
  }

  /** When the next is due; null when none is. */
  @Nullable Instant pending() {
    return jdbc.sql(PENDING)
        .query((row, n) -> Optional.ofNullable(instant(row, "due_at")))
        .single()
        .orElse(null);
  }

  /** Locks the deliveries. */
  List<Overdue> overdue(Instant now) {
    return jdbc.sql(OVERDUE)
        .param("now", now.toString())
        .query(
            (row, n) ->
                new Overdue(
                    row.getObject("id", UUID.class),
                    row.getInt("attempt"),
                    row.getString("channel"),
                    row.getTimestamp("accepted_at").toInstant(),
                    row.getTimestamp("overdue_at").toInstant()))
        .list();
  }

  /** A mark that is to be made. */
  record Mark(UUID delivery, boolean asked) {}

  void marked(List<Mark> marks, Instant now) {
    Columns<Mark> columns =
        new Columns<>(marks).with("delivery", Mark::delivery).with("asked", Mark::asked);
    jdbc.sql(MARK).params(columns.parameters()).param("now", now.toString()).update();
  }

  /** Locks the deliveries. */
  List<ToAsk> toAsk(Instant now, int most) {
    return jdbc.sql(TO_ASK)
        .param("now", now.toString())
        .param("most", most)
        .query((row, n) -> toAsk(row))
        .list();
  }

  private static ToAsk toAsk(ResultSet row) throws SQLException {
    Instant accepted = instant(row, "accepted_at");
    return new ToAsk(
        row.getObject("id", UUID.class),
        row.getString("channel"),
        new AccountId(row.getObject("account_id", UUID.class)),
        row.getObject("endpoint_id", UUID.class),
        row.getString("idempotency_key"),
        row.getString("provider_ref"),
        accepted == null ? row.getTimestamp("created_at").toInstant() : accepted,
        row.getInt("asks") + 1,
        row.getBytes("address"),
        row.getInt("timeout_ms"));
  }

  /** When one is asked the next time; null: never again. */
  record Next(UUID delivery, @Nullable Instant at) {}

  void asked(List<Next> list) {
    Columns<Next> columns =
        new Columns<>(list).with("delivery", Next::delivery).with("next", Next::at);
    jdbc.sql(ASKED).params(columns.parameters()).update();
  }

  void answered(ToAsk asked, String answer, String code, String text, Instant at) {
    jdbc.sql(ANSWERED)
        .param("delivery", asked.delivery())
        .param("ask", asked.ask())
        .param("at", at.toString())
        .param("answer", answer.toLowerCase(Locale.ROOT))
        .param("code", code)
        .param("text", text)
        .update();
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }
}
