package io.truebell.plans.plan;

import io.truebell.core.tenancy.DueHints;
import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Says which tenants have something of their plans due, and when. */
@Component
public class PlanAlarm {
  private final DueHints hints;
  private final Semaphore bell = new Semaphore(0);

  PlanAlarm(JdbcClient jdbc, @Qualifier("platformJdbc") JdbcClient shared) {
    this.hints = new DueHints(jdbc, shared, "checkin_plans");
  }

  /** The scope's tenant has something due then; inside the transaction that makes it due. */
  public void set(Instant at) {
    hints.wake(at);
  }

  /** Tenants with something due. */
  public List<TenantId> due(Instant now) {
    return hints.due(now);
  }

  /** Puts the scope's tenant's hint right; in a transaction of its own. */
  public void settle(Supplier<@Nullable Instant> pending) {
    hints.settle(pending);
  }

  /** Visits a tenant later. */
  public void postpone(TenantId tenant, Instant until) {
    hints.postpone(tenant, until);
  }

  /** Ends a wait. */
  public void ring() {
    bell.release();
  }

  /** Waits for a ring, at most as long as {@code most}. */
  public void await(Duration most) throws InterruptedException {
    if (bell.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS)) {
      bell.drainPermits();
    }
  }
}
