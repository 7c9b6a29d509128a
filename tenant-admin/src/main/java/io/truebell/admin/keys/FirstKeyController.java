package io.truebell.admin.keys;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.admin.tenants.OperatorAudit;
import io.truebell.admin.tenants.TenantLife;
import io.truebell.admin.tenants.TenantRecord;
import io.truebell.core.identity.Caller;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Hands a tenant the key with which it makes all others. */
@RestController
@Tag(name = "Tenants", description = "The operator's side of tenants")
class FirstKeyController {
  private final ApiKeys keys;
  private final TenantLife life;
  private final OperatorAudit audit;
  private final Clock clock;

  FirstKeyController(ApiKeys keys, TenantLife life, OperatorAudit audit, Clock clock) {
    this.keys = keys;
    this.life = life;
    this.audit = audit;
    this.clock = clock;
  }

  @Operation(summary = "Hand a tenant the key with which it makes all others")
  @PostMapping("/v1/operator/tenants/{id}/api-keys")
  @PreAuthorize("hasAuthority('SCOPE_operator')")
  @ResponseStatus(HttpStatus.CREATED)
  KeyView createTenantKey(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestBody CreateKeyRequest request) {
    TenantRecord tenant = life.one(id);
    CreateKeyRequest.Checked asked = request.check(ApiKeys.TENANT_SCOPES, clock.instant());
    ApiKeys.Issued issued =
        keys.issue(tenant.id(), asked.name(), asked.scopes(), asked.expiresAt(), caller.actor());
    audit.append(
        caller.actor(), "api_key.create", tenant.id(), Map.of("prefix", issued.stored().prefix()));
    return KeyView.of(issued);
  }
}
