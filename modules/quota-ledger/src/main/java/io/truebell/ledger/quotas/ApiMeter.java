package io.truebell.ledger.quotas;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.ledger.quotas.ApiRows.Standing;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts API calls in memory and writes them down once in a while. What a node counted since is
 * lost when it dies, and the calls of other nodes are known as late: a hard limit can be passed by
 * what comes in between two writes.
 */
@Component
class ApiMeter implements DisposableBean {
  private static final Logger LOG = LoggerFactory.getLogger(ApiMeter.class);

  private final Map<TenantId, Meter> meters = new ConcurrentHashMap<>();
  private final ApiRows rows;
  private final LimitRows limits;
  private final Tenants tenants;
  private final Clock clock;

  ApiMeter(ApiRows rows, LimitRows limits, Tenants tenants, Clock clock) {
    this.rows = rows;
    this.limits = limits;
    this.tenants = tenants;
    this.clock = clock;
  }

  /** One tenant's calls on this node. */
  private static final class Meter {
    private final AtomicLong pending = new AtomicLong();
    private volatile Standing known = new Standing(0, null, null);
    private volatile boolean touched = true;

    boolean take() {
      touched = true;
      Long hard = known.hard();
      if (hard != null && known.used() + pending.get() >= hard) {
        return false;
      }
      pending.incrementAndGet();
      return true;
    }
  }

  /** Counts one call; false when the tenant has none left this month. */
  boolean take(TenantId tenant) {
    return meters.computeIfAbsent(tenant, id -> new Meter()).take();
  }

  /** Writes down what was counted and learns how each tenant stands. An idle one is forgotten. */
  @Scheduled(fixedDelayString = "${truebell.ledger.api-flush:1s}")
  void flush() {
    meters.values().removeIf(meter -> !meter.touched && meter.pending.get() == 0);
    if (meters.isEmpty()) {
      return;
    }
    Map<TenantId, Tenant> active = tenants.active(meters.keySet());
    meters.keySet().retainAll(active.keySet());
    active.forEach(this::flush);
  }

  /** One tenant's trouble stays its own. */
  private void flush(TenantId id, Tenant tenant) {
    Meter meter = meters.get(id);
    if (meter == null || !meter.touched) {
      return;
    }
    meter.touched = false;
    long calls = meter.pending.get();
    try {
      meter.known = TenantScope.call(tenant, () -> count(calls));
      meter.pending.addAndGet(-calls);
    } catch (RuntimeException e) {
      meter.touched = true;
      LOG.warn("API calls of {} are not written yet: {}", tenant.slug(), e.toString());
    }
  }

  private Standing count(long calls) {
    Instant now = clock.instant();
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    Standing standing = rows.count(calls, today, now);
    Long soft = standing.soft();
    if (soft != null
        && standing.used() >= soft
        && limits.warn(Quota.API_CALLS, Quota.period(today))) {
      LOG.warn(
          "{} has made {} API calls this month; its soft limit is {}",
          TenantScope.current().slug(),
          standing.used(),
          soft);
    }
    return standing;
  }

  @Override
  public void destroy() {
    flush();
  }
}
