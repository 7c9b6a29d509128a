package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.report.Target;
import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.ProviderProcess.Sums;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.trial.Latencies;
import io.truebell.bench.trial.Say;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Quiet tenants alone, beside one with a large backlog, and beside one whose provider hangs. */
final class Neighbour implements Scenario {
  private static final int QUIET = 20;
  private static final int SECONDS = 20;
  private static final int PEOPLE = 1_000;
  private static final double POSTS_A_SECOND = 1_200;
  private static final int HANGING = 2_000;

  private final Clock clock = Clock.systemUTC();

  @Override
  public String name() {
    return "neighbour";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    int backlog = stage.options().number("messages", 100_000);
    try (Platform platform = stage.platform()) {
      List<BenchTenant> quiet = new ArrayList<>();
      for (int i = 0; i < QUIET; i++) {
        BenchTenant tenant = platform.tenant("quiet-" + i);
        tenant.account(stage.provider().url(tenant.slug(), "0"));
        tenant.people(1);
        quiet.add(tenant);
      }
      QuietTraffic traffic = new QuietTraffic(stage.provider(), quiet, clock);
      Latencies ignored = traffic.run(SECONDS / 2);
      Latencies alone = traffic.run(SECONDS);
      Say.line("  alone: p99 %.1f ms", alone.percentile(99));
      BenchTenant loud = loud(platform, "loud", stage.provider().url("loud", "0"));
      double rate = release(loud, backlog);
      Latencies beside = traffic.run(SECONDS);
      Sums sums = stage.provider().sums();
      double throughput = sums.calls() / ((sums.last() - sums.first()) / 1e6);
      Say.line("  beside a backlog: p99 %.1f ms, %.0f calls/s", beside.percentile(99), throughput);
      awaitDrained(stage, backlog, sums);
      BenchTenant hanging = loud(platform, "hanging", stage.provider().url("hanging", "hang"));
      release(hanging, HANGING);
      Latencies stuck = traffic.run(SECONDS);
      Section section = new Section(name());
      section.say(
          "%d tenants post a message each half second for %d s; the time from its acceptance to the provider's call. Beside them first a tenant with %,d queued (posted at %,.0f messages/s), then one with %,d queued whose provider never answers, with a timeout of 10 s. Default settings. Throughput beside the backlog: %,.0f calls/s."
              .formatted(QUIET, SECONDS, backlog, rate, HANGING, throughput));
      section.table(
          List.of("ms", "p50", "p90", "p99", "most"),
          List.of(
              Section.percentiles("alone", alone),
              Section.percentiles("beside the backlog", beside),
              Section.percentiles("beside the hanging provider", stuck)));
      section.target(Target.NEIGHBOUR_BACKLOG, beside.percentile(99) / alone.percentile(99));
      section.target(Target.NEIGHBOUR_HANGS, stuck.percentile(99) / alone.percentile(99));
      return section;
    }
  }

  private static BenchTenant loud(Platform platform, String slug, String url)
      throws InterruptedException {
    BenchTenant tenant = platform.tenant(slug);
    tenant.account(url, Duration.ofSeconds(10));
    tenant.people(PEOPLE);
    return tenant;
  }

  /** Posts a backlog and returns when it becomes due. */
  private double release(BenchTenant tenant, int messages) throws InterruptedException {
    Instant begin = clock.instant();
    Instant due = begin.plusMillis(2_000 + (long) (messages / POSTS_A_SECOND * 1000));
    tenant.post(messages, PEOPLE, due);
    double rate = messages / (Duration.between(begin, clock.instant()).toMillis() / 1000.0);
    long left = Duration.between(clock.instant(), due).toMillis();
    if (left < 0) {
      Say.line("  the backlog was posted %d ms too late: some of it was sent before", -left);
    }
    TimeUnit.MILLISECONDS.sleep(Math.max(0, left));
    return rate;
  }

  private static void awaitDrained(Stage stage, int backlog, Sums before)
      throws InterruptedException {
    for (int i = 0; i < 600; i++) {
      long loud = stage.provider().calls().stream().filter(c -> c.tag().equals("loud")).count();
      if (loud >= backlog || (i > 2 && before.calls() == stage.provider().sums().calls())) {
        return;
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }
}
