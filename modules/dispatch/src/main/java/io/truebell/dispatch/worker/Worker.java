package io.truebell.dispatch.worker;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.dispatch.path.DispatchSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The loop that visits tenants with due work, one bounded batch each in turn, and the thread that
 * writes outcomes. Runs in the roles {@code worker} and {@code all}.
 */
@Component
@ConditionalOnExpression("'${truebell.role:all}' != 'api'")
class Worker implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration SUSPENDED_WAIT = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  private final DeliveryPath path;
  private final DueTenants dueTenants;
  private final Tenants tenants;
  private final WakeBell bell;
  private final DispatchSettings settings;
  private final Clock clock;
  private volatile boolean running;
  private volatile boolean settling;
  private @Nullable Thread visits;

  Worker(
      DeliveryPath path,
      DueTenants dueTenants,
      Tenants tenants,
      WakeBell bell,
      DispatchSettings settings,
      Clock clock) {
    this.path = path;
    this.dueTenants = dueTenants;
    this.tenants = tenants;
    this.bell = bell;
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public void start() {
    running = true;
    settling = true;
    path.resume();
    Thread.ofVirtual().name("truebell-settler").start(this::settleLoop);
    visits = Thread.ofVirtual().name("truebell-worker").start(this::visitLoop);
  }

  @Override
  public void stop() {
    running = false;
    path.stopBeginning();
    bell.ring();
    try {
      // a claim that is being made now is given back by its visit, and settled below
      if (visits != null) {
        boolean ignored = visits.join(settings.stopWithin());
      }
      if (!path.awaitSettled(settings.stopWithin())) {
        LOG.warn("stopped with calls under way: they become UNKNOWN when their leases end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    settling = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void visitLoop() {
    boolean swept = !settings.soleWorker();
    while (running) {
      try {
        if (!swept) {
          sweepLeftBehind();
          swept = true;
        }
        if (visitDue() == 0) {
          bell.await(settings.idlePoll());
        }
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        LOG.warn("looking for due work failed, trying again", e);
        pause(AFTER_FAILURE);
      }
    }
  }

  private int visitDue() {
    dueTenants.drain();
    List<TenantId> due = dueTenants.due(clock.instant());
    Map<TenantId, Tenant> active = due.isEmpty() ? Map.of() : tenants.active(due);
    int claimed = 0;
    for (TenantId id : due) {
      Tenant tenant = active.get(id);
      if (tenant == null) {
        Instant later = clock.instant().plus(SUSPENDED_WAIT);
        dueTenants.postpone(id, later);
      } else if (running) {
        claimed += visit(tenant);
      }
    }
    return claimed;
  }

  /** One tenant's trouble stays its own. */
  private int visit(Tenant tenant) {
    try {
      return path.visit(tenant);
    } catch (RuntimeException e) {
      LOG.warn("visiting tenant {} failed, trying again later", tenant.slug(), e);
      dueTenants.postpone(tenant.id(), clock.instant().plus(AFTER_FAILURE));
      return 0;
    }
  }

  private void sweepLeftBehind() {
    for (Tenant tenant : tenants.allActive()) {
      try {
        int swept = path.sweepLeftBehind(tenant);
        if (swept > 0) {
          LOG.info("{} deliveries of {} are UNKNOWN: their worker died", swept, tenant.slug());
        }
      } catch (RuntimeException e) {
        LOG.warn("claims left in {} are swept when their leases end", tenant.slug(), e);
      }
    }
  }

  private void settleLoop() {
    while (settling) {
      try {
        path.settleSome(Duration.ofMillis(100));
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        LOG.error("the settler stumbled and goes on", e);
      }
    }
  }

  private static void pause(Duration wait) {
    try {
      TimeUnit.NANOSECONDS.sleep(wait.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
