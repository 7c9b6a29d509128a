package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.report.Target;
import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Lean;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.ProviderProcess.Called;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.trial.Latencies;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** An idle system gets one message: how long from its acceptance to the provider's call? */
final class Wake implements Scenario {
  private static final int WARM_UP = 50;
  private static final int LEAST_PAUSE = 120;
  private static final int PAUSE_SPREAD = 160;

  private final Clock clock = Clock.systemUTC();

  @Override
  public String name() {
    return "wake";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    int posts = stage.options().number("messages", 500);
    try (Platform platform = stage.platform()) {
      BenchTenant tenant = platform.tenant("wake");
      tenant.account(stage.provider().url("wake", "0"));
      tenant.people(1);
      try (Lean client = new Lean(tenant.api())) {
        measure(stage, client, WARM_UP);
        return section(measure(stage, client, posts));
      }
    }
  }

  private record Both(Latencies accepted, Latencies posted) {}

  private Both measure(Stage stage, Lean client, int posts) throws InterruptedException {
    Random random = new Random(1);
    String body = BenchTenant.notification(1, null);
    Both both = new Both(new Latencies(), new Latencies());
    for (int i = 0; i < posts; i++) {
      stage.provider().forget();
      TimeUnit.MILLISECONDS.sleep(LEAST_PAUSE + random.nextInt(PAUSE_SPREAD));
      long posted = micros();
      client.post("/v1/notifications", BenchTenant.another(body));
      long accepted = micros();
      List<Called> calls = stage.provider().calls();
      while (calls.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(5);
        calls = stage.provider().calls();
      }
      long called = calls.getFirst().at();
      both.accepted().add(Math.max(0, called - accepted) / 1000.0);
      both.posted().add((called - posted) / 1000.0);
    }
    return both;
  }

  private long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  private Section section(Both both) {
    Section section = new Section(name());
    section.say(
        "%d single messages, each after a pause of %d to %d ms in which nothing happens. Accepted means that the answer 202 is read; a call that was faster counts as 0."
            .formatted(both.accepted().count(), LEAST_PAUSE, LEAST_PAUSE + PAUSE_SPREAD));
    section.table(
        List.of("ms", "p50", "p90", "p99", "most"),
        List.of(
            Section.percentiles("accepted → called", both.accepted()),
            Section.percentiles("posted → called", both.posted())));
    section.target(Target.WAKE_P50, both.accepted().percentile(50));
    section.target(Target.WAKE_P99, both.accepted().percentile(99));
    return section;
  }
}
