package io.truebell.dispatch.gauges;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.gauges.BacklogRows.Counts;
import io.truebell.dispatch.gauges.BacklogRows.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * The backlog of the whole platform, shown by every process, so that it is seen when no worker is
 * left. Counts are over the tenants that wait longest, at most {@value #COUNTED}; the age by tenant
 * is given for at most {@value #NAMED}, which bounds the series.
 */
@Component
class BacklogMeters implements MeterBinder {
  private static final int COUNTED = 100;
  private static final int NAMED = 20;
  private static final int BOUND = 100_000;
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final BacklogRows rows;
  private final Tenants tenants;
  private final Clock clock;
  private final Map<String, Double> ages = new ConcurrentHashMap<>();
  private @Nullable MultiGauge byTenant;
  private Reading last = new Reading(Instant.EPOCH, 0, 0, new Counts(0, 0, 0));

  BacklogMeters(BacklogRows rows, Tenants tenants, Clock clock) {
    this.rows = rows;
    this.tenants = tenants;
    this.clock = clock;
  }

  private record Reading(Instant at, double age, double tenants, Counts counts) {}

  @Override
  public void bindTo(MeterRegistry registry) {
    gauge("truebell.backlog.age", Reading::age)
        .description("How long the longest waiting delivery has been due")
        .baseUnit("seconds")
        .register(registry);
    gauge("truebell.backlog.tenants", Reading::tenants)
        .description("Tenants that have something due")
        .register(registry);
    state(registry, "queued", Counts::queued);
    state(registry, "claimed", Counts::claimed);
    state(registry, "stale", Counts::stale);
    synchronized (this) {
      byTenant =
          MultiGauge.builder("truebell.tenant.backlog.age")
              .description("The same for the tenants that wait longest")
              .baseUnit("seconds")
              .register(registry);
    }
  }

  private void state(MeterRegistry registry, String state, ToDoubleFunction<Counts> count) {
    gauge("truebell.backlog.deliveries", reading -> count.applyAsDouble(reading.counts()))
        .description("Open deliveries: queued and due, claimed, and claimed past the lease")
        .tag("state", state)
        .register(registry);
  }

  private Gauge.Builder<BacklogMeters> gauge(String name, ToDoubleFunction<Reading> value) {
    return Gauge.builder(name, this, meters -> meters.read(value)).strongReference(true);
  }

  /** Not a number when the database is away: an old number would look like a quiet platform. */
  private synchronized double read(ToDoubleFunction<Reading> value) {
    Instant now = clock.instant();
    try {
      if (Duration.between(last.at(), now).compareTo(FRESH) >= 0) {
        last = look(now);
      }
      return value.applyAsDouble(last);
    } catch (DataAccessException | TransactionException e) {
      return Double.NaN;
    }
  }

  private Reading look(Instant now) {
    List<Waiting> waiting = rows.waiting(now, COUNTED);
    Map<TenantId, Tenant> active =
        waiting.isEmpty()
            ? Map.of()
            : tenants.active(waiting.stream().map(Waiting::tenant).toList());
    Map<String, Double> named = new LinkedHashMap<>();
    Counts sum = new Counts(0, 0, 0);
    double oldest = 0;
    for (Waiting each : waiting) {
      Tenant tenant = active.get(each.tenant());
      if (tenant == null) {
        continue; // suspended: it waits on purpose
      }
      double age = Duration.between(each.since(), now).toMillis() / 1000.0;
      oldest = Math.max(oldest, age);
      sum = sum.plus(TenantScope.call(tenant, () -> rows.counts(now, BOUND)));
      if (named.size() < NAMED) {
        named.put(tenant.slug(), age);
      }
    }
    show(named);
    long all = waiting.isEmpty() ? 0 : waiting.getFirst().tenants();
    return new Reading(now, oldest, all, sum);
  }

  /**
   * This runs within a scrape. A gauge that was registered anew would be met a second time by that
   * very scrape, which then fails, so that one stays as long as its tenant waits.
   */
  private void show(Map<String, Double> named) {
    ages.keySet().retainAll(named.keySet());
    ages.putAll(named);
    if (byTenant != null) {
      byTenant.register(named.keySet().stream().<Row<?>>map(this::row).toList(), false);
    }
  }

  private Row<?> row(String slug) {
    return Row.of(Tags.of("tenant", slug), ages, all -> all.getOrDefault(slug, Double.NaN));
  }
}
