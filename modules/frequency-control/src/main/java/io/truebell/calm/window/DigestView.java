package io.truebell.calm.window;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.calm.window.DigestViewRows.Found;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A digest.
 *
 * @param id of the delivery that opened it
 * @param recipient external id; null when the recipient is gone
 * @param carrier the delivery that goes out for all
 * @param count deliveries in it, with its carrier; some may have been withdrawn since
 * @param policyVersion that it opened under and keeps
 * @param endReason why it never went out; a reason's code
 */
record DigestView(
    UUID id,
    @Nullable String recipient,
    UUID accountId,
    String subject,
    UUID carrier,
    @Schema(allowableValues = {"open", "sent", "ended"}) String state,
    int count,
    int policyVersion,
    Instant openedAt,
    Instant dueAt,
    @Nullable Instant closedAt,
    @Nullable String endReason) {
  static DigestView of(Found found, @Nullable String recipient) {
    return new DigestView(
        found.id(),
        recipient,
        found.account(),
        found.subject(),
        found.carrier(),
        found.state(),
        found.members(),
        found.policyVersion(),
        found.openedAt(),
        found.dueAt(),
        found.closedAt(),
        found.endReason());
  }
}
