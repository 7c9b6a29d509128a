package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.report.Target;
import io.truebell.bench.stage.Options;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.trial.Contest;
import io.truebell.bench.trial.Outcome;
import io.truebell.bench.trial.Sample;
import java.sql.SQLException;
import java.util.List;

/** The same as {@link Dispatch} with nothing called: what the queue and its books alone cost. */
final class QueueOnly implements Scenario {
  private static final List<String> ALL = List.of("truebell", "floor", "db-scheduler");
  private static final int IN_FLIGHT = 400;

  @Override
  public String name() {
    return "queue-only";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    Options options = stage.options();
    int messages = options.number("messages", 50_000);
    int repetitions = options.number("reps", 3);
    Section section = new Section(name());
    section.say(
        "%,d messages of one tenant through an adapter that answers without a call; db-scheduler runs an empty task. %d repetitions in turn. The rate counts from the release of the backlog."
            .formatted(messages, repetitions));
    try (Contest contest = new Contest(stage, ALL, options.number("in-flight", IN_FLIGHT))) {
      contest.warmUp(options.number("warmup", Math.min(messages, 20_000)), "");
      Outcome outcome = contest.run(messages, "", repetitions);
      section.table("Nothing is called", outcome);
      section.target(
          Target.QUEUE_ONLY,
          outcome.of("db-scheduler", Sample::cpu).median()
              / outcome.of("truebell", Sample::cpu).median());
    }
    return section;
  }
}
