package io.truebell.core.spi;

import io.truebell.core.message.Category;
import io.truebell.core.message.MessageId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.rest.Page;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A recipient's messages as an inbox. Called in the tenant's scope. */
public interface Mailbox {
  /** What the person did with an item. */
  enum InboxState {
    UNREAD,
    READ,
    ARCHIVED
  }

  /** Which items to list. */
  enum Filter {
    UNREAD,
    /** Unread and read. */
    CURRENT,
    ARCHIVED
  }

  /** One message in the inbox. */
  record Item(
      MessageId id,
      NotificationId notification,
      String type,
      Category category,
      String subject,
      Map<String, Object> payload,
      InboxState state,
      Instant createdAt,
      @Nullable Instant readAt,
      @Nullable Instant archivedAt) {}

  /**
   * Items newest first.
   *
   * @param recipient external id
   * @throws io.truebell.core.rest.ApiProblem 404 when the recipient is unknown
   */
  Page<Item> items(String recipient, Filter filter, @Nullable String cursor, int limit);

  /**
   * How many are unread, counted now.
   *
   * @throws io.truebell.core.rest.ApiProblem 404 when the recipient is unknown
   */
  long unread(String recipient);

  /**
   * Changes one item; repeating it changes nothing.
   *
   * @throws io.truebell.core.rest.ApiProblem 404 when it is not in this recipient's inbox
   */
  Item mark(String recipient, MessageId item, InboxState state);

  /**
   * Marks every unread item as read and says how many there were.
   *
   * @throws io.truebell.core.rest.ApiProblem 404 when the recipient is unknown
   */
  long markAllRead(String recipient);
}
