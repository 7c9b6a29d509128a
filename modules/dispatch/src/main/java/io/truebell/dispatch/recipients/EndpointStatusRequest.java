package io.truebell.dispatch.recipients;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What the sender knows of an endpoint.
 *
 * @param status "verified" or "unverified"
 */
record EndpointStatusRequest(
    @Schema(
            requiredMode = Schema.RequiredMode.REQUIRED,
            allowableValues = {"verified", "unverified"})
        @Nullable String status) {}
