package io.truebell.ledger.quotas;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.ledger.base.Chosen;
import io.truebell.ledger.quotas.MeterRows.Reserved;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The tenant's own quotas: what would go over a hard limit is left to the inbox, or waits while the
 * last of it is under way; everything is counted, limited or not. A tenant without limits pays for
 * one small statement at a claim and two at a batch of outcomes.
 */
@Component
class QuotaGate implements Gate {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaGate.class);
  private static final Actor CLAIM = new Actor("worker", "claim");

  private final LimitRows limits;
  private final UsedRows used;
  private final Meter meter;
  private final Metering metering;
  private final Clock clock;
  private final Chosen<List<Quota>> chosen = new Chosen<>();

  QuotaGate(LimitRows limits, UsedRows used, Meter meter, Metering metering, Clock clock) {
    this.limits = limits;
    this.used = used;
    this.meter = meter;
    this.metering = metering;
    this.clock = clock;
  }

  /** Where claims write. */
  @Component
  record Meter(MeterRows rows, AtCommit atCommit) {}

  @Override
  public GatePlace place() {
    return GatePlace.CHANNEL_BUDGET;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    List<Limit> limited = batch.rehearsal() ? limits.ofSends() : limits.locked();
    if (limited.isEmpty()) {
      return Map.of();
    }
    LocalDate period = Quota.period(day(batch.now()));
    Headroom headroom = new Headroom(limited, used.in(period), batch.now());
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : uncounted(batch.deliveries())) {
      headroom.take(delivery).ifPresent(verdict -> verdicts.put(delivery.id(), verdict));
      if (!batch.rehearsal() && verdicts.get(delivery.id()) instanceof Verdict.Pass) {
        chosen.put(delivery.id(), headroom.quotasOf(delivery));
      }
    }
    if (!batch.rehearsal()) {
      headroom.toWarn().forEach(limit -> warn(limit, headroom.together(limit.quota()), period));
    }
    return verdicts;
  }

  /** A call that is made again, since it may have sent the message, needs no more room. */
  private List<DueDelivery> uncounted(List<DueDelivery> deliveries) {
    Set<UUID> counted =
        meter
            .rows()
            .counted(
                deliveries.stream()
                    .filter(d -> d.attempts() > 0)
                    .map(d -> d.id().value())
                    .toList());
    return deliveries.stream().filter(d -> !counted.contains(d.id().value())).toList();
  }

  private void warn(Limit limit, long amount, LocalDate period) {
    if (limits.warn(limit.quota(), period)) {
      LOG.warn(
          "{} has used {} of {} in {}; its soft limit is {}",
          TenantScope.current().slug(),
          amount,
          limit.quota(),
          period,
          limit.soft());
    }
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    Map<DeliveryId, List<Quota>> choices = chosen.all();
    List<Reserved> reserved = new ArrayList<>();
    Map<String, Integer> degraded = new TreeMap<>();
    for (DecidedDelivery one : decided) {
      DueDelivery delivery = one.delivery();
      if (one.verdict() instanceof Verdict.Pass) {
        choices
            .getOrDefault(delivery.id(), List.of())
            .forEach(
                q -> reserved.add(new Reserved(delivery.id().value(), delivery.attempts() + 1, q)));
      } else if (one.verdict() instanceof Verdict.Degrade) {
        degraded.merge(delivery.channel().value(), 1, Integer::sum);
      }
    }
    Instant now = clock.instant();
    if (!reserved.isEmpty()) {
      meter.rows().reserve(reserved, day(now), CLAIM, now);
    }
    degraded.forEach(
        (channel, amount) -> meter.atCommit().count(DayCounts.degraded(day(now), channel, amount)));
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    metering.settle(settled, day(clock.instant()));
  }

  private static LocalDate day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC);
  }
}
