package io.truebell.calm.report;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.core.message.Category;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Daily caps in memory: notifications that went out on a person's day, by category. */
final class Caps {
  private final CalmPolicy policy;
  private final Map<Key, Day> days = new HashMap<>();

  Caps(CalmPolicy policy) {
    this.policy = policy;
  }

  private record Key(UUID person, Category category) {}

  /** Time goes on: of each key only the day that it is now is of interest. */
  private record Day(LocalDate date, Set<UUID> notifications) {}

  /** Whether the day has room; a notification that went out already on it needs none. */
  boolean allow(PastDelivery delivery, Instant now) {
    Integer cap = policy.dailyCaps().get(delivery.category());
    if (cap == null || delivery.urgent()) {
      return true;
    }
    Set<UUID> today = today(delivery, now);
    return today.size() < cap || today.contains(delivery.notification());
  }

  /** It goes out now. */
  void count(PastDelivery delivery, Instant now) {
    if (policy.dailyCaps().containsKey(delivery.category())) {
      today(delivery, now).add(delivery.notification());
    }
  }

  private Set<UUID> today(PastDelivery delivery, Instant now) {
    ZoneId zone = Objects.requireNonNullElse(delivery.person().zone(), ZoneOffset.UTC);
    LocalDate date = LocalDate.ofInstant(now, zone);
    Key key = new Key(delivery.person().id(), delivery.category());
    Day day = days.get(key);
    if (day == null || !day.date().equals(date)) {
      day = new Day(date, new HashSet<>());
      days.put(key, day);
    }
    return day.notifications();
  }
}
