package io.truebell.dispatch.accounts;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The tenant's channel accounts. */
@RestController
@Tag(name = "Channel accounts", description = "The tenant's configured uses of channels")
@RequestMapping("/v1/channel-accounts")
@PreAuthorize("hasAuthority('SCOPE_channels')")
class AccountController {
  private final Accounts accounts;
  private final ConfigureAccount configure;
  private final Channels channels;

  AccountController(Accounts accounts, ConfigureAccount configure, Channels channels) {
    this.accounts = accounts;
    this.configure = configure;
    this.channels = channels;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  @Operation(
      operationId = "createChannelAccount",
      summary = "Set up a channel account; its credentials are never shown again")
  AccountView createChannelAccount(
      @RequestBody AccountRequest request, @AuthenticationPrincipal Caller caller) {
    return view(configure.create(request, caller.actor()));
  }

  @GetMapping
  @Operation(operationId = "listChannelAccounts", summary = "Channel accounts, newest first")
  Page<AccountView> channelAccounts(
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    return Page.of(accounts.page(Cursor.read(cursor), size + 1), size, a -> Cursor.after(a.id()))
        .map(this::view);
  }

  @GetMapping("/{account_id}")
  @Operation(operationId = "getChannelAccount", summary = "One channel account")
  AccountView channelAccount(@PathVariable("account_id") UUID id) {
    return view(accounts.find(id).orElseThrow(() -> ApiProblem.notFound("channel account")));
  }

  @PatchMapping("/{account_id}")
  @Operation(
      operationId = "changeChannelAccount",
      summary = "Change a channel account; what is missing stays")
  AccountView changeChannelAccount(
      @PathVariable("account_id") UUID id,
      @RequestBody AccountChangeRequest request,
      @AuthenticationPrincipal Caller caller) {
    return view(configure.change(id, request, caller.actor()));
  }

  @DeleteMapping("/{account_id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "removeChannelAccount",
      summary = "Take a channel account out of use and delete its credentials")
  void removeChannelAccount(@PathVariable("account_id") UUID id) {
    configure.remove(id);
  }

  private AccountView view(ChannelAccount account) {
    return AccountView.of(account, channels.find(account.channel()));
  }
}
