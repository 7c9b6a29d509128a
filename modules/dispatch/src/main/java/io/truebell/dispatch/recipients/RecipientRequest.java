package io.truebell.dispatch.recipients;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A recipient as it shall be.
 *
 * @param zone a region of the IANA time zone database, e.g. "Asia/Shanghai"
 * @param locale an IETF BCP 47 language tag, e.g. "zh-CN"
 */
record RecipientRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "Asia/Shanghai")
        @Nullable String zone,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "zh-CN")
        @Nullable String locale) {}
