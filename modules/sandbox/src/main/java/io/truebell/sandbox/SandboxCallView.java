package io.truebell.sandbox;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call to a simulated provider.
 *
 * @param magic the word of the magic address; null when the address was none
 * @param call which call for this delivery it was, from 1
 * @param note what the simulator did
 */
record SandboxCallView(
    UUID id,
    Instant at,
    UUID accountId,
    UUID deliveryId,
    String channel,
    @Nullable String magic,
    int call,
    String note) {
  static SandboxCallView of(SandboxCall call) {
    return new SandboxCallView(
        call.id(),
        call.at(),
        call.accountId(),
        call.deliveryId(),
        call.channel(),
        call.magic(),
        call.call(),
        call.note());
  }
}
