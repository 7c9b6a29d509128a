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

/** What the gates of frequency control add: the same queue without that plugin, and with it. */
final class Gates implements Scenario {
  @Override
  public String name() {
    return "gates";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    Section section = new Section(name());
    section.say(
        "The queue alone, without and with frequency control: quiet hours, daily caps, rolling windows and digests, budgets and pacing. Every message is about something of its own, so that the window counts each and merges none. The two take turns as wholes, not repetition by repetition.");
    Outcome few = measure(stage, false);
    Outcome all = measure(stage, true);
    section.table("Without frequency control", few);
    section.table("With all gates", all);
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
                "--bench.without=" + (all ? "" : "io.truebell.calm."));
        Contest contest = Contest.alone(stage, platform)) {
      contest.warmUp(Math.min(messages, 20_000), "");
      return contest.run(messages, "", options.number("reps", 3));
    }
  }
}
