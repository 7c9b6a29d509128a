package io.truebell.bench;

import io.truebell.bench.report.Machine;
import io.truebell.bench.report.Page;
import io.truebell.bench.report.Section;
import io.truebell.bench.scenario.Scenario;
import io.truebell.bench.scenario.Scenarios;
import io.truebell.bench.stage.Options;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.trial.Say;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;

/** Runs the scenarios that were asked for, or all, each on new stores. */
public final class Bench {
  private static final String HELP =
      """
      usage: ./truebell bench [SCENARIO ...] [option ...]

      scenarios: SCENARIOS; all without one

        --messages N      size of a backlog (default 50000)
        --reps N          repetitions in turn (default 3; fewer are a quick look)
        --warmup N        messages that each contestant sends before
        --only A,B        of ours, floor, db-scheduler, jobrunr
        --instant         dispatch: only the provider that answers at once
        --in-flight N     most calls at once (default 400)
        --people N        recipients of each notification (default 1000; fewer are made sooner)
        --java-opts-app S more options for the application's JVM, e.g. a flight recording
        --app-args S      more settings of the application, as arguments
        --heap S          of the application and each peer (default 512m)
        --tenants N       spread, idle: most tenants (default 2000; making them takes minutes)
        --write           put the result into docs/benchmarks.md; a run of all scenarios always does
        --data DIR        where the stores keep their data (default: in memory, /dev/shm)
        --keep            leave that folder as it is, and begin with what it holds

      A quick look:
        ./truebell bench dispatch --messages 10000 --reps 1 --only ours,floor --instant --people 250
      """;

  private Bench() {}

  public static void main(String[] arguments) throws SQLException, InterruptedException {
    Options options = new Options(arguments);
    if (options.has("help")) {
      Say.text(HELP.replace("SCENARIOS", String.join(", ", Scenarios.names())));
      return;
    }
    List<Scenario> wanted =
        Scenarios.ALL.stream()
            .filter(s -> options.scenarios().isEmpty() || options.scenarios().contains(s.name()))
            .toList();
    for (Scenario scenario : wanted) {
      Say.line("%s", "== " + scenario.name());
      try (Stage stage = new Stage(options)) {
        Section section = scenario.run(stage);
        Say.text("\n" + section.text());
        if (options.has("write") || options.scenarios().isEmpty()) {
          String machine = Machine.describe(stage, Clock.systemUTC());
          Page.put(options.root(), Scenarios.names(), section, machine);
        }
      }
    }
    Runtime.getRuntime().exit(0);
  }
}
