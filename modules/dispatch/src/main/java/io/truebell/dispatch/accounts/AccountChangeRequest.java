package io.truebell.dispatch.accounts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A change of a channel account. What is missing stays as it is.
 *
 * @param version the version that the caller saw
 * @param settings replaces all settings
 * @param credentials secrets to write by field name; null removes one, the others stay
 * @param sandbox may be repeated, never changed
 * @param minimalText null lets content leave again
 */
@SuppressWarnings("NullableOptional") // missing and null are two different wishes here
record AccountChangeRequest(
    @Nullable Integer version,
    @Nullable String name,
    @Nullable Map<String, Object> settings,
    @Nullable Map<String, @Nullable String> credentials,
    @Nullable Boolean enabled,
    @Nullable Boolean sandbox,
    @Nullable Boolean verifiedEndpointsOnly,
    @Nullable Optional<String> minimalText,
    @Nullable Integer timeoutMs,
    @Nullable List<@Nullable Integer> retryLadder) {

  /** Requests are printed by debug logs; their secrets must not be. */
  @Override
  public String toString() {
    return "AccountChangeRequest[version=" + version + ", name=" + name + "]";
  }
}
