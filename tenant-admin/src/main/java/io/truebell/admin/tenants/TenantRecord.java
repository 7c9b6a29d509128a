package io.truebell.admin.tenants;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as the platform keeps it.
 *
 * @param share its weight where tenants take turns
 * @param schemaStamp of the scripts that its schema was last migrated with; null before the first
 * @param trouble why it cannot be served although its state says so; null when all is well
 */
public record TenantRecord(
    TenantId id,
    String slug,
    String name,
    TenantState state,
    boolean sandboxAllowed,
    int share,
    @Nullable String schemaStamp,
    @Nullable String trouble,
    Instant createdAt,
    Instant updatedAt) {
  /** Whether its schema and keys are there and up to date. */
  boolean isMade() {
    return trouble == null && (state == TenantState.ACTIVE || state == TenantState.SUSPENDED);
  }

  /** Why whoever comes with one of its keys is not served now. */
  public Optional<ApiProblem> refusal() {
    if (state == TenantState.SUSPENDED) {
      return Optional.of(
          new ApiProblem(403, "tenant_suspended", "The tenant is suspended.", List.of()));
    }
    return state == TenantState.ACTIVE && trouble == null
        ? Optional.empty()
        : Optional.of(
            new ApiProblem(503, "tenant_not_ready", "The tenant is not ready yet.", List.of()));
  }

  /** What work inside its scope needs. */
  public Tenant tenant() {
    return new Tenant(id, slug, Tenant.schemaOf(id), sandboxAllowed, share);
  }
}
