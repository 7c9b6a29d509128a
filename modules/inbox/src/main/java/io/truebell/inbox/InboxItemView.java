package io.truebell.inbox;

import io.truebell.core.spi.Mailbox;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One inbox item on the wire.
 *
 * @param state one of "unread", "read", "archived"
 * @param readAt when it was read for the first time; stays when it is marked unread again
 * @param archivedAt when it was put away; null when it is not
 */
record InboxItemView(
    UUID messageId,
    UUID notificationId,
    String type,
    String category,
    String subject,
    Map<String, Object> payload,
    String state,
    Instant createdAt,
    @Nullable Instant readAt,
    @Nullable Instant archivedAt) {

  static InboxItemView of(Mailbox.Item item) {
    return new InboxItemView(
        item.id().value(),
        item.notification().value(),
        item.type(),
        item.category().name().toLowerCase(Locale.ROOT),
        item.subject(),
        item.payload(),
        item.state().name().toLowerCase(Locale.ROOT),
        item.createdAt(),
        item.readAt(),
        item.archivedAt());
  }
}
