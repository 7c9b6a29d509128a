package io.truebell.dispatch.evidence;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Cause;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a delivery stands, and what was said of it.
 *
 * @param receiptWithin the account's own patience; null when it is the channel's
 * @param told whether it has any receipt
 * @param called whether it waits for a retry and its provider was called before
 * @param strongest its strongest receipt; null when it has none
 */
record Standing(
    UUID delivery,
    DeliveryState state,
    int attempt,
    AccountId account,
    ChannelKey channel,
    String type,
    boolean sandbox,
    @Nullable Duration receiptWithin,
    boolean told,
    boolean called,
    @Nullable Proof strongest) {

  /** What a receipt says. */
  record Proof(String status, String code, String text, String source) {}

  static Standing of(ResultSet row) throws SQLException {
    String status = row.getString("status");
    int within = row.getInt("receipt_within_seconds");
    Duration own = row.wasNull() ? null : Duration.ofSeconds(within);
    return new Standing(
        row.getObject("id", UUID.class),
        DeliveryState.valueOf(row.getString("state")),
        row.getInt("attempt"),
        new AccountId(row.getObject("account_id", UUID.class)),
        new ChannelKey(row.getString("channel")),
        row.getString("type"),
        row.getBoolean("sandbox"),
        own,
        row.getBoolean("told"),
        row.getBoolean("called"),
        status == null
            ? null
            : new Proof(
                status, row.getString("code"), row.getString("text"), row.getString("source")));
  }

  /** The move that its strongest receipt makes: always towards stronger evidence. */
  Optional<Move> move() {
    Proof proof = strongest;
    if (proof == null) {
      return Optional.empty();
    }
    DeliveryState to =
        switch (proof.status()) {
          case "delivered" -> DeliveryState.DELIVERED;
          case "undelivered" -> DeliveryState.UNDELIVERED;
          default -> DeliveryState.ACCEPTED;
        };
    boolean stronger =
        switch (state) {
          // a retry that waits is called off only by proof that the person has it
          case QUEUED -> to == DeliveryState.DELIVERED && called;
          case ACCEPTED -> to != DeliveryState.ACCEPTED;
          case UNKNOWN -> true;
          case CLAIMED,
              DELIVERED,
              UNDELIVERED,
              REJECTED,
              FAILED,
              MERGED,
              DEGRADED,
              SUPPRESSED,
              CANCELLED,
              EXPIRED,
              INBOX_ONLY ->
              false;
        };
    return stronger ? Optional.of(move(to, proof)) : Optional.empty();
  }

  private Move move(DeliveryState to, Proof proof) {
    String code =
        switch (to) {
          case DELIVERED ->
              state == DeliveryState.QUEUED ? "receipt_ends_retries" : "receipt_delivered";
          case ACCEPTED -> "receipt_accepted";
          default -> "receipt_undelivered";
        };
    Reason reason =
        Reason.of(code)
            .with("source", proof.source())
            .with("code", proof.code())
            .with("text", proof.text());
    return new Move(
        delivery,
        attempt,
        state,
        to,
        Cause.RECEIPT,
        reason,
        proof.source().equals("query") ? "query" : "receipt",
        Moves.SPINE,
        Moves.Effect.NONE);
  }
}
