package io.truebell.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves only when a test ticks it. */
public final class TestClock extends Clock {
  private volatile Instant now;

  /** A clock that stands at {@code start}. */
  public TestClock(Instant start) {
    this.now = start;
  }

  /** A clock that stands at 2026-11-30T08:00:00Z. */
  public static TestClock atEight() {
    return new TestClock(Instant.parse("2026-11-30T08:00:00Z"));
  }

  /** Moves the clock forward. */
  public synchronized void tick(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("the test clock stays in UTC");
  }
}
