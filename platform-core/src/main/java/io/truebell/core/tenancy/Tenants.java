package io.truebell.core.tenancy;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * What the other modules may ask about tenants. Answers come from the database, not from a cache.
 */
public interface Tenants {
  /** The tenant with this id if it exists and is active. */
  Optional<Tenant> active(TenantId id);

  /** Those of {@code ids} that exist and are active. */
  Map<TenantId, Tenant> active(Collection<TenantId> ids);

  /** All active tenants. For sweeps; never on a hot path. */
  Collection<Tenant> allActive();
}
