package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.dispatch.due.DueTenants;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * What a visit does around its claim: how much it may take, what it sweeps, what hint it leaves.
 */
@Component
class Visits {
  private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(1);
  private static final Duration DOUBT = Duration.ofMinutes(1);

  private final Sweep sweep;
  private final DueTenants dueTenants;
  private final InFlight inFlight;
  private final DispatchSettings settings;
  private final Clock clock;
  private final Map<TenantId, Instant> swept = new ConcurrentHashMap<>();
  private final Map<TenantId, Instant> unconfirmed = new ConcurrentHashMap<>();

  Visits(
      Sweep sweep,
      DueTenants dueTenants,
      InFlight inFlight,
      DispatchSettings settings,
      Clock clock) {
    this.sweep = sweep;
    this.dueTenants = dueTenants;
    this.inFlight = inFlight;
    this.settings = settings;
    this.clock = clock;
  }

  InFlight inFlight() {
    return inFlight;
  }

  /** Most deliveries of one visit; none when it is better to wait until more places are free. */
  int quantum(Tenant tenant) {
    int free = inFlight.freeFor(tenant.id());
    boolean soonMore = inFlight.callsOf(tenant.id()) >= settings.batch();
    return soonMore && free < settings.batch() / 4
        ? 0
        : Math.min(settings.batch() * tenant.share(), free);
  }

  /** Whether claims of this tenant may appear that nobody knows of. */
  boolean owes(Tenant tenant) {
    return unconfirmed.containsKey(tenant.id());
  }

  /**
   * Ends leases that have run out, and gives back claims of a transaction whose end is not known.
   *
   * @return the visit's time
   */
  Instant begin(Tenant tenant) {
    Instant now = clock.instant();
    Instant last = swept.get(tenant.id());
    if (last == null || !now.isBefore(last.plus(BETWEEN_SWEEPS))) {
      Instant until = unconfirmed.get(tenant.id());
      if (until != null) {
        sweep.unconfirmed(inFlight.claimsOf(tenant.id()), now);
      }
      if (until != null && !now.isBefore(until)) {
        unconfirmed.remove(tenant.id());
      }
      sweep.expired(now);
      swept.put(tenant.id(), now);
    }
    return now;
  }

  /** The visit's transaction failed. */
  void failed(Tenant tenant) {
    swept.remove(tenant.id());
  }

  /**
   * The visit's commit was not confirmed: it may have happened, or may happen yet, since a server
   * can be at it when its connection breaks. So what it claimed is looked for again and again for a
   * while.
   */
  void unconfirmed(Tenant tenant) {
    unconfirmed.put(tenant.id(), clock.instant().plus(DOUBT));
  }

  void putHintRight(Tenant tenant) {
    dueTenants.settle(tenant.id());
  }

  int sweepLeftBehind() {
    return sweep.leftBehind(clock.instant());
  }
}
