package io.truebell.inbox;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.message.MessageId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Mailbox;
import io.truebell.core.spi.Mailbox.Filter;
import io.truebell.core.spi.Mailbox.InboxState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A recipient's inbox. */
@RestController
@Tag(name = "Inbox", description = "A recipient's messages in the application itself")
@RequestMapping("/v1/recipients/{external_id}")
@PreAuthorize("hasAuthority('SCOPE_inbox')")
class InboxController {
  /**
   * The number on the badge.
   *
   * @param unread counted now
   */
  record BadgeView(long unread) {}

  /**
   * What reading everything did.
   *
   * @param marked how many items were unread before
   * @param unread how many are unread now
   */
  record ReadAllView(long marked, long unread) {}

  private final Mailbox mailbox;

  InboxController(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  @GetMapping("/inbox")
  @Operation(operationId = "listInbox", summary = "Inbox items, newest first")
  Page<InboxItemView> inboxItems(
      @PathVariable("external_id") String recipient,
      @RequestParam(name = "filter", defaultValue = "current") String filter,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    return mailbox
        .items(recipient, filter(filter), cursor, Cursor.limit(limit))
        .map(InboxItemView::of);
  }

  @GetMapping("/inbox/badge")
  @Operation(operationId = "getBadge", summary = "How many items are unread, counted now")
  BadgeView inboxBadge(@PathVariable("external_id") String recipient) {
    return new BadgeView(mailbox.unread(recipient));
  }

  @PostMapping("/inbox/{message_id}:read")
  @Operation(operationId = "markRead", summary = "Mark an item read; brings an archived one back")
  InboxItemView markRead(
      @PathVariable("external_id") String recipient, @PathVariable("message_id") UUID item) {
    return mark(recipient, item, InboxState.READ);
  }

  @PostMapping("/inbox/{message_id}:unread")
  @Operation(
      operationId = "markUnread",
      summary = "Mark an item unread; when it was first read stays on record")
  InboxItemView markUnread(
      @PathVariable("external_id") String recipient, @PathVariable("message_id") UUID item) {
    return mark(recipient, item, InboxState.UNREAD);
  }

  @PostMapping("/inbox/{message_id}:archive")
  @Operation(operationId = "archiveItem", summary = "Put an item away")
  InboxItemView archive(
      @PathVariable("external_id") String recipient, @PathVariable("message_id") UUID item) {
    return mark(recipient, item, InboxState.ARCHIVED);
  }

  @PostMapping("/inbox:read-all")
  @Operation(operationId = "markAllRead", summary = "Mark every unread item read")
  ReadAllView markAllRead(@PathVariable("external_id") String recipient) {
    long marked = mailbox.markAllRead(recipient);
    return new ReadAllView(marked, mailbox.unread(recipient));
  }

  private InboxItemView mark(String recipient, UUID item, InboxState state) {
    return InboxItemView.of(mailbox.mark(recipient, new MessageId(item), state));
  }

  private static Filter filter(String name) {
    return switch (name) {
      case "unread" -> Filter.UNREAD;
      case "current" -> Filter.CURRENT;
      case "archived" -> Filter.ARCHIVED;
      default ->
          throw ApiProblem.invalid(
              "filter", "unknown_value", "must be unread, current or archived");
    };
  }
}
