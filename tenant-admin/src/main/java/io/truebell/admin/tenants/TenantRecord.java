package io.truebell.admin.tenants;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import java.time.Instant;
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

  /** What work inside its scope needs. */
  public Tenant tenant() {
    return new Tenant(id, slug, Tenant.schemaOf(id), sandboxAllowed, share);
  }
}
