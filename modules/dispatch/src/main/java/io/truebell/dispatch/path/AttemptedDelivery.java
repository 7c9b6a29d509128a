package io.truebell.dispatch.path;

import io.truebell.core.spi.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A delivery whose call is over.
 *
 * @param deduplicatesFor how long the provider itself removes duplicates by key; null when it does
 *     not
 * @param called whether the provider's adapter was called at all
 */
record AttemptedDelivery(
    ClaimedDelivery claimed,
    Outcome outcome,
    boolean called,
    Instant startedAt,
    Instant endedAt,
    @Nullable Duration deduplicatesFor) {}
