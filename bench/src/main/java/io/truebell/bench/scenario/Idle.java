package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.report.Target;
import io.truebell.bench.stage.Meter;
import io.truebell.bench.stage.Meter.Look;
import io.truebell.bench.stage.Parallel;
import io.truebell.bench.stage.Parallel.Work;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Usage;
import io.truebell.bench.trial.Say;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What tenants cost in which nothing happens. */
final class Idle implements Scenario {
  private static final List<Integer> STEPS = List.of(0, 100, 1_000, 2_000);
  private static final int MANY = 2_000;
  private static final int CALM_SECONDS = 15;
  private static final int SECONDS = 30;
  private static final int AT_ONCE = 4;

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    int most = stage.options().number("tenants", MANY);
    Section section = new Section(name());
    section.say(
        "Processor time over %d s, %d s after the last tenant was made; ms per second."
            .formatted(SECONDS, CALM_SECONDS));
    List<List<String>> rows = new ArrayList<>();
    double none = Double.NaN;
    double extra = Double.NaN;
    try (Platform platform = stage.platform()) {
      int made = 0;
      for (int step : STEPS) {
        if (step <= most) {
          grow(platform, made, step);
          made = step;
          Usage usage = watch(stage);
          double all = perSecond(usage, "app") + perSecond(usage, "postgres");
          none = step == 0 ? all : none;
          extra = all - none;
          rows.add(
              List.of(
                  "%,d".formatted(step),
                  Section.figure(perSecond(usage, "app")),
                  Section.figure(perSecond(usage, "postgres")),
                  Section.figure(perSecond(usage, "redis")),
                  Section.figure(extra),
                  Section.figure(usage.statements() / usage.seconds())));
          Say.line("  %d tenants: %.2f ms/s", step, all);
        }
      }
      section.table(
          List.of(
              "tenants", "application", "PostgreSQL", "Redis", "more than none", "statements/s"),
          rows);
      section.target(Target.IDLE, most < MANY ? Double.NaN : extra);
    }
    return section;
  }

  private static void grow(Platform platform, int from, int to) throws InterruptedException {
    List<Work> work = new ArrayList<>();
    for (int i = from; i < to; i++) {
      String slug = "idle-" + i;
      work.add(() -> platform.tenant(slug));
    }
    Parallel.run(AT_ONCE, work);
  }

  private static Usage watch(Stage stage) throws SQLException, InterruptedException {
    TimeUnit.SECONDS.sleep(CALM_SECONDS);
    Look before = stage.meter().look();
    TimeUnit.SECONDS.sleep(SECONDS);
    return Meter.between(before, stage.meter().look());
  }

  private static double perSecond(Usage usage, String process) {
    return usage.cpu().getOrDefault(process, 0.0) * 1000 / usage.seconds();
  }
}
