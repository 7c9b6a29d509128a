package io.truebell.admin.tenants;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A tenant as an operator sees it. */
record TenantView(
    UUID id,
    String slug,
    String name,
    TenantState state,
    boolean sandboxAllowed,
    int share,
    @Nullable String trouble,
    Instant createdAt,
    Instant updatedAt) {
  static TenantView of(TenantRecord tenant) {
    return new TenantView(
        tenant.id().value(),
        tenant.slug(),
        tenant.name(),
        tenant.state(),
        tenant.sandboxAllowed(),
        tenant.share(),
        tenant.trouble(),
        tenant.createdAt(),
        tenant.updatedAt());
  }
}
