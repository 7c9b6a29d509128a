package io.truebell.dispatch.redrive;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/redrive}.
 *
 * @param filter which of the unreached ones; without it all
 * @param reason why they are sent again
 * @param duplicateAcceptable the caller's word that they may arrive twice; without it unknown ones
 *     are left out
 * @param limit most that are looked at, 1 to 200
 * @param cursor goes on where an earlier call ended
 */
record RedriveRequest(
    @Nullable RedriveFilter filter,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String reason,
    @Nullable Boolean duplicateAcceptable,
    @Nullable Integer limit,
    @Nullable String cursor) {}
