package io.truebell.calm.window;

import io.truebell.calm.window.SentRows.Day;
import io.truebell.calm.window.SentRows.Used;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rule of the daily cap, on facts that were read. One for each batch. */
final class Tally {
  private final Map<Day, LocalDay> days;
  private final Map<Day, Used> used;
  private final Map<Day, Set<NotificationId>> more = new HashMap<>();

  Tally(Map<Day, LocalDay> days, Map<Day, Used> used) {
    this.days = days;
    this.used = used;
  }

  /** Whether a day has places left, and not enough of them for all of {@code capped}. */
  boolean couldOverflow(List<DueDelivery> capped, Limits limits) {
    Map<Day, Set<NotificationId>> wanted = new HashMap<>();
    for (DueDelivery delivery : capped) {
      if (!used(day(delivery)).known().contains(delivery.notification())) {
        wanted.computeIfAbsent(day(delivery), d -> new HashSet<>()).add(delivery.notification());
      }
    }
    return capped.stream()
        .anyMatch(
            d -> {
              int cap = Objects.requireNonNullElse(limits.cap(d), Integer.MAX_VALUE);
              long before = used(day(d)).notifications();
              return before < cap && before + wanted.getOrDefault(day(d), Set.of()).size() > cap;
            });
  }

  /**
   * @param windows says which of them wait instead; null when all are counted
   */
  Map<DeliveryId, Verdict> judge(
      List<DueDelivery> deliveries, Limits limits, @Nullable Judge windows) {
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : deliveries) {
      Integer cap = limits.cap(delivery);
      Verdict verdict = cap == null ? null : judge(delivery, cap, limits);
      if (verdict != null) {
        verdicts.put(delivery.id(), verdict);
      }
      if (!(verdict instanceof Verdict.Degrade)) {
        boolean goes = windows == null || windows.of(delivery) instanceof Verdict.Pass;
        if (cap != null && goes) {
          more.computeIfAbsent(day(delivery), d -> new HashSet<>()).add(delivery.notification());
        }
      }
    }
    return verdicts;
  }

  private Verdict judge(DueDelivery delivery, int cap, Limits limits) {
    Day day = day(delivery);
    Used before = used(day);
    Set<NotificationId> now = more.getOrDefault(day, Set.of());
    long counted =
        before.notifications() + now.stream().filter(n -> !before.known().contains(n)).count();
    boolean again =
        before.known().contains(delivery.notification()) || now.contains(delivery.notification());
    if (again || delivery.urgent() || counted < cap) {
      return new Verdict.Pass(Map.of("day_count", again ? counted : counted + 1, "day_cap", cap));
    }
    LocalDay local = Objects.requireNonNull(days.get(day));
    Reason reason =
        Reason.of(WindowReasons.DAILY_CAP)
            .with("category", delivery.category().name().toLowerCase(Locale.ROOT))
            .with("cap", cap)
            .with("counted", counted)
            .with("day", local.date().toString())
            .with("zone", local.zone().getId())
            .with("resets_at", local.ends().toString());
    return new Verdict.Degrade(reason, limits.stamp());
  }

  private Used used(Day day) {
    return used.getOrDefault(day, Used.NOTHING);
  }

  private static Day day(DueDelivery delivery) {
    return new Day(delivery.recipient(), delivery.category());
  }
}
