package io.truebell.core.tenancy;

/** Somebody asked for a tenant's data without saying whose. Always a programming error. */
public final class NoTenantScope extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  NoTenantScope() {
    super("no tenant scope is open: enter one with TenantScope.call(tenant, work)");
  }
}
