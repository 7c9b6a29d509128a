package io.truebell.dispatch.accounts;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new channel account.
 *
 * @param channel key of an installed channel
 * @param name unique among the tenant's accounts, at most 80 characters
 * @param settings public settings, as the channel's schema says
 * @param credentials write-only secrets by field name
 * @param enabled whether it sends; true when missing
 * @param sandbox whether it talks to the simulator for good; false when missing
 * @param verifiedEndpointsOnly whether unverified endpoints are left out
 * @param minimalText the only text that leaves to the third party; missing when content may leave
 * @param timeoutMs for one call in all, 100 to 60000; the channel's own when missing
 * @param retryLadder seconds before each retry; 60, 300, 1800 when missing
 * @param receiptWithinSeconds how long a receipt is waited for; the channel's own when missing
 */
record AccountRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "webhook")
        @Nullable String channel,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String name,
    @Nullable Map<String, Object> settings,
    @Schema(accessMode = Schema.AccessMode.WRITE_ONLY)
        @Nullable Map<String, @Nullable String> credentials,
    @Nullable Boolean enabled,
    @Nullable Boolean sandbox,
    @Nullable Boolean verifiedEndpointsOnly,
    @Nullable String minimalText,
    @Nullable Integer timeoutMs,
    @Nullable List<@Nullable Integer> retryLadder,
    @Nullable Integer receiptWithinSeconds) {

  /** Requests are printed by debug logs; their secrets must not be. */
  @Override
  public String toString() {
    return "AccountRequest[channel=" + channel + ", name=" + name + "]";
  }
}
