package io.truebell.dispatch.intake;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Answer to an accepted notification.
 *
 * @param repeated an earlier call with the same key and content had been accepted; this is its
 *     result
 */
record NotificationView(UUID id, Instant createdAt, List<MessageRef> messages, boolean repeated) {
  /** One recipient's message. */
  record MessageRef(UUID id, String recipient) {}

  static NotificationView of(Accepted accepted) {
    return new NotificationView(
        accepted.id(),
        accepted.createdAt(),
        accepted.messages().stream().map(m -> new MessageRef(m.id(), m.recipient())).toList(),
        accepted.repeated());
  }
}
