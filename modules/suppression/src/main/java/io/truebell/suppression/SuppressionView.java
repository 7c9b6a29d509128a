package io.truebell.suppression;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A ban.
 *
 * @param recipient external id; null when the recipient is gone
 * @param endpointId the one address that is meant; null for every address of the channel
 * @param category null for every category
 * @param setBy "person" or "tenant"
 * @param reason a reason's code
 * @param source where it is known from: "receipt", "answer", or who set it
 * @param evidence what was said, word for word
 * @param deliveryId whose receipt or answer proved it
 * @param since a consent of the person that is younger lifts it
 * @param stands whether it stops deliveries now
 */
record SuppressionView(
    UUID id,
    @Nullable String recipient,
    String channel,
    @Nullable UUID endpointId,
    @Nullable String category,
    String setBy,
    String reason,
    String source,
    String evidence,
    @Nullable UUID deliveryId,
    Instant since,
    Instant createdAt,
    boolean stands,
    @Nullable Instant liftedAt,
    @Nullable String liftedBy,
    @Nullable String liftReason) {
  static SuppressionView of(Suppression s, @Nullable String recipient) {
    return new SuppressionView(
        s.id(),
        recipient,
        s.channel(),
        s.endpoint(),
        s.category(),
        s.setBy(),
        s.reason(),
        s.source(),
        s.evidence(),
        s.delivery(),
        s.since(),
        s.createdAt(),
        s.stands(),
        s.liftedAt(),
        s.liftedBy(),
        s.liftReason());
  }
}
