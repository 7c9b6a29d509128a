package io.truebell.calm.pacing;

import java.time.Duration;

/**
 * What is left to go by when the limiter's store knows nothing of a passage.
 *
 * @param age of the last call that was claimed; negative when there was none
 * @param timeout the longest of the calls that may still be under way
 */
record Seed(Duration age, Duration timeout) {
  /** No call was ever claimed. */
  static final Seed NEVER = new Seed(Duration.ofNanos(-1_000), Duration.ZERO);

  /** The one that is more careful. */
  Seed orYounger(Seed other) {
    if (age.isNegative() || other.age.isNegative()) {
      return age.isNegative() ? other : this;
    }
    return new Seed(
        age.compareTo(other.age) < 0 ? age : other.age,
        timeout.compareTo(other.timeout) > 0 ? timeout : other.timeout);
  }
}
