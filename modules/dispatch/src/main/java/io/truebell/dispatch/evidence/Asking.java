package io.truebell.dispatch.evidence;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Questions under way, few for each tenant. */
@Component
class Asking {
  private static final Logger LOG = LoggerFactory.getLogger(Asking.class);

  private final ReconcileSettings settings;
  private final Map<TenantId, Integer> underWay = new HashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  Asking(ReconcileSettings settings) {
    this.settings = settings;
  }

  /** How many more this tenant may begin. */
  synchronized int free(TenantId tenant) {
    return settings.asksAtOnce() - underWay.getOrDefault(tenant, 0);
  }

  /** Begins one, on a thread of its own. */
  void begin(Tenant tenant, Runnable question) {
    enter(tenant.id());
    threads.execute(
        () -> {
          try {
            question.run();
          } catch (RuntimeException e) {
            // its next time stands already
            LOG.warn("asking a provider of {} failed: {}", tenant.slug(), e.toString());
          } finally {
            leave(tenant.id());
          }
        });
  }

  private synchronized void enter(TenantId tenant) {
    underWay.merge(tenant, 1, Integer::sum);
  }

  private synchronized void leave(TenantId tenant) {
    underWay.computeIfPresent(tenant, (t, n) -> n > 1 ? n - 1 : null);
    notifyAll();
  }

  /** Waits until none is under way, at most as long as {@code within}; says whether it is so. */
  synchronized boolean awaitNone(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (!underWay.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}
