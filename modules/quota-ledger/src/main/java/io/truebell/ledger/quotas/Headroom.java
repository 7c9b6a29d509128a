package io.truebell.ledger.quotas;

import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.quotas.UsedRows.Used;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What one claim may still take of each limited quota, in the order in which deliveries ask. */
final class Headroom {
  private final Map<Quota, Limit> limits = new HashMap<>();
  private final Map<Quota, Used> used;
  private final Map<Quota, Long> taken = new HashMap<>();
  private final LocalDate period;

  Headroom(List<Limit> limits, Map<Quota, Used> used, LocalDate period) {
    limits.forEach(limit -> this.limits.put(limit.quota(), limit));
    this.used = used;
    this.period = period;
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

  /** Takes one of each, or says which is used up; empty when none of them is limited. */
  Optional<Verdict> take(DueDelivery delivery) {
    List<Quota> quotas = quotasOf(delivery);
    for (Quota quota : quotas) {
      Limit limit = Objects.requireNonNull(limits.get(quota));
      if (limit.hard() != null && together(quota) >= limit.hard()) {
        return Optional.of(usedUp(delivery, limit));
      }
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

  private Verdict usedUp(DueDelivery delivery, Limit limit) {
    Used now = used.getOrDefault(limit.quota(), Used.NOTHING);
    Reason reason =
        Reason.of("tenant_quota_used_up")
            .with("channel", delivery.channel().value())
            .with("quota", limit.quota().name())
            .with("limit", Objects.requireNonNull(limit.hard()))
            .with("used", now.used())
            .with("reserved", together(limit.quota()) - now.used())
            .with("until", period.plusMonths(1).toString());
    return new Verdict.Degrade(reason, new Policy("tenant_quota", limit.version()));
  }
}
