package io.truebell.admin.tenants;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What of a tenant is to change. */
record ChangeTenantRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable Boolean sandboxAllowed) {}
