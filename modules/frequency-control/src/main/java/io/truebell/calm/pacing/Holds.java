package io.truebell.calm.pacing;

import io.truebell.calm.pacing.SlowScopeRows.Slow;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;

/** What pacing says of a delivery that has to wait. */
final class Holds {
  static final Policy POLICY = new Policy("pacing", 1);
  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration SHORTEST_DOWN = Duration.ofSeconds(5);
  private static final Duration LONGEST_DOWN = Duration.ofMinutes(1);
  private static final int SPREAD_MS = 1_000;

  private Holds() {}

  /**
   * Not its turn.
   *
   * @param ahead calls that go before it
   */
  static Reason paced(Passage passage, int ahead, int waiting) {
    return Reason.of(PacingReasons.PACED)
        .with("passage", passage.name())
        .with("interval_ms", passage.interval().toMillis())
        .with("position", ahead)
        .with("waiting_tenants", waiting);
  }

  /** The {@code nth} delivery of a claim that got no permit, counted from 0. */
  static Verdict paced(Passage passage, Turns turns, int nth, Instant now) {
    return new Verdict.Hold(
        paced(passage, turns.inLine() + nth, turns.waiting()), POLICY, now.plus(turns.turnOf(nth)));
  }

  /** What was asked for does not cover it: it came in between, or the account has changed. */
  static Verdict changed(Instant now) {
    return new Verdict.Hold(Reason.of(PacingReasons.CHANGED), POLICY, now.plus(MOMENT));
  }

  static Verdict limiterDown(DueDelivery delivery, Instant now) {
    return new Verdict.Hold(
        Reason.of(PacingReasons.LIMITER_DOWN), POLICY, now.plus(whenDown(delivery, now)));
  }

  /**
   * Half its age, a minute at most: what waits for long is looked at rarely, and its trace stays
   * short. Not all at the same instant.
   */
  static Duration whenDown(DueDelivery delivery, Instant now) {
    Duration half = Duration.between(delivery.createdAt(), now).dividedBy(2);
    Duration wait = half.compareTo(LONGEST_DOWN) > 0 ? LONGEST_DOWN : half;
    return (wait.compareTo(SHORTEST_DOWN) < 0 ? SHORTEST_DOWN : wait)
        .plusMillis(Math.floorMod(delivery.id().hashCode(), SPREAD_MS));
  }

  static Verdict slowed(Slowed scope, Slow slow, Instant now) {
    Reason reason =
        Reason.of(PacingReasons.SLOWED)
            .with("scope", scope.word())
            .with("since", slow.since().toString())
            .with("slowed_until", slow.until().toString());
    return new Verdict.Hold(reason, POLICY, now.plus(slow.left()));
  }
}
