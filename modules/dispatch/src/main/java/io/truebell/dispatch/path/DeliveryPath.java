package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.path.DeliveryClaimer.Claim;
import io.truebell.dispatch.path.SettleQueue.Finished;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A delivery's way, stage after stage: settle what has ended (T3), sweep, claim (T2), call (no
 * transaction). It holds no rule of its own; each stage hands on a type that only it can make.
 *
 * <p>One visit to a tenant is one transaction: the outcomes of earlier calls and the next claim
 * share its commit. Nothing that it claims is called before that commit is confirmed. When it is
 * not, the outcomes are written apart and again, and what may have been claimed after all is given
 * back at the next visit.
 */
@Component
public class DeliveryPath {
  private static final int MOST_OUTCOMES = 400;

  private final Stages stages;
  private final Visits visits;
  private final TransactionTemplate transaction;
  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean stopping;

  DeliveryPath(Stages stages, Visits visits, TransactionTemplate transaction) {
    this.stages = stages;
    this.visits = visits;
    this.transaction = transaction;
  }

  /** The stages in their order. */
  @Component
  record Stages(SettleQueue settle, DeliveryClaimer claim, Entrance entrance, ProviderCall call) {}

  /**
   * What a visit did.
   *
   * @param claimed how many deliveries are being sent now
   * @param more whether it took as many as it may, so that more may be due
   * @param blocked whether something may be due that has to wait until a call has ended
   */
  public record Visit(int claimed, boolean more, boolean blocked) {}

  /**
   * One visit to a tenant: writes what has ended, claims what is due, begins the calls. A bounded
   * batch, so that tenants take turns.
   */
  public Visit visit(Tenant tenant) {
    int most = stopping ? 0 : visits.quantum(tenant);
    return TenantScope.callOnLane(tenant, () -> visitInScope(tenant, most, !stopping));
  }

  /** A visit to a tenant with nothing due: writes what has ended. */
  public Visit settle(Tenant tenant) {
    return TenantScope.callOnLane(tenant, () -> visitInScope(tenant, 0, false));
  }

  private Visit visitInScope(Tenant tenant, int most, boolean due) {
    List<Finished> finished = stages.settle().take(tenant.id(), MOST_OUTCOMES);
    if (most < 1 && finished.isEmpty() && !visits.owes(tenant)) {
      return new Visit(0, false, due);
    }
    AtomicBoolean committing = new AtomicBoolean();
    Claim claim;
    if (most > 0) {
      stages.claim().before();
    }
    try {
      claim =
          Objects.requireNonNull(
              transaction.execute(
                  status -> {
                    Claim made = settleAndClaim(tenant, finished, most);
                    committing.set(!made.claimed().isEmpty());
                    return made;
                  }));
    } catch (RuntimeException | Error e) {
      stages.settle().failed(finished, 0, e);
      visits.failed(tenant);
      if (committing.get()) {
        visits.unconfirmed(tenant);
      }
      throw e;
    } finally {
      if (most > 0) {
        stages.claim().after();
      }
    }
    // committed: from here on each of them is called once, or given back
    stages.settle().written(finished);
    claim.claimed().forEach(claimed -> begin(tenant, claimed));
    return new Visit(claim.claimed().size(), claim.full(), claim.blocked() || (most < 1 && due));
  }

  private Claim settleAndClaim(Tenant tenant, List<Finished> finished, int most) {
    stages.settle().write(finished);
    Instant now = visits.begin(tenant);
    if (most < 1) {
      return Claim.NONE;
    }
    Claim claim = stages.claim().claim(now, most);
    if (!claim.full()) {
      visits.putHintRight(tenant);
    }
    return claim;
  }

  private void begin(Tenant tenant, ClaimedDelivery claimed) {
    visits.inFlight().enter(tenant.id(), claimed.due().account(), claimed.held());
    calls.execute(
        () -> {
          GivenBack notBegun = whyNot(tenant, claimed);
          AttemptedDelivery attempted = notBegun == null ? call(tenant, claimed) : null;
          visits.inFlight().called(tenant.id(), claimed.due().account());
          stages.settle().add(new Finished(tenant, claimed, attempted, notBegun));
        });
  }

  private @Nullable GivenBack whyNot(Tenant tenant, ClaimedDelivery claimed) {
    if (stopping) {
      return GivenBack.atOnce("worker_stopping");
    }
    if (!stages.call().inTime(claimed)) {
      return GivenBack.atOnce("lease_too_short");
    }
    GivenBack kept = stages.entrance().enter(tenant, claimed);
    if (kept == null && stopping) {
      // it was asked to stop while this one stood in line
      stages.entrance().leave(tenant, claimed);
      return GivenBack.atOnce("worker_stopping");
    }
    return kept;
  }

  private AttemptedDelivery call(Tenant tenant, ClaimedDelivery claimed) {
    try {
      return stages.call().make(tenant, claimed);
    } finally {
      stages.entrance().leave(tenant, claimed);
    }
  }

  /** Ends claims that a dead process left in this tenant. Only when no other process works. */
  public int sweepLeftBehind(Tenant tenant) {
    return TenantScope.callOnLane(
        tenant,
        () -> Objects.requireNonNull(transaction.execute(status -> visits.sweepLeftBehind())));
  }

  /** Hears of tenants whose calls have ended, with the number of outcomes that wait. */
  public void onFinished(Finishing heard) {
    stages.settle().listen(heard::finished);
  }

  /** Hears that calls have ended. */
  public interface Finishing {
    /** {@code waiting} outcomes of {@code tenant} wait for its next visit. */
    void finished(Tenant tenant, int waiting);
  }

  /** How many outcomes of this tenant wait for a visit. */
  public int waitingOf(Tenant tenant) {
    return stages.settle().waitingOf(tenant.id());
  }

  /** Whether this tenant is to be visited again although nothing of it is due. */
  public boolean owes(Tenant tenant) {
    return visits.owes(tenant);
  }

  /** Whether calls of this tenant are under way. */
  public boolean isCalling(Tenant tenant) {
    return visits.inFlight().callsOf(tenant.id()) > 0;
  }

  /** Tries again what could not be written; waits for such at most {@code wait}. */
  public void settleAgain(Duration wait) throws InterruptedException {
    stages.settle().writeAgain(wait);
  }

  /** Writes outcomes without claiming anything; waits for some at most {@code wait}. */
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
    return visits.inFlight().awaitNone(within);
  }
}
