package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.dispatch.due.DueTenants;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * What a visit does around its claim: how much it may take, what it sweeps, what hint it leaves.
 */
@Component
class Visits {
  private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(1);

  private final Sweep sweep;
  private final DueTenants dueTenants;
  private final InFlight inFlight;
  private final DispatchSettings settings;
  private final Clock clock;
  private final Map<TenantId, Instant> swept = new ConcurrentHashMap<>();
  private final Set<TenantId> unconfirmed = ConcurrentHashMap.newKeySet();

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

  /** Whether a visit that neither writes nor claims has something to do. */
  boolean owes(Tenant tenant) {
    return unconfirmed.contains(tenant.id());
  }

  /**
   * Ends leases that have run out, and gives back claims of a transaction whose end is not known.
   *
   * @return the visit's time
   */
  Instant begin(Tenant tenant) {
    Instant now = clock.instant();
    if (unconfirmed.contains(tenant.id())) {
      sweep.unconfirmed(inFlight.claimsOf(tenant.id()), now);
      unconfirmed.remove(tenant.id());
    }
    Instant last = swept.get(tenant.id());
    if (last == null || !now.isBefore(last.plus(BETWEEN_SWEEPS))) {
      sweep.expired(now);
      swept.put(tenant.id(), now);
    }
    return now;
  }

  /** The visit's transaction failed, or nobody knows whether it did. */
  void failed(Tenant tenant) {
    unconfirmed.add(tenant.id());
    swept.remove(tenant.id());
  }

  void putHintRight(Tenant tenant) {
    dueTenants.settle(tenant.id());
  }

  int sweepLeftBehind() {
    return sweep.leftBehind(clock.instant());
  }
}
