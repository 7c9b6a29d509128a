package io.truebell.admin.tenants;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.SilentFailures;
import io.truebell.core.spi.SilentFailures.Counts;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How much third parties keep silent about, for an operator: counts, and nothing else. */
@RestController
@Tag(name = "Tenants", description = "The operator's side of tenants")
@PreAuthorize("hasAuthority('SCOPE_operator')")
class SilentFailuresController {
  private static final Duration USUAL = Duration.ofDays(7);

  private final Tenants tenants;
  private final ObjectProvider<SilentFailures> failures;
  private final Clock clock;

  SilentFailuresController(Tenants tenants, ObjectProvider<SilentFailures> failures, Clock clock) {
    this.tenants = tenants;
    this.failures = failures;
    this.clock = clock;
  }

  /**
   * A tenant's deliveries that were accepted and for which a receipt is expected.
   *
   * @param rate undelivered and overdue of all expected, from 0 to 1
   */
  record TenantSilentFailuresView(
      UUID tenantId,
      Instant from,
      Instant to,
      long expected,
      long delivered,
      long undelivered,
      long overdue,
      double rate) {}

  @GetMapping("/v1/operator/tenants/{id}/silent-failures")
  @Operation(summary = "How much of what was accepted for a tenant was not confirmed")
  TenantSilentFailuresView tenantSilentFailures(
      @PathVariable UUID id,
      @RequestParam(name = "from", required = false) @Nullable Instant from,
      @RequestParam(name = "to", required = false) @Nullable Instant to) {
    Instant end = Objects.requireNonNullElse(to, clock.instant());
    Instant begin = from == null ? end.minus(USUAL) : from;
    if (!begin.isBefore(end)) {
      throw ApiProblem.invalid("from", "out_of_range", "must be before to");
    }
    Counts counts =
        tenants
            .active(new TenantId(id))
            .map(tenant -> TenantScope.call(tenant, () -> count(begin, end)))
            .orElseThrow(() -> ApiProblem.notFound("active tenant"));
    return new TenantSilentFailuresView(
        id,
        begin,
        end,
        counts.expected(),
        counts.delivered(),
        counts.undelivered(),
        counts.overdue(),
        counts.rate());
  }

  private Counts count(Instant from, Instant to) {
    SilentFailures counted = failures.getIfAvailable();
    return counted == null ? new Counts(0, 0, 0, 0) : counted.count(from, to);
  }
}
