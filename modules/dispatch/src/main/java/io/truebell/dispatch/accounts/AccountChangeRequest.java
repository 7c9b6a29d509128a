package io.truebell.dispatch.accounts;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A change of a channel account. What is missing stays as it is.
 *
 * @param version the version that the caller saw
 * @param settings replaces all settings
 * @param credentials secrets to write by field name; null removes one, the others stay
 * @param sandbox may be repeated, never changed
 * @param minimalText text, or null to let content leave again: unlike elsewhere, missing and null
 *     are two different wishes, which only a JSON value tells apart
 */
record AccountChangeRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable Integer version,
    @Nullable String name,
    @Nullable Map<String, Object> settings,
    @Schema(accessMode = Schema.AccessMode.WRITE_ONLY)
        @Nullable Map<String, @Nullable String> credentials,
    @Nullable Boolean enabled,
    @Nullable Boolean sandbox,
    @Nullable Boolean verifiedEndpointsOnly,
    @Schema(implementation = String.class) @Nullable JsonNode minimalText,
    @Nullable Integer timeoutMs,
    @Nullable List<@Nullable Integer> retryLadder,
    @Nullable Integer receiptWithinSeconds) {

  /** Requests are printed by debug logs; their secrets must not be. */
  @Override
  public String toString() {
    return "AccountChangeRequest[version=" + version + ", name=" + name + "]";
  }
}
