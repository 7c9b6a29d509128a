package io.truebell.ledger.quotas;

import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.quotas.UsedRows.Used;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What one claim may still take of each limited quota, in the order in which deliveries ask. */
final class Headroom {
  private static final Duration BUSY_WAIT = Duration.ofSeconds(2);

  // in the order in which they were read, which is the order of locks
  private final Map<Quota, Limit> limits = new LinkedHashMap<>();
  private final Map<Quota, Used> used;
  private final Map<Quota, Long> taken = new HashMap<>();
  private final LocalDate period;
  private final Instant now;

  Headroom(List<Limit> limits, Map<Quota, Used> used, Instant now) {
    limits.forEach(limit -> this.limits.put(limit.quota(), limit));
    this.used = used;
    this.period = Quota.period(LocalDate.ofInstant(now, ZoneOffset.UTC));
    this.now = now;
  }

  /** The limited quotas that a delivery takes one of. */
  List<Quota> quotasOf(DueDelivery delivery) {
    List<Quota> quotas = new ArrayList<>();
    for (Quota quota : List.of(Quota.MESSAGES, Quota.paidSends(delivery.channel()))) {
      if (limits.containsKey(quota)) {
        quotas.add(quota);
      }
    }
    return quotas;
  }

  /**
   * Takes one of each, or says which is used up or busy; empty when none of them is limited. Only
   * what is used for good ends a delivery: what is reserved, or was taken by those before it in
   * this claim, may yet come back.
   */
  Optional<Verdict> take(DueDelivery delivery) {
    List<Quota> quotas = quotasOf(delivery);
    Optional<Verdict> refused = refuse(delivery, quotas);
    if (refused.isPresent()) {
      return refused;
    }
    Map<String, Object> numbers = new HashMap<>();
    for (Quota quota : quotas) {
      taken.merge(quota, 1L, Long::sum);
      Limit limit = Objects.requireNonNull(limits.get(quota));
      if (limit.hard() != null) {
        numbers.put(quota + "_left", limit.hard() - together(quota));
      }
    }
    return quotas.isEmpty() ? Optional.empty() : Optional.of(new Verdict.Pass(numbers));
  }

  /** The quotas whose soft limit is reached and was not said to be in this month. */
  List<Limit> toWarn() {
    return limits.values().stream()
        .filter(limit -> limit.soft() != null && together(limit.quota()) >= limit.soft())
        .filter(limit -> !period.equals(limit.warned()))
        .toList();
  }

  /** Used up, reserved, and what this claim takes. */
  long together(Quota quota) {
    return used.getOrDefault(quota, Used.NOTHING).together() + taken.getOrDefault(quota, 0L);
  }

  private Optional<Verdict> refuse(DueDelivery delivery, List<Quota> quotas) {
    List<Limit> full =
        quotas.stream()
            .map(quota -> Objects.requireNonNull(limits.get(quota)))
            .filter(limit -> limit.hard() != null && together(limit.quota()) >= limit.hard())
            .toList();
    return full.stream()
        .filter(limit -> limit.hard() != null && used(limit).used() >= limit.hard())
        .findFirst()
        .map(limit -> usedUp(delivery, limit))
        .or(() -> full.stream().findFirst().map(limit -> busy(delivery, limit)));
  }

  private Verdict usedUp(DueDelivery delivery, Limit limit) {
    Reason reason =
        reason("tenant_quota_used_up", delivery, limit)
            .with("reserved", used(limit).reserved())
            .with("until", period.plusMonths(1).toString());
    return new Verdict.Degrade(reason, policy(limit));
  }

  private Verdict busy(DueDelivery delivery, Limit limit) {
    Reason reason =
        reason("tenant_quota_busy", delivery, limit)
            .with("under_way", together(limit.quota()) - used(limit).used());
    return new Verdict.Hold(reason, policy(limit), now.plus(BUSY_WAIT));
  }

  private Reason reason(String code, DueDelivery delivery, Limit limit) {
    return Reason.of(code)
        .with("channel", delivery.channel().value())
        .with("quota", limit.quota().name())
        .with("limit", Objects.requireNonNull(limit.hard()))
        .with("used", used(limit).used());
  }

  private Used used(Limit limit) {
    return used.getOrDefault(limit.quota(), Used.NOTHING);
  }

  private static Policy policy(Limit limit) {
    return new Policy("tenant_quota", limit.version());
  }
}
