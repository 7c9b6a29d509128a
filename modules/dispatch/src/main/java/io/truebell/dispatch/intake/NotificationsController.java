package io.truebell.dispatch.intake;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Accepts, rehearses and withdraws notifications. */
@RestController
@Tag(name = "Notifications", description = "Business facts that people are told about")
class NotificationsController {
  private final NotificationChecks checks;
  private final Intake intake;
  private final Rehearsal rehearsal;
  private final Withdrawal withdrawal;

  NotificationsController(
      NotificationChecks checks, Intake intake, Rehearsal rehearsal, Withdrawal withdrawal) {
    this.checks = checks;
    this.intake = intake;
    this.rehearsal = rehearsal;
    this.withdrawal = withdrawal;
  }

  @PostMapping("/v1/notifications")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @PreAuthorize("hasAuthority('SCOPE_notifications:write')")
  @Operation(
      operationId = "acceptNotification",
      summary = "Accept a notification for 1 to 1,000 recipients",
      description =
          "The fact and every inbox message are stored when this answers; sending comes later. The"
              + " same idempotency key with the same content answers with the first result, with"
              + " other content with 409.")
  NotificationView accept(
      @RequestBody NotificationRequest request,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @AuthenticationPrincipal Caller caller) {
    return NotificationView.of(intake.accept(checks.check(request, key), caller.actor()));
  }

  @PostMapping("/v1/notifications:explain")
  @PreAuthorize("hasAuthority('SCOPE_notifications:read')")
  @Operation(
      operationId = "rehearseNotification",
      summary = "Dry run: what would happen if this were posted now; changes nothing")
  RehearsalView rehearse(@RequestBody NotificationRequest request) {
    return rehearsal.rehearse(checks.check(request, null));
  }

  @PostMapping("/v1/notifications/{id}:cancel")
  @PreAuthorize("hasAuthority('SCOPE_notifications:write')")
  @Operation(
      operationId = "cancelNotification",
      summary = "Withdraw what has not been sent yet; the inbox keeps the message",
      description =
          "A list of recipients that is still coming in is closed: further lines are refused with"
              + " 409.")
  WithdrawalView cancel(@PathVariable UUID id, @AuthenticationPrincipal Caller caller) {
    return WithdrawalView.of(withdrawal.withdraw(id, caller.actor()));
  }

  @PostMapping("/v1/notifications:cancel")
  @PreAuthorize("hasAuthority('SCOPE_notifications:write')")
  @Operation(
      operationId = "cancelNotifications",
      summary = "Withdraw what is not sent yet about a subject, or for a recipient",
      description =
          "A subject means every notification about it that was accepted before this call; each is"
              + " withdrawn as a whole, and later ones are not. A recipient means what is queued for"
              + " that person now; others get theirs, and one that is being sent now may still be"
              + " sent, by a retry as well. What it is too late for is counted by state.")
  WithdrawalView cancelMany(
      @RequestBody WithdrawalRequest request, @AuthenticationPrincipal Caller caller) {
    request.check();
    if (request.subject() != null) {
      return WithdrawalView.of(
          withdrawal.withdrawSubject(request.subject(), request.type(), caller.actor()));
    }
    return WithdrawalView.of(
        withdrawal.withdrawRecipient(
            Objects.requireNonNull(request.recipient()), request.type(), caller.actor()));
  }
}
