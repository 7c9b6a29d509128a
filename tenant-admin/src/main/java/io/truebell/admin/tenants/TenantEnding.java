package io.truebell.admin.tenants;

import io.truebell.core.tenancy.TenantId;

/** What else ends when a tenant is deleted. Safe to repeat. */
public interface TenantEnding {
  /** Called before the tenant's schema and keys are destroyed. */
  void end(TenantId tenant);
}
