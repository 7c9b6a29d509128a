package io.truebell.dispatch.watch;

import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one reader is still to be told. However slow it reads, this stays small, and nobody waits
 * for it.
 */
final class WatchStream {
  /** Most messages in one event. */
  static final int MOST = 100;

  /** What a reader is told next. */
  sealed interface News {
    /** These messages moved. */
    record Moved(List<UUID> messages, boolean more) implements News {}

    /** Nothing happened for as long as was waited. */
    record Quiet() implements News {}

    /** It is over. */
    record Ended() implements News {}
  }

  private final TenantId tenant;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<UUID> untold = new LinkedHashSet<>();
  private boolean more;
  private boolean ended;

  WatchStream(TenantId tenant) {
    this.tenant = tenant;
  }

  TenantId tenant() {
    return tenant;
  }

  /** Says that these moved, and whether there are others that are not named. */
  void tell(Collection<UUID> messages, boolean others) {
    lock.lock();
    try {
      more |= others;
      for (UUID message : messages) {
        if (untold.size() == MOST && !untold.contains(message)) {
          more = true;
          break;
        }
        boolean ignored = untold.add(message);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for news, but not longer than that. */
  News next(Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = patience.toNanos();
      while (untold.isEmpty() && !more && !ended && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (ended) {
        return new News.Ended();
      }
      return untold.isEmpty() && !more ? new News.Quiet() : told();
    } finally {
      lock.unlock();
    }
  }

  private News told() {
    News news = new News.Moved(List.copyOf(untold), more);
    untold.clear();
    more = false;
    return news;
  }
}
