package io.truebell.bench.report;

import io.truebell.bench.trial.Latencies;
import io.truebell.bench.trial.Outcome;
import io.truebell.bench.trial.Sample;
import io.truebell.bench.trial.Spread;
import java.util.ArrayList;
import java.util.List;

/** What one scenario brought, as Markdown. */
public final class Section {
  private final String name;
  private final List<String> lines = new ArrayList<>();
  private final List<String> targets = new ArrayList<>();
  private boolean unclean;

  public Section(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** A paragraph. */
  public void say(String paragraph) {
    lines.add(paragraph);
    lines.add("");
  }

  /** A table of figures. */
  public void table(List<String> head, List<List<String>> rows) {
    lines.add("| " + String.join(" | ", head) + " |");
    lines.add("|---".repeat(head.size()) + "|");
    rows.forEach(row -> lines.add("| " + String.join(" | ", row) + " |"));
    lines.add("");
  }

  /** A contest: one row for each contestant, medians, the range of the rate in brackets. */
  public void table(String title, Outcome outcome) {
    say("**" + title + "**");
    List<List<String>> rows = new ArrayList<>();
    for (String who : outcome.contestants()) {
      rows.add(
          List.of(
              who,
              range(outcome.of(who, Sample::rate)),
              middle(outcome.of(who, s -> s.cpu("app") + s.cpu(who))),
              middle(outcome.of(who, s -> s.cpu("postgres"))),
              middle(outcome.of(who, s -> s.cpu("redis"))),
              middle(outcome.of(who, s -> s.cpu("provider"))),
              middle(outcome.of(who, Sample::statements)),
              middle(outcome.of(who, Sample::commits)),
              middle(outcome.of(who, Sample::wal))));
    }
    table(
        List.of(
            "",
            "msg/s",
            "CPU µs/msg: itself",
            "PostgreSQL",
            "Redis",
            "provider",
            "statements/msg",
            "commits/msg",
            "WAL B/msg"),
        rows);
    flaws(outcome);
  }

  private void flaws(Outcome outcome) {
    if (!outcome.thrown().isEmpty()) {
      say(
          outcome.thrown().size()
              + " repetitions were thrown away and done again: "
              + String.join("; ", outcome.thrown().stream().map(Sample::flaw).distinct().toList())
              + ".");
    }
    List<Sample> kept = outcome.samples().stream().filter(s -> !s.counts()).toList();
    if (!kept.isEmpty()) {
      unclean = true;
      say(
          "**Not clean**: "
              + kept.size()
              + " of the repetitions above have a flaw, and no better were to be had: "
              + String.join("; ", kept.stream().map(Sample::flaw).distinct().toList())
              + ".");
    }
  }

  /** A row: p50, p90, p99 and the most. */
  public static List<String> percentiles(String title, Latencies latencies) {
    return List.of(
        title,
        Numbers.of(latencies.percentile(50)),
        Numbers.of(latencies.percentile(90)),
        Numbers.of(latencies.percentile(99)),
        Numbers.of(latencies.percentile(100)));
  }

  /** A figure for a table. */
  public static String figure(double value) {
    return Numbers.of(value);
  }

  private static String range(Spread spread) {
    return Numbers.of(spread.median())
        + " ("
        + Numbers.of(spread.least())
        + "–"
        + Numbers.of(spread.most())
        + ")";
  }

  private static String middle(Spread spread) {
    return Numbers.of(spread.median());
  }

  /** A target and what was measured; not a number where it was not. */
  public void target(Target target, double measured) {
    targets.add(target.row(measured));
  }

  /** All of it. */
  public String text() {
    List<String> all = new ArrayList<>(lines);
    if (!targets.isEmpty()) {
      all.add("| target | measured | must | moonshot | |");
      all.add("|---|---|---|---|---|");
      String end = unclean ? " (in a run that does not count) |" : " |";
      targets.forEach(row -> all.add(row.substring(0, row.length() - 2) + end));
      all.add("");
    }
    return String.join("\n", all);
  }
}
