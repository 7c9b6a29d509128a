package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.path.DeliveryClaimer.Claim;
import io.truebell.dispatch.path.SettleQueue.Finished;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A delivery's way, stage after stage: sweep, claim (T2), call (no transaction), settle (T3). It
 * holds no rule of its own; each stage hands on a type that only it can make.
 */
@Component
public class DeliveryPath {
  private final Stages stages;
  private final DueTenants dueTenants;
  private final TransactionTemplate transaction;
  private final DispatchSettings settings;
  private final Clock clock;
  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean stopping;

  DeliveryPath(
      Stages stages,
      DueTenants dueTenants,
      TransactionTemplate transaction,
      DispatchSettings settings,
      Clock clock) {
    this.stages = stages;
    this.dueTenants = dueTenants;
    this.transaction = transaction;
    this.settings = settings;
    this.clock = clock;
  }

  /** The stages in their order. */
  @Component
  record Stages(
      Sweep sweep,
      DeliveryClaimer claim,
      ProviderCall call,
      SettleQueue settle,
      InFlight inFlight) {}

  /**
   * One visit to a tenant with due work: a bounded batch, so that tenants take turns.
   *
   * @return how many deliveries were claimed
   */
  public int visit(Tenant tenant) {
    return TenantScope.call(tenant, () -> visitInScope(tenant));
  }

  private int visitInScope(Tenant tenant) {
    transaction.executeWithoutResult(status -> stages.sweep().expired(clock.instant()));
    int most = Math.min(settings.batch(), stages.inFlight().free());
    if (most < 1 || stopping) {
      return 0;
    }
    Claim claim =
        Objects.requireNonNull(
            transaction.execute(status -> stages.claim().claim(clock.instant(), most)));
    // committed: from here on each of them is called once, or given back
    claim.claimed().forEach(claimed -> begin(tenant, claimed));
    if (claim.examined() < most) {
      transaction.executeWithoutResult(status -> dueTenants.settle(tenant.id()));
    }
    return claim.claimed().size();
  }

  private void begin(Tenant tenant, ClaimedDelivery claimed) {
    stages.inFlight().enter(claimed.due().account());
    calls.execute(
        () -> {
          String notBegun =
              stopping
                  ? "worker_stopping"
                  : stages.call().inTime(claimed) ? null : "lease_too_short";
          AttemptedDelivery attempted =
              notBegun == null ? stages.call().make(tenant, claimed) : null;
          stages.settle().add(new Finished(tenant, claimed, attempted, notBegun));
        });
  }

  /** Ends claims that a dead process left in this tenant. Only when no other process works. */
  public int sweepLeftBehind(Tenant tenant) {
    return TenantScope.call(
        tenant,
        () ->
            Objects.requireNonNull(
                transaction.execute(status -> stages.sweep().leftBehind(clock.instant()))));
  }

  /** Writes finished calls; to be called again and again by one thread. */
  public void settleSome(Duration wait) throws InterruptedException {
    stages.settle().writeSome(wait);
  }

  /** No call begins after this; claims that have not begun are given back. */
  public void stopBeginning() {
    stopping = true;
  }

  /** Calls may begin again. */
  public void resume() {
    stopping = false;
  }

  /** Waits until every call under way is settled; says whether it is so. */
  public boolean awaitSettled(Duration within) throws InterruptedException {
    return stages.inFlight().awaitNone(within);
  }
}
