package io.truebell.admin.tenants;

import org.jspecify.annotations.Nullable;

/** What of a tenant is to change. */
record ChangeTenantRequest(@Nullable Boolean sandboxAllowed) {}
