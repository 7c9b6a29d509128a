package io.truebell.dispatch.worker;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.evidence.ReconcileSettings;
import io.truebell.dispatch.evidence.Reconciliation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The loop that reconciles. Runs in the roles {@code worker} and {@code all}. */
@Component
@ConditionalOnExpression("'${truebell.role:all}' != 'api'")
class Reconciler implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
  private static final Duration SUSPENDED_WAIT = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final Reconciliation reconciliation;
  private final Tenants tenants;
  private final ReconcileSettings settings;
  private volatile CountDownLatch stop = new CountDownLatch(0);

  Reconciler(Reconciliation reconciliation, Tenants tenants, ReconcileSettings settings) {
    this.reconciliation = reconciliation;
    this.tenants = tenants;
    this.settings = settings;
  }

  @Override
  public void start() {
    CountDownLatch until = new CountDownLatch(1);
    stop = until;
    Thread.ofVirtual().name("truebell-reconciler").start(() -> loop(until));
  }

  @Override
  public void stop() {
    stop.countDown();
    try {
      if (!reconciliation.awaitAnswers(STOP_WITHIN)) {
        LOG.info("stopped with questions under way: they are asked again at their next time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return stop.getCount() > 0;
  }

  private void loop(CountDownLatch until) {
    boolean running = true;
    while (running) {
      try {
        visitDue(until);
        running = !until.await(settings.poll().toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        LOG.warn("looking for what is overdue failed, trying again: {}", e.toString());
        running = waits(until);
      }
    }
  }

  private static boolean waits(CountDownLatch until) {
    try {
      return !until.await(AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void visitDue(CountDownLatch until) {
    List<TenantId> due = reconciliation.due();
    Map<TenantId, Tenant> active = due.isEmpty() ? Map.of() : tenants.active(due);
    for (TenantId id : due) {
      Tenant tenant = active.get(id);
      if (until.getCount() == 0) {
        return;
      } else if (tenant == null) {
        reconciliation.postpone(id, SUSPENDED_WAIT);
      } else {
        visit(tenant);
      }
    }
  }

  /** One tenant's trouble stays its own. */
  private void visit(Tenant tenant) {
    try {
      reconciliation.visit(tenant);
    } catch (RuntimeException e) {
      LOG.warn("reconciling {} failed, trying again later: {}", tenant.slug(), e.toString());
      reconciliation.postpone(tenant.id(), AFTER_FAILURE);
    }
  }
}
