package io.truebell.dispatch.path;

import io.truebell.core.spi.Outcome;
import java.time.Instant;

/**
 * A delivery whose call is over.
 *
 * @param called whether the provider's adapter was called at all
 */
record AttemptedDelivery(
    ClaimedDelivery claimed, Outcome outcome, boolean called, Instant startedAt, Instant endedAt) {}
