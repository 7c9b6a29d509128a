package io.truebell.plans.hours;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;

/** When to remind next after a check-in: a pure function of what the person did and wishes. */
public final class NextTime {
  private NextTime() {}

  /**
   * The check-in's time plus the interval, or when the person wakes next if they would be asleep
   * then. When the day's goal is reached: when the next waking day begins.
   *
   * @param interval greater than zero
   * @param wake by the person's clock
   * @param sleep earlier than {@code wake} for those awake over midnight
   * @return later than the check-in, and a time at which the person is awake
   */
  public static Instant of(
      Instant checkinAt,
      Duration interval,
      LocalTime wake,
      LocalTime sleep,
      boolean goalReached,
      ZoneId zone) {
    if (!interval.isPositive()) {
      throw new IllegalArgumentException("not an interval: " + interval);
    }
    WakingHours hours = new WakingHours(wake, sleep);
    return goalReached
        ? hours.firstWake(checkinAt.plusNanos(1), hours.dayOf(checkinAt, zone).plusDays(1), zone)
        : hours.firstAwake(checkinAt.plus(interval), zone);
  }
}
