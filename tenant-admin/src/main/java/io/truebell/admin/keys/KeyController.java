package io.truebell.admin.keys;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A tenant's own API keys. */
@RestController
@Tag(name = "API keys", description = "A tenant's own keys")
@RequestMapping("/v1/api-keys")
@PreAuthorize("hasAuthority('SCOPE_keys')")
class KeyController {
  private final ApiKeys keys;
  private final Clock clock;

  KeyController(ApiKeys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  @Operation(summary = "Make a key; it is shown in this answer and never again")
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  KeyView createKey(@AuthenticationPrincipal Caller caller, @RequestBody CreateKeyRequest request) {
    CreateKeyRequest.Checked asked = request.check(caller.scopes(), clock.instant());
    return KeyView.of(
        keys.issue(tenant(), asked.name(), asked.scopes(), asked.expiresAt(), caller.actor()));
  }

  @Operation(summary = "Keys by their prefix, newest first")
  @GetMapping
  Page<KeyView> listKeys(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    return Page.of(
            keys.page(tenant(), Cursor.read(cursor), size + 1), size, key -> Cursor.after(key.id()))
        .map(KeyView::of);
  }

  @Operation(summary = "One key without its secret")
  @GetMapping("/{id}")
  KeyView getKey(@PathVariable UUID id) {
    return KeyView.of(keys.one(tenant(), id));
  }

  @Operation(summary = "Revoke a key from the next request on")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revokeKey(@AuthenticationPrincipal Caller caller, @PathVariable UUID id) {
    keys.revoke(tenant(), id, caller.actor());
  }

  private static TenantId tenant() {
    return TenantScope.current().id();
  }
}
