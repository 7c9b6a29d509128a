package io.truebell.dispatch.recipients;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A new address of a recipient.
 *
 * @param channel key of an installed channel
 * @param address write-only
 * @param secret the endpoint's own secret, where the channel has one; write-only. Posting a known
 *     address with a secret replaces its secret
 * @param account name of the only account that may use it; every account of the channel but
 *     sandboxes when missing
 */
record EndpointRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "webhook")
        @Nullable String channel,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED, accessMode = Schema.AccessMode.WRITE_ONLY)
        @Nullable String address,
    @Schema(accessMode = Schema.AccessMode.WRITE_ONLY) @Nullable String secret,
    @Nullable String account) {

  /** Requests are printed by debug logs; an address must not be. */
  @Override
  public String toString() {
    return "EndpointRequest[channel=" + channel + ", account=" + account + "]";
  }
}
