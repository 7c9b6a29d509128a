package io.truebell.admin.tenants;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import org.jspecify.annotations.Nullable;

/**
 * What of a tenant is to change; what is absent stays.
 *
 * @param sandboxAllowed whether it may use sandbox accounts
 * @param share its weight where tenants take turns, 1 to 16
 */
record ChangeTenantRequest(@Nullable Boolean sandboxAllowed, @Nullable Integer share) {
  /**
   * @throws ApiProblem 422 when nothing is to change, or a share is out of range
   */
  ChangeTenantRequest check() {
    if (sandboxAllowed == null && share == null) {
      throw ApiProblem.invalid("sandbox_allowed", "required", "or share is required");
    }
    if (share != null && (share < Tenant.ONE_SHARE || share > Tenant.MOST_SHARES)) {
      throw ApiProblem.invalid(
          "share",
          "out_of_range",
          "must be from " + Tenant.ONE_SHARE + " to " + Tenant.MOST_SHARES);
    }
    return this;
  }
}
