package io.truebell.dispatch.intake;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
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
      summary = "Withdraw what has not been sent yet; the inbox keeps the message")
  WithdrawalView cancel(@PathVariable UUID id, @AuthenticationPrincipal Caller caller) {
    Withdrawal.Result result = withdrawal.withdraw(id, caller.actor());
    return new WithdrawalView(result.cancelled(), result.tooLate());
  }
}
