package io.truebell.dispatch.due;

import io.truebell.core.spi.DistantBell;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Rings the worker of this process when there may be work, and those of others through the {@link
 * DistantBell} where there is one, so that none need wait for its next look. Only a shortcut: what
 * is due is in the database.
 */
@Component
public class WakeBell {
  private final Semaphore rings = new Semaphore(0);
  private final ObjectProvider<DistantBell> distant;

  WakeBell(ObjectProvider<DistantBell> distant) {
    this.distant = distant;
    distant.ifAvailable(bell -> bell.whenHeard(this::ring));
  }

  /** There is new work, which any process may do. */
  public void ringEverywhere() {
    ring();
    distant.ifAvailable(DistantBell::ring);
  }

  /** There may be work for this process. */
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
