package io.truebell.dispatch.due;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Rings the worker of this process when there may be work, so that it need not wait for its next
 * look. Only a shortcut: what is due is in the database.
 */
@Component
public class WakeBell {
  private final Semaphore rings = new Semaphore(0);

  /** There may be work. */
  public void ring() {
    if (rings.availablePermits() == 0) {
      rings.release();
    }
  }

  /** Waits for a ring, at most as long as {@code most}. */
  public void await(Duration most) throws InterruptedException {
    if (rings.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS)) {
      rings.drainPermits();
    }
  }
}
