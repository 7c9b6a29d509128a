package io.truebell.dispatch.explain;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What became of messages and deliveries, and why. */
@RestController
@Tag(name = "Messages", description = "What became of each message, and why")
@PreAuthorize("hasAuthority('SCOPE_notifications:read')")
class MessagesController {
  private final Explanations explanations;

  MessagesController(Explanations explanations) {
    this.explanations = explanations;
  }

  @GetMapping("/v1/messages/{id}")
  @Operation(operationId = "getMessage", summary = "One message, its inbox state and deliveries")
  MessageView message(@PathVariable UUID id) {
    return explanations.message(id);
  }

  @GetMapping("/v1/messages")
  @Operation(operationId = "listMessages", summary = "Messages, newest first, by any filter")
  Page<MessageView> messages(
      @RequestParam(required = false) @Nullable UUID notification,
      @RequestParam(required = false) @Nullable String recipient,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable String category,
      @RequestParam(required = false) @Nullable String subject,
      @RequestParam(required = false) @Nullable String q,
      @RequestParam(required = false) @Nullable String channel,
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String reason,
      @RequestParam(required = false) @Nullable Boolean sandbox,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Nullable Integer limit) {
    MessageFilter filter =
        new MessageFilter(
            notification,
            recipient,
            type,
            category,
            subject,
            q,
            channel,
            state,
            reason,
            sandbox,
            from,
            to);
    return explanations.messages(filter, cursor, Cursor.limit(limit));
  }

  @GetMapping("/v1/notifications/{id}")
  @Operation(
      operationId = "getNotification",
      summary = "One notification and where its deliveries stand")
  NotificationFactView notification(@PathVariable UUID id) {
    return explanations.notification(id);
  }

  @GetMapping("/v1/deliveries/{id}")
  @Operation(operationId = "getDelivery", summary = "One delivery")
  DeliveryView delivery(@PathVariable UUID id) {
    return explanations.delivery(id);
  }

  @GetMapping("/v1/deliveries/{id}/explanation")
  @Operation(
      operationId = "explainDelivery",
      summary = "Why a delivery stands where it stands: every decision, call and receipt")
  ExplanationView explanation(@PathVariable UUID id) {
    return explanations.explain(id);
  }
}
