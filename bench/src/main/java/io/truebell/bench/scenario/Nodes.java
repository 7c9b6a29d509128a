package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.stage.Options;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.trial.Contest;
import io.truebell.bench.trial.Outcome;
import java.sql.SQLException;

/** More worker processes on one database. */
final class Nodes implements Scenario {
  private static final String[] SETTINGS = {
    "--truebell.dispatch.in-flight=600", "--truebell.dispatch.per-account=200"
  };

  @Override
  public String name() {
    return "nodes";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    Options options = stage.options();
    int messages = options.number("messages", 50_000);
    int repetitions = options.number("reps", 3);
    Section section = new Section(name());
    section.say(
        "%,d messages of one tenant; each process may have 200 calls under way. All share the machine's processors, so more of them cannot be faster here: what counts is that they do not hinder each other, and that nothing is called twice."
            .formatted(messages));
    try (Platform platform = stage.platform(SETTINGS);
        Contest contest = Contest.alone(stage, platform)) {
      int running = 1;
      for (int wanted : new int[] {1, 2, 4}) {
        for (; running < wanted; running++) {
          platform.startWorker(SETTINGS);
        }
        contest.warmUp(Math.min(messages, 20_000), "0");
        Outcome outcome = contest.run(messages, "0", repetitions);
        section.table("Processes: " + wanted, outcome);
      }
    }
    return section;
  }
}
