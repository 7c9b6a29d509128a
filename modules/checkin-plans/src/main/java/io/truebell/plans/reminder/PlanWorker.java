package io.truebell.plans.reminder;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.plans.plan.PlansSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The loop that finds due plans. Runs in the roles {@code worker} and {@code all}. */
@Component
@ConditionalOnExpression("'${truebell.role:all}' != 'api'")
class PlanWorker implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(PlanWorker.class);
  private static final Duration SUSPENDED_WAIT = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final PlanVisits visits;
  private final Tenants tenants;
  private final PlansSettings settings;
  private volatile boolean running;
  private @Nullable Thread thread;

  PlanWorker(PlanVisits visits, Tenants tenants, PlansSettings settings) {
    this.visits = visits;
    this.tenants = tenants;
    this.settings = settings;
  }

  @Override
  public void start() {
    running = true;
    thread = Thread.ofVirtual().name("truebell-plans").start(this::loop);
  }

  @Override
  public void stop() {
    running = false;
    visits.ring();
    try {
      if (thread != null && !thread.join(STOP_WITHIN)) {
        LOG.info("stopped while looking at plans: what is left is done later");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void loop() {
    while (running) {
      Duration wait = settings.poll();
      try {
        if (visitDue() > 0) {
          wait = Duration.ZERO;
        }
      } catch (Exception e) {
        LOG.warn("looking for plans failed, trying again: {}", e.toString());
        wait = AFTER_FAILURE;
      }
      try {
        visits.await(wait);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private int visitDue() {
    List<TenantId> due = visits.due();
    Map<TenantId, Tenant> active = due.isEmpty() ? Map.of() : tenants.active(due);
    int done = 0;
    for (TenantId id : due) {
      Tenant tenant = active.get(id);
      if (tenant == null) {
        visits.postpone(id, SUSPENDED_WAIT);
      } else if (running) {
        done += visit(tenant);
      }
    }
    return done;
  }

  /** One tenant's trouble stays its own. */
  private int visit(Tenant tenant) {
    try {
      return visits.visit(tenant);
    } catch (RuntimeException e) {
      LOG.warn("looking at plans of {} failed, trying again: {}", tenant.slug(), e.toString());
      visits.postpone(tenant.id(), AFTER_FAILURE);
      return 0;
    }
  }
}
