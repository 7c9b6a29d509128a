package io.truebell.infra;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for another process, whose progress can only be looked at. */
final class Patience {
  private static final Duration GLANCE = Duration.ofMillis(20);

  private Patience() {}

  /** Whether {@code condition} came true within {@code limit}. */
  static boolean until(BooleanSupplier condition, Duration limit) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        return false;
      }
      LockSupport.parkNanos(GLANCE.toNanos());
    }
    return true;
  }
}
