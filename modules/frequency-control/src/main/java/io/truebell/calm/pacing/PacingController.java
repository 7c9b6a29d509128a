package io.truebell.calm.pacing;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** How fast a channel account may call, and whether it has to wait now. */
@RestController
@Tag(name = "Channel accounts", description = "The tenant's configured uses of channels")
@RequestMapping("/v1/channel-accounts/{account_id}/pacing")
@PreAuthorize("hasAuthority('SCOPE_channels')")
class PacingController {
  private final ChannelAccounts known;
  private final PacingRateRows rows;
  private final PacedAccounts accounts;
  private final PacingStatus status;
  private final Clock clock;

  PacingController(
      ChannelAccounts known,
      PacingRateRows rows,
      PacedAccounts accounts,
      PacingStatus status,
      Clock clock) {
    this.known = known;
    this.rows = rows;
    this.accounts = accounts;
    this.status = status;
    this.clock = clock;
  }

  @GetMapping
  @Operation(
      operationId = "getChannelAccountPacing",
      summary = "How the account's calls are paced, and how long they wait now")
  PacingView pacing(@PathVariable("account_id") UUID id) {
    return status.of(account(id));
  }

  @PutMapping
  @Operation(
      operationId = "setChannelAccountPacing",
      summary = "Set how often the account may call")
  PacingView setPacing(
      @AuthenticationPrincipal Caller caller,
      @PathVariable("account_id") UUID id,
      @RequestBody PacingRequest request) {
    AccountId account = account(id);
    rows.set(account, request.check(), caller.actor(), clock.instant());
    accounts.forget(TenantScope.current().id());
    return status.of(account);
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "removeChannelAccountPacing",
      summary = "Remove the account's own rate; what its provider asks for stays")
  void removePacing(@AuthenticationPrincipal Caller caller, @PathVariable("account_id") UUID id) {
    rows.remove(account(id), caller.actor(), clock.instant());
    accounts.forget(TenantScope.current().id());
  }

  private AccountId account(UUID id) {
    return known
        .find(new AccountId(id))
        .orElseThrow(() -> ApiProblem.notFound("channel account"))
        .id();
  }
}
