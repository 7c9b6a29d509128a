package io.truebell.calm.window;

import io.truebell.calm.window.SentRows.Day;
import io.truebell.calm.window.SentRows.Used;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * So many different messages of a category reach a person in a day of that person's; the inbox has
 * the others. A message costs nothing more on a second channel.
 */
@Component
class DailyCapGate implements Gate {
  private final LimitsInForce limits;
  private final TurnRows turns;
  private final SentRows sent;
  private final Windows windows;
  private final Directory directory;

  DailyCapGate(
      LimitsInForce limits, TurnRows turns, SentRows sent, Windows windows, Directory directory) {
    this.limits = limits;
    this.turns = turns;
    this.sent = sent;
    this.windows = windows;
    this.directory = directory;
  }

  @Override
  public GatePlace place() {
    return GatePlace.DAILY_CAP;
  }

  /** The first of the two gates that count: it takes the turn for both. */
  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Limits now = limits.now();
    List<DueDelivery> looked = batch.deliveries().stream().filter(now::lookAt).toList();
    if (looked.isEmpty()) {
      return Map.of();
    }
    if (!batch.rehearsal()) {
      turns.take(people(looked));
    }
    List<DueDelivery> capped = looked.stream().filter(d -> now.cap(d) != null).toList();
    if (capped.isEmpty()) {
      return Map.of();
    }
    Tally tally = tally(capped, batch.now());
    // What is going to wait in a digest does not use the day up. That matters only when places run
    // out within this batch.
    return tally.couldOverflow(capped, now)
        ? tally.judge(batch.deliveries(), now, windows.over(batch, now))
        : tally.judge(capped, now, null);
  }

  private Tally tally(List<DueDelivery> capped, Instant now) {
    Map<RecipientId, Person> people = directory.find(people(capped));
    Map<Day, LocalDay> days = new HashMap<>();
    Map<Day, Instant> since = new HashMap<>();
    for (DueDelivery delivery : capped) {
      Person person = people.get(delivery.recipient());
      ZoneId zone = person == null ? ZoneOffset.UTC : person.zone();
      Day day = new Day(delivery.recipient(), delivery.category());
      LocalDay local = LocalDay.of(now, zone);
      days.put(day, local);
      since.put(day, local.begins());
    }
    Map<Day, Used> used =
        sent.used(since, capped.stream().map(DueDelivery::notification).distinct().toList());
    return new Tally(days, used);
  }

  private static Set<RecipientId> people(List<DueDelivery> deliveries) {
    return deliveries.stream().map(DueDelivery::recipient).collect(Collectors.toSet());
  }
}
