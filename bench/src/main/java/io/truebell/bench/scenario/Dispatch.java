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

/**
 * Deliveries of one tenant, against the hand-written floor and peers that do nothing but the call.
 */
final class Dispatch implements Scenario {
  private static final List<String> ALL = List.of("truebell", "floor", "db-scheduler", "jobrunr");
  private static final int IN_FLIGHT = 400;

  @Override
  public String name() {
    return "dispatch";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    Options options = stage.options();
    int messages = options.number("messages", 50_000);
    int repetitions = options.number("reps", 3);
    int warmUp = options.number("warmup", Math.min(messages, 20_000));
    int inFlight = options.number("in-flight", IN_FLIGHT);
    Section section = new Section(name());
    section.say(
        "%,d messages of one tenant, %d calls at once at most, %d repetitions in turn after a warm-up of %,d."
            .formatted(messages, inFlight, repetitions, warmUp));
    try (Contest contest = new Contest(stage, ALL, inFlight)) {
      contest.warmUp(warmUp, "0");
      Outcome instant = contest.run(messages, "0", repetitions);
      section.table("The provider answers at once", instant);
      section.say(byProcessorTime(instant));
      targets(section, instant);
      if (!options.has("instant")) {
        Outcome slow = contest.run(messages, "50", repetitions);
        section.table("The provider answers after 50 ms", slow);
        section.say(byProcessorTime(slow));
        section.target(Target.SLOW_TO_FLOOR, ratio(slow, "floor"));
      }
    }
    return section;
  }

  private static void targets(Section section, Outcome instant) {
    section.target(Target.DISPATCH_TO_FLOOR, ratio(instant, "floor"));
    section.target(Target.DISPATCH_TO_DB_SCHEDULER, ratio(instant, "db-scheduler"));
    section.target(Target.DISPATCH_TO_JOBRUNR, ratio(instant, "jobrunr"));
    section.target(Target.STATEMENTS, instant.of("truebell", Sample::statements).median());
  }

  /** What the ratio would be if the processors were all that counts, whoever else used them. */
  private static String byProcessorTime(Outcome outcome) {
    if (!outcome.contestants().contains("truebell") || outcome.contestants().size() == 1) {
      return "";
    }
    List<String> ratios =
        outcome.contestants().stream()
            .filter(who -> !who.equals("truebell"))
            .map(
                who ->
                    "%s %.2f"
                        .formatted(
                            who,
                            outcome.of(who, Sample::allCpu).median()
                                / outcome.of("truebell", Sample::allCpu).median()))
            .toList();
    return "By processor time alone, provider included, the ratios are: "
        + String.join(", ", ratios)
        + ".";
  }

  private static double ratio(Outcome outcome, String to) {
    return outcome.of("truebell", Sample::rate).median() / outcome.of(to, Sample::rate).median();
  }
}
