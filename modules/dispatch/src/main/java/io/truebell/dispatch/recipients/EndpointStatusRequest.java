package io.truebell.dispatch.recipients;

import org.jspecify.annotations.Nullable;

/**
 * What the sender knows of an endpoint.
 *
 * @param status "verified" or "unverified"
 */
record EndpointStatusRequest(@Nullable String status) {}
