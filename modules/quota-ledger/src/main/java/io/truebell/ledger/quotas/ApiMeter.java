package io.truebell.ledger.quotas;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.ledger.quotas.ApiRows.Standing;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts API calls in memory and writes them down once in a while. What a node counted since is
 * lost when it dies, and the calls of other nodes are known as late: a hard limit can be passed by
 * what comes in between two writes. How a tenant stands is read with its first call, and again when
 * a limited one comes back after a while; so a slow caller meets its limit too.
 */
@Component
class ApiMeter implements DisposableBean {
  private static final Logger LOG = LoggerFactory.getLogger(ApiMeter.class);
  private static final Duration KEPT = Duration.ofMinutes(5);

  private final Map<TenantId, TenantCalls> meters = new ConcurrentHashMap<>();
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

  /** Counts one call; false when the tenant has none left this month. */
  boolean take(TenantId tenant) {
    while (true) {
      TenantCalls meter = meter(tenant);
      switch (meter.take(clock.instant())) {
        case COUNTED -> {
          return true;
        }
        case REFUSED -> {
          return false;
        }
        case STALE -> {
          long written = meter.written();
          meter.learn(read(tenant), clock.instant(), written);
        }
        case GONE -> meters.remove(tenant, meter);
      }
    }
  }

  /** Nothing is locked while it reads: the first calls may each read, and one of them counts. */
  private TenantCalls meter(TenantId tenant) {
    TenantCalls known = meters.get(tenant);
    if (known != null) {
      return known;
    }
    TenantCalls made = new TenantCalls(read(tenant), clock.instant());
    TenantCalls other = meters.putIfAbsent(tenant, made);
    return other == null ? made : other;
  }

  private Standing read(TenantId id) {
    Optional<Tenant> tenant =
        TenantScope.ifOpen().filter(t -> t.id().equals(id)).or(() -> tenants.active(id));
    return tenant.map(t -> TenantScope.call(t, () -> count(0))).orElse(Standing.UNLIMITED);
  }

  /** Writes down what was counted and learns how each tenant stands. An idle one is forgotten. */
  @Scheduled(fixedDelayString = "${truebell.ledger.api-flush:1s}")
  synchronized void flush() {
    Instant idle = clock.instant().minus(KEPT);
    Map<TenantId, TenantCalls> touched = new HashMap<>();
    meters.forEach(
        (id, meter) -> {
          if (meter.endIfIdle(idle)) {
            meters.remove(id, meter);
          } else if (meter.touched()) {
            touched.put(id, meter);
          }
        });
    if (!touched.isEmpty()) {
      Map<TenantId, Tenant> active = tenants.active(touched.keySet());
      touched.forEach((id, meter) -> flush(id, meter, active.get(id)));
    }
  }

  /** One tenant's trouble stays its own; what an inactive one had is dropped. */
  private void flush(TenantId id, TenantCalls meter, @Nullable Tenant tenant) {
    if (tenant == null) {
      meter.end();
      meters.remove(id, meter);
      return;
    }
    long calls = meter.begin();
    try {
      Standing standing = TenantScope.call(tenant, () -> count(calls));
      meter.written(calls, standing, clock.instant());
      TenantScope.run(tenant, () -> warn(standing));
    } catch (RuntimeException e) {
      meter.notWritten();
      LOG.warn("API calls of {} are not written yet: {}", tenant.slug(), e.toString());
    }
  }

  private Standing count(long calls) {
    Instant now = clock.instant();
    return rows.count(calls, day(now), now);
  }

  private void warn(Standing standing) {
    Long soft = standing.soft();
    if (soft != null
        && standing.used() >= soft
        && limits.warn(Quota.API_CALLS, Quota.period(day(clock.instant())))) {
      LOG.warn(
          "{} has made {} API calls this month; its soft limit is {}",
          TenantScope.current().slug(),
          standing.used(),
          soft);
    }
  }

  private static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }

  @Override
  public void destroy() {
    flush();
  }
}
