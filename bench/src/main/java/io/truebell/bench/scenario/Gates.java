package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.report.Target;
import io.truebell.bench.stage.Options;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.trial.Contest;
import io.truebell.bench.trial.Outcome;
import io.truebell.bench.trial.Sample;
import java.sql.SQLException;

/**
 * What gates add. The two that exist cannot be turned off: seven of the benchmark's own are added.
 */
final class Gates implements Scenario {
  @Override
  public String name() {
    return "gates";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    Section section = new Section(name());
    section.say(
        "The queue alone, with the two gates that are built (they cannot be turned off), and with a gate of the benchmark's own in each of the seven other places, which makes one set-based query for a batch and lets all pass. The two take turns as wholes, not repetition by repetition.");
    Outcome few = measure(stage, false);
    Outcome all = measure(stage, true);
    section.table("Two gates", few);
    section.table("All nine places", all);
    section.target(Target.GATES, cost(all) / cost(few));
    return section;
  }

  private static double cost(Outcome outcome) {
    return outcome.of("truebell", Sample::cpu).median();
  }

  private static Outcome measure(Stage stage, boolean all)
      throws SQLException, InterruptedException {
    Options options = stage.options();
    int messages = options.number("messages", 50_000);
    try (Platform platform =
            stage.platform(
                "--truebell.dispatch.in-flight=1200",
                "--truebell.dispatch.per-account=400",
                "--bench.gates=" + all);
        Contest contest = Contest.alone(stage, platform)) {
      contest.warmUp(Math.min(messages, 20_000), "");
      return contest.run(messages, "", options.number("reps", 3));
    }
  }
}
