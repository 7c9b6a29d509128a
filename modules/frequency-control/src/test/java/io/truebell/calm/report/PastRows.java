package io.truebell.calm.report;

import io.truebell.calm.policy.PolicyBed;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts deliveries of the past into the dispatcher's tables, move by move. */
final class PastRows {
  private final PolicyBed bed;
  private final RecipientId recipient;
  private final UUID account = new UUID(0, 5);

  String category = "transactional";
  String subject = "trip:1";
  boolean urgent;
  boolean sandbox;
  @Nullable Instant wantedAt;
  @Nullable Instant expiresAt;
  @Nullable UUID resendOf;

  PastRows(PolicyBed bed, RecipientId recipient) {
    this.bed = bed;
    this.recipient = recipient;
  }

  /** A delivery that has just been queued. */
  final class Row {
    final UUID id = bed.id();
    final UUID notification = bed.id();
    private int seq = 1;
    private int attempt;

    private Row() {
      UUID message = bed.id();
      String now = bed.clock.instant().toString();
      bed.write(
          "INSERT INTO notification VALUES (?, ?::timestamptz)",
          notification,
          wantedAt == null ? null : wantedAt.toString());
      bed.write("INSERT INTO message VALUES (?, ?)", message, recipient.value());
      trace("QUEUED", "PLANNED", "intake", "spine");
      bed.write(
          """
          INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id, type, category,
            subject, urgent, sandbox, state, reason, trace_seq, attempt, not_before, expires_at, resend_of, created_at,
            updated_at)
          VALUES (?, ?, ?, ?, 'webhook', ?, 'trip.changed', ?, ?, ?, ?, 'QUEUED', 'planned', 1, 0, ?::timestamptz,
            ?::timestamptz, ?, ?::timestamptz, ?::timestamptz)
          """,
          id,
          message,
          notification,
          recipient.value(),
          account,
          category,
          subject,
          urgent,
          sandbox,
          wantedAt == null ? now : wantedAt.toString(),
          expiresAt == null ? null : expiresAt.toString(),
          resendOf,
          now,
          now);
    }

    private void trace(String to, String cause, String source, String policy) {
      bed.write(
          "INSERT INTO trace VALUES (?, ?, ?::timestamptz, ?, ?, ?, ?, 3)",
          id,
          seq,
          bed.clock.instant().toString(),
          to,
          cause,
          source,
          policy);
    }

    private Row move(DeliveryState to, String cause, String source, String reason) {
      seq++;
      attempt += to == DeliveryState.CLAIMED ? 1 : 0;
      trace(to.name(), cause, source, source.equals("claim") ? "spine" : "calm");
      bed.write(
          """
          UPDATE delivery SET state = ?, reason = ?, trace_seq = ?, attempt = ?, updated_at = ?::timestamptz
          WHERE id = ?
          """,
          to.name(),
          reason,
          seq,
          attempt,
          bed.clock.instant().toString(),
          id);
      return this;
    }

    Row held(String source, String reason, Instant until) {
      Row held = move(DeliveryState.QUEUED, "HOLD", source, reason);
      bed.write(
          "UPDATE delivery SET not_before = ?::timestamptz WHERE id = ?", until.toString(), id);
      return held;
    }

    Row claimed() {
      return move(DeliveryState.CLAIMED, "CLAIM", "claim", "gates_passed");
    }

    Row answered(DeliveryState state) {
      return move(state, "ANSWER", "claim", "answered");
    }

    Row overdue() {
      return move(DeliveryState.ACCEPTED, "OVERDUE", "claim", "receipt_overdue");
    }

    Row merged(UUID digest) {
      bed.write("UPDATE delivery SET digest_id = ? WHERE id = ?", digest, id);
      return move(DeliveryState.MERGED, "GATE", "window_and_digest", "merged_into_digest");
    }

    Row ended(DeliveryState state, String source, String reason) {
      return move(state, "GATE", source, reason);
    }
  }

  Row queued() {
    return new Row();
  }

  /** One that the third party accepted. */
  Row accepted() {
    return queued().claimed().answered(DeliveryState.ACCEPTED);
  }
}
