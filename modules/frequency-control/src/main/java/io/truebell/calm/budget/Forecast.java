package io.truebell.calm.budget;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;

/** How many calls a month will take when it goes on as it began. */
final class Forecast {
  private Forecast() {}

  /**
   * What was used, divided by the part of the month that has passed, rounded up. Less than an hour
   * counts as an hour, so that a month's first call does not look like a flood.
   */
  static long of(long used, Instant begins, Instant ends, Instant now) {
    if (!now.isBefore(ends)) {
      return used;
    }
    Duration length = Duration.between(begins, ends);
    Duration passed = Duration.between(begins, now);
    long elapsed = Math.max(passed.toSeconds(), Duration.ofHours(1).toSeconds());
    BigInteger[] whole =
        BigInteger.valueOf(used)
            .multiply(BigInteger.valueOf(length.toSeconds()))
            .divideAndRemainder(BigInteger.valueOf(elapsed));
    return whole[0].longValue() + (whole[1].signum() == 0 ? 0 : 1);
  }
}
