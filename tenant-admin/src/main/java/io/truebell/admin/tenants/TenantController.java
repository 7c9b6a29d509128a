package io.truebell.admin.tenants;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
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
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The operator's side of tenants. */
@RestController
@Tag(name = "Tenants", description = "The operator's side of tenants")
@RequestMapping("/v1/operator/tenants")
@PreAuthorize("hasAuthority('SCOPE_operator')")
class TenantController {
  private final TenantLife life;

  TenantController(TenantLife life) {
    this.life = life;
  }

  @Operation(summary = "Create a tenant: its schema, its keys, at once")
  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  TenantView createTenant(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestBody CreateTenantRequest request) {
    CreateTenantRequest.Checked asked = request.check(key);
    return TenantView.of(
        life.create(caller.actor(), asked.slug(), asked.name(), asked.sandboxAllowed(), key));
  }

  @Operation(summary = "Tenants, newest first")
  @GetMapping
  Page<TenantView> listTenants(
      @RequestParam(required = false) @Nullable String cursor,
      @RequestParam(required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    return Page.of(
            life.page(Cursor.read(cursor), size + 1),
            size,
            tenant -> Cursor.after(tenant.id().value()))
        .map(TenantView::of);
  }

  @Operation(summary = "One tenant and where it is in its life")
  @GetMapping("/{id}")
  TenantView getTenant(@PathVariable UUID id) {
    return TenantView.of(life.one(id));
  }

  @Operation(
      summary =
          "Let a tenant use sandbox accounts or no longer, or change its share of the dispatcher")
  @PatchMapping("/{id}")
  TenantView changeTenant(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestBody ChangeTenantRequest request) {
    return TenantView.of(life.change(caller.actor(), id, request.check()));
  }

  @Operation(summary = "Stop everything of a tenant; nothing is lost")
  @PostMapping("/{id}:suspend")
  TenantView suspendTenant(@AuthenticationPrincipal Caller caller, @PathVariable UUID id) {
    return TenantView.of(life.suspend(caller.actor(), id));
  }

  @Operation(summary = "Let a suspended tenant go on")
  @PostMapping("/{id}:resume")
  TenantView resumeTenant(@AuthenticationPrincipal Caller caller, @PathVariable UUID id) {
    return TenantView.of(life.resume(caller.actor(), id));
  }

  @Operation(summary = "Destroy a tenant's data and keys for good; confirm with its slug")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void deleteTenant(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestParam(required = false) @Nullable String confirm) {
    life.delete(caller.actor(), id, confirm);
  }
}
