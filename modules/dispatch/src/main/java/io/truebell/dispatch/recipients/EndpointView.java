package io.truebell.dispatch.recipients;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint on the wire. Neither its address nor its secret is ever shown.
 *
 * @param accountId the only account that may use it; null when it is for the channel at large
 * @param hint enough of the address for its owner to know it again
 * @param secretSet whether it has a secret of its own
 * @param status "unverified", "verified" or "dead"
 * @param statusReason why, as a stable code
 */
record EndpointView(
    UUID id,
    String channel,
    @Nullable UUID accountId,
    String hint,
    boolean secretSet,
    String status,
    String statusReason,
    Instant createdAt,
    Instant updatedAt) {
  static EndpointView of(Endpoint endpoint) {
    return new EndpointView(
        endpoint.id(),
        endpoint.channel(),
        endpoint.accountId(),
        endpoint.hint(),
        endpoint.secretSet(),
        endpoint.status().name(),
        endpoint.statusReason(),
        endpoint.createdAt(),
        endpoint.updatedAt());
  }
}
