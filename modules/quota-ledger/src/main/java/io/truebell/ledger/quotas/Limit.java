package io.truebell.ledger.quotas;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a quota as it stands.
 *
 * @param soft from here on it is warned; null: never
 * @param hard not above this; null: unlimited, and counted all the same
 * @param warned the month in which the soft limit was said to be reached; null when never
 */
record Limit(
    Quota quota,
    @Nullable Long soft,
    @Nullable Long hard,
    int version,
    Instant setAt,
    String setBy,
    @Nullable LocalDate warned) {}
