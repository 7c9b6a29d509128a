package io.truebell.ledger.quotas;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.ledger.base.Joined;
import io.truebell.ledger.quotas.QuotasRequest.LimitRequest;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The operator's side of quotas: volumes and limits, no contents and no recipients. */
@RestController
@Tag(name = "Tenants", description = "The operator's side of tenants")
@RequestMapping("/v1/operator/tenants/{id}")
@PreAuthorize("hasAuthority('SCOPE_operator')")
class TenantQuotasController {
  private final Tenants tenants;
  private final Usage usage;
  private final LimitRows limits;
  private final Joined joined;
  private final Clock clock;

  TenantQuotasController(
      Tenants tenants, Usage usage, LimitRows limits, Joined joined, Clock clock) {
    this.tenants = tenants;
    this.usage = usage;
    this.limits = limits;
    this.joined = joined;
    this.clock = clock;
  }

  @GetMapping("/usage")
  @Operation(operationId = "getTenantUsage", summary = "What a tenant used, by day and channel")
  UsageView tenantUsage(
      @PathVariable UUID id,
      @RequestParam(name = "from", required = false) @Nullable LocalDate from,
      @RequestParam(name = "to", required = false) @Nullable LocalDate to) {
    return TenantScope.call(active(id), () -> usage.between(from, to));
  }

  @PutMapping("/quotas")
  @Operation(
      operationId = "setTenantQuotas",
      summary = "Replace a tenant's monthly limits; what is missing becomes unlimited")
  UsageView setTenantQuotas(
      @AuthenticationPrincipal Caller caller,
      @PathVariable UUID id,
      @RequestBody QuotasRequest request) {
    Map<Quota, LimitRequest> wanted = request.check();
    return TenantScope.call(
        active(id),
        () -> {
          int ignored = joined.call(() -> change(wanted, caller.actor()));
          return usage.between(null, null);
        });
  }

  /** A limit that stays as it is keeps its version. */
  private int change(Map<Quota, LimitRequest> wanted, Actor actor) {
    Instant now = clock.instant();
    Map<Quota, LimitRequest> changing = new LinkedHashMap<>(wanted);
    int changed = 0;
    for (Limit limit : limits.toChange()) {
      LimitRequest kept = wanted.get(limit.quota());
      if (kept == null) {
        limits.remove(limit.quota(), actor, now);
        changed++;
      } else if (kept.equals(new LimitRequest(limit.soft(), limit.hard()))) {
        changing.remove(limit.quota());
      }
    }
    changing.forEach((quota, limit) -> limits.set(quota, limit.soft(), limit.hard(), actor, now));
    return changed + changing.size();
  }

  private Tenant active(UUID id) {
    return tenants.active(new TenantId(id)).orElseThrow(() -> ApiProblem.notFound("active tenant"));
  }
}
