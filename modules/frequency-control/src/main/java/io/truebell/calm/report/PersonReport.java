package io.truebell.calm.report;

import io.truebell.calm.report.CalmReportView.CalmGroupView;
import io.truebell.calm.report.PersonRows.Counted;
import io.truebell.core.spi.Directory.Person;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/** Makes one person's report; everything in it is of the same moment. */
@Component
class PersonReport {
  private static final Duration LATELY = Duration.ofDays(1);
  private static final int MOST_ITEMS = 50;

  private final PersonRows rows;
  private final ReadOnly snapshot;
  private final Clock clock;

  PersonReport(PersonRows rows, ReadOnly snapshot, Clock clock) {
    this.rows = rows;
    this.snapshot = snapshot;
    this.clock = clock;
  }

  CalmReportView of(Person person) {
    Instant now = clock.instant();
    Instant since = now.minus(LATELY);
    return snapshot.call(
        () ->
            new CalmReportView(
                person.externalId(),
                person.zone().getId(),
                since,
                now,
                groups(rows.counts(person.id(), since)),
                rows.held(person.id(), since, MOST_ITEMS),
                rows.items(person.id(), since, MOST_ITEMS)));
  }

  private record Group(String category, String channel, boolean sandbox) {}

  private static List<CalmGroupView> groups(List<Counted> counts) {
    Map<Group, List<Counted>> groups = new LinkedHashMap<>();
    counts.forEach(
        c ->
            groups
                .computeIfAbsent(
                    new Group(c.category(), c.channel(), c.sandbox()), g -> new ArrayList<>())
                .add(c));
    return groups.entrySet().stream().map(e -> view(e.getKey(), e.getValue())).toList();
  }

  private static CalmGroupView view(Group group, List<Counted> counts) {
    Map<String, Long> held = byReason(counts, "held");
    Map<String, Long> degraded = byReason(counts, "degraded");
    return new CalmGroupView(
        group.category(),
        group.channel(),
        group.sandbox(),
        sum(byReason(counts, "accepted")),
        sum(byReason(counts, "unknown")),
        sum(byReason(counts, "merged")),
        sum(held),
        held,
        sum(degraded),
        degraded);
  }

  private static Map<String, Long> byReason(List<Counted> counts, String outcome) {
    Map<String, Long> amounts = new TreeMap<>();
    counts.stream()
        .filter(c -> c.outcome().equals(outcome))
        .forEach(c -> amounts.merge(c.reason(), c.amount(), Long::sum));
    return amounts;
  }

  private static long sum(Map<String, Long> amounts) {
    return amounts.values().stream().mapToLong(Long::longValue).sum();
  }
}
