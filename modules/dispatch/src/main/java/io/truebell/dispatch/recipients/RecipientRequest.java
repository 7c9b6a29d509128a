package io.truebell.dispatch.recipients;

import org.jspecify.annotations.Nullable;

/**
 * A recipient as it shall be.
 *
 * @param zone a region of the IANA time zone database, e.g. "Asia/Shanghai"
 * @param locale an IETF BCP 47 language tag, e.g. "zh-CN"
 */
record RecipientRequest(@Nullable String zone, @Nullable String locale) {}
