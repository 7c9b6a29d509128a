package io.truebell.ledger.verify;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.ledger.verify.LedgerVerifiedView.LedgerTotalsView;
import java.time.Instant;
import java.util.UUID;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Has the ledger computed both ways. */
@RestController
@Tag(name = "Ledger", description = "Authorisations and quotas, computed both ways")
class VerifyController {
  private final VerifyLedger verify;
  private final Tenants tenants;

  VerifyController(VerifyLedger verify, Tenants tenants) {
    this.verify = verify;
    this.tenants = tenants;
  }

  /**
   * The same for an operator: no recipient can be found by it.
   *
   * @param differences how many were found
   */
  record TenantLedgerView(
      UUID tenantId,
      Instant at,
      boolean balanced,
      long accounts,
      LedgerTotalsView rows,
      LedgerTotalsView ledger,
      int differences) {}

  @PostMapping("/v1/ledger:verify")
  @PreAuthorize("hasAuthority('SCOPE_grants')")
  @Operation(
      operationId = "verifyLedger",
      summary = "Compute every balance from the rows and from the ledger, and compare them")
  LedgerVerifiedView verifyLedger() {
    return verify.verify();
  }

  @PostMapping("/v1/operator/tenants/{id}/ledger:verify")
  @PreAuthorize("hasAuthority('SCOPE_operator')")
  @Operation(
      operationId = "verifyTenantLedger",
      summary = "Compute a tenant's balances both ways and compare them")
  TenantLedgerView verifyTenantLedger(@PathVariable UUID id) {
    LedgerVerifiedView verified =
        tenants
            .active(new TenantId(id))
            .map(tenant -> TenantScope.call(tenant, verify::verify))
            .orElseThrow(() -> ApiProblem.notFound("active tenant"));
    return new TenantLedgerView(
        id,
        verified.at(),
        verified.balanced(),
        verified.accounts(),
        verified.rows(),
        verified.ledger(),
        verified.differences().size());
  }
}
