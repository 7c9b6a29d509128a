package io.truebell.dispatch.redrive;

import io.truebell.core.message.DeliveryState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as it is judged for being sent again.
 *
 * @param numbers of its reason, as JSON
 * @param withdrawn whether its notification was withdrawn
 * @param way through which it could go now; null when there is none
 */
record Unreached(
    UUID id,
    UUID message,
    UUID notification,
    String recipient,
    @Nullable String channel,
    @Nullable String account,
    String type,
    String subject,
    DeliveryState state,
    String reason,
    String numbers,
    boolean sandbox,
    boolean withdrawn,
    @Nullable UUID resendOf,
    @Nullable Instant expiresAt,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Way way) {
  /**
   * An address and the account that would be used.
   *
   * @param maybeThere whether the person may have the message already: the outcome of this
   *     delivery, of one that it follows, or of another to this address is unknown
   */
  record Way(
      UUID account, String accountName, UUID endpoint, boolean sandbox, boolean maybeThere) {}

  /** With the way that was found. */
  Unreached through(@Nullable Way found) {
    return new Unreached(
        id,
        message,
        notification,
        recipient,
        channel,
        account,
        type,
        subject,
        state,
        reason,
        numbers,
        sandbox,
        withdrawn,
        resendOf,
        expiresAt,
        createdAt,
        updatedAt,
        found);
  }
}
