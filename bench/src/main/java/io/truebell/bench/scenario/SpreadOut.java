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

/** The same backlog in one tenant, and over many; then one message in each. */
final class SpreadOut implements Scenario {
  private static final int SOME = 100;
  private static final int MANY = 2_000;

  @Override
  public String name() {
    return "spread";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    Options options = stage.options();
    int messages = options.number("messages", 50_000);
    int repetitions = options.number("reps", 3);
    int many = options.number("tenants", MANY);
    int some = Math.min(SOME, many);
    Section section = new Section(name());
    section.say(
        "%,d messages in one tenant, over %,d and over %,d; scatter is one message in each of %,d. Every tenant is warm: it was served once before. The time ends with the last outcome's own time in the database."
            .formatted(messages, some, many, many));
    try (Platform platform =
            stage.platform(
                "--truebell.dispatch.in-flight=1200", "--truebell.dispatch.per-account=400");
        Contest one = Contest.among(stage, platform, 1, 500);
        Contest hundred = Contest.among(stage, platform, some, 50);
        Contest most = Contest.among(stage, platform, many, 5)) {
      one.warmUp(Math.min(messages, 20_000), "0");
      hundred.warmUp(some * 20, "0");
      most.warmUp(many, "0");
      Outcome inOne = one.run(messages, "0", repetitions);
      Outcome inSome = hundred.run(messages / some * some, "0", repetitions);
      Outcome inMany = most.run(messages / many * many, "0", repetitions);
      Outcome scatter = most.run(many, "0", repetitions);
      section.table("In one", inOne);
      section.table("Over some", inSome);
      section.table("Over many", inMany);
      section.table("Scatter", scatter);
      section.target(Target.SPREAD_100, rate(inSome) / rate(inOne));
      section.target(Target.SPREAD_2000, rate(inMany) / rate(inOne));
      section.target(Target.SCATTER, rate(scatter) / rate(inOne));
    }
    return section;
  }

  private static double rate(Outcome outcome) {
    return outcome.of(outcome.contestants().getFirst(), Sample::rate).median();
  }
}
