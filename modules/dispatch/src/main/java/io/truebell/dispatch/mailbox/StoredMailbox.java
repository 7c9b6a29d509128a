package io.truebell.dispatch.mailbox;

import io.truebell.core.message.MessageId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Mailbox;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The inbox as it stands in the tenant's tables. Every call reads and writes rows, no cache. */
@Component
class StoredMailbox implements Mailbox {
  private final MailboxRows rows;
  private final Clock clock;

  StoredMailbox(MailboxRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  @Override
  public Page<Item> items(String recipient, Filter filter, @Nullable String cursor, int limit) {
    UUID before = Cursor.read(cursor);
    List<Item> items = rows.page(known(recipient), states(filter), before, limit + 1);
    return Page.of(items, limit, item -> Cursor.after(item.id().value()));
  }

  @Override
  public long unread(String recipient) {
    return rows.unread(known(recipient));
  }

  @Override
  public Item mark(String recipient, MessageId item, InboxState state) {
    UUID owner = known(recipient);
    rows.mark(owner, item.value(), stored(state), clock.instant());
    return rows.one(owner, item.value()).orElseThrow(() -> ApiProblem.notFound("message"));
  }

  @Override
  public long markAllRead(String recipient) {
    return rows.markAllRead(known(recipient), clock.instant());
  }

  private UUID known(String recipient) {
    return rows.recipient(recipient).orElseThrow(() -> ApiProblem.notFound("recipient"));
  }

  private static List<String> states(Filter filter) {
    return switch (filter) {
      case UNREAD -> List.of(stored(InboxState.UNREAD));
      case CURRENT -> List.of(stored(InboxState.UNREAD), stored(InboxState.READ));
      case ARCHIVED -> List.of(stored(InboxState.ARCHIVED));
    };
  }

  private static String stored(InboxState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
