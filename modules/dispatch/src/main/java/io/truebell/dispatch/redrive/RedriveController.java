package io.truebell.dispatch.redrive;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.dispatch.redrive.RedriveViews.RedriveView;
import io.truebell.dispatch.redrive.RedriveViews.ResendView;
import io.truebell.dispatch.redrive.RedriveViews.UnreachedView;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What reached nobody, and sending it again where that is safe. */
@RestController
@Tag(name = "Redrive", description = "What reached nobody, and what may safely be done about it")
class RedriveController {
  private final Redrive redrive;
  private final SendAgain sendAgain;

  RedriveController(Redrive redrive, SendAgain sendAgain) {
    this.redrive = redrive;
    this.sendAgain = sendAgain;
  }

  @GetMapping("/v1/redrive")
  @PreAuthorize("hasAuthority('SCOPE_notifications:read')")
  @Operation(
      operationId = "listUnreached",
      summary = "Deliveries that ended without reaching anybody, with what may safely be done",
      description =
          "Rejected, failed, undelivered, expired, cancelled; unknown ones and accepted ones whose"
              + " receipt is overdue, which may have arrived after all. One that was sent again is"
              + " left out: its resend stands for it.")
  Page<UnreachedView> list(
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String reason,
      @RequestParam(required = false) @Nullable String channel,
      @RequestParam(required = false) @Nullable String type,
      @RequestParam(required = false) @Nullable UUID notification,
      @RequestParam(required = false) @Nullable String recipient,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Nullable Integer limit) {
    RedriveFilter filter =
        new RedriveFilter(state, reason, channel, type, notification, recipient, from, to);
    return redrive.list(filter, cursor, Cursor.limit(limit));
  }

  @PostMapping("/v1/redrive")
  @PreAuthorize("hasAuthority('SCOPE_notifications:write')")
  @Operation(
      operationId = "redrive",
      summary = "Send many again, where that is safe; says of each what became of it",
      description =
          "Looks at most at limit of those that the filter means, newest first. Left out are those"
              + " for which something else comes first, and unknown ones unless a duplicate is"
              + " acceptable.")
  RedriveView redrive(@RequestBody RedriveRequest request, @AuthenticationPrincipal Caller caller) {
    return redrive.all(request, caller.actor());
  }

  @PostMapping("/v1/deliveries/{id}:resend")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @PreAuthorize("hasAuthority('SCOPE_notifications:write')")
  @Operation(
      operationId = "resendDelivery",
      summary = "Send again what reached nobody: a new delivery of the same message",
      description =
          "The old delivery stays as it is; the new one names it, who asked, and why. Refused with"
              + " 409 when the old one, or its last resend, is under way, accepted, delivered or"
              + " withdrawn, when its deadline has passed or no address can be used, and when an"
              + " outcome is unknown and the caller does not say that a duplicate is acceptable. It"
              + " passes all gates again.")
  ResendView resend(
      @PathVariable UUID id,
      @RequestBody ResendRequest request,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @AuthenticationPrincipal Caller caller) {
    return sendAgain.resend(id, request, key, caller.actor());
  }
}
