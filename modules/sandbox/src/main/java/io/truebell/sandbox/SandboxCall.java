package io.truebell.sandbox;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call that the simulator got.
 *
 * @param magic the word of the magic address; null when the address was none
 * @param call which call for this delivery it was, from 1
 * @param note what the simulator did
 */
record SandboxCall(
    UUID id,
    Instant at,
    UUID accountId,
    UUID deliveryId,
    String channel,
    @Nullable String magic,
    int call,
    String note) {}
