package io.truebell.calm.pacing;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How an account's calls are paced, and how it stands now.
 *
 * @param limiter "up", or "down" when its store does not answer; then nothing paced is sent
 * @param egress what it shares with others; null when it shares nothing
 * @param rate its own rate; null when none is set
 * @param deliveriesWaiting so many of its deliveries wait for their turn, as far as they are
 *     counted
 * @param slowed what its provider asked to slow down, except single recipients
 */
record PacingView(
    UUID accountId,
    String limiter,
    @Nullable EgressView egress,
    @Nullable RateView rate,
    int deliveriesWaiting,
    List<SlowView> slowed) {
  /**
   * What an account shares.
   *
   * @param intervalMs from the end of a call to the beginning of the next one
   * @param nextFreeAt when a call may begin at the earliest; null when nothing is known
   * @param waitingTenants senders whose messages wait there
   * @param callsInLine calls that were promised a turn
   */
  record EgressView(
      String name,
      long intervalMs,
      @Nullable Instant nextFreeAt,
      int waitingTenants,
      int callsInLine) {}

  /**
   * A rate.
   *
   * @param nextFreeAt when a call may begin at the earliest; null when nothing is known
   * @param callsInLine calls that were promised a turn
   */
  record RateView(
      int calls,
      int perSeconds,
      int burst,
      int version,
      Instant setAt,
      String setBy,
      @Nullable Instant nextFreeAt,
      int callsInLine) {}

  /** What goes slower, since when and until when. */
  record SlowView(String scope, Instant since, Instant until) {}
}
