package io.truebell.dispatch.worker;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.dispatch.path.DeliveryPath.Visit;
import io.truebell.dispatch.path.DispatchSettings;
import io.truebell.dispatch.worker.Ring.Turn;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The threads that look for tenants with due work, visit them in turn, and write again what could
 * not be written. Runs in the roles {@code worker} and {@code all}.
 */
@Component
@ConditionalOnExpression("'${truebell.role:all}' != 'api'")
class Worker implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final Duration SUSPENDED_WAIT = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private final DeliveryPath path;
  private final DueTenants dueTenants;
  private final Tenants tenants;
  private final WakeBell bell;
  private final DispatchSettings settings;
  private final Clock clock;
  private final Ring ring;
  private final Standing standing;
  private final List<Thread> visitors = new ArrayList<>();
  private volatile boolean running;
  private volatile boolean settling;

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
    this.ring = new Ring(settings.batch(), settings.settleWithin());
    this.standing = new Standing(tenants, System::nanoTime);
  }

  @Override
  public void start() {
    running = true;
    settling = true;
    path.resume();
    path.onFinished(ring::finished);
    Thread.ofPlatform().name("truebell-settler").daemon().start(this::settleLoop);
    visitors.add(Thread.ofPlatform().name("truebell-finder").daemon().start(this::findLoop));
    for (int i = 1; i <= settings.visitors(); i++) {
      // threads of the system's, so that hundreds of calls do not stand in line before them
      visitors.add(
          Thread.ofPlatform().name("truebell-visitor-" + i).daemon().start(this::visitLoop));
    }
  }

  @Override
  public void stop() {
    running = false;
    path.stopBeginning();
    bell.ring();
    long deadline = System.nanoTime() + settings.stopWithin().toNanos();
    try {
      // a claim that is being made now is given back by its visit, and settled below
      for (Thread visitor : visitors) {
        boolean ignored = visitor.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
      visitors.clear();
      while (!path.awaitSettled(Duration.ZERO) && System.nanoTime() < deadline) {
        path.settleSome(Duration.ofMillis(50));
      }
      if (!path.awaitSettled(Duration.ZERO)) {
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

  private void findLoop() {
    boolean swept = !settings.soleWorker();
    while (running) {
      try {
        if (!swept) {
          sweepLeftBehind();
          swept = true;
        }
        find();
        // rings that come at once are answered together
        pause(BETWEEN_LOOKS);
        bell.await(settings.idlePoll());
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        LOG.warn("looking for due work failed, trying again", e);
        pause(AFTER_FAILURE);
      }
    }
  }

  private void find() {
    dueTenants.drain();
    List<TenantId> due = dueTenants.due(clock.instant());
    if (due.isEmpty()) {
      return;
    }
    Map<TenantId, Tenant> active = tenants.active(due);
    ring.due(due.stream().map(active::get).filter(Objects::nonNull).toList());
    for (TenantId id : due) {
      if (!active.containsKey(id)) {
        dueTenants.postpone(id, clock.instant().plus(SUSPENDED_WAIT));
      }
    }
  }

  private void visitLoop() {
    while (running) {
      try {
        Turn turn = ring.take(PATIENCE);
        if (turn != null) {
          visit(turn);
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** One tenant's trouble stays its own. */
  private void visit(Turn turn) {
    try {
      Tenant tenant = turn.due() ? standing.of(turn.tenant()) : turn.tenant();
      if (tenant == null) {
        leave(turn.tenant());
        return;
      }
      Visit visit = turn.due() ? path.visit(tenant) : path.settle(tenant);
      ring.visited(tenant, visit, path.waitingOf(tenant), path.isCalling(tenant));
      if (path.owes(tenant)) {
        ring.later(tenant);
      }
    } catch (Throwable e) {
      LOG.warn("visiting tenant {} failed, trying again later", turn.tenant().slug(), e);
      ring.failed(turn.tenant());
    }
  }

  /** It was suspended or deleted while it had its turns: what has ended is written, no more. */
  private void leave(Tenant tenant) {
    ring.left(tenant);
    dueTenants.postpone(tenant.id(), clock.instant().plus(SUSPENDED_WAIT));
    if (path.waitingOf(tenant) > 0) {
      Visit ignored = path.settle(tenant);
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
        path.settleAgain(Duration.ofMillis(100));
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
