package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.report.Target;
import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Lean;
import io.truebell.bench.stage.Parallel;
import io.truebell.bench.stage.Parallel.Work;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Watch;
import io.truebell.bench.trial.Latencies;
import io.truebell.bench.trial.Say;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Posting, single and in bulk, against the same rows inserted without any thought. */
final class Intake implements Scenario {
  private static final int CLIENTS = 8;
  private static final int BULK_CLIENTS = 2;
  private static final int BULK = 1_000;

  private final Clock clock = Clock.systemUTC();

  @Override
  public String name() {
    return "intake";
  }

  /** One contestant's way to store a notification for so many recipients; a client each thread. */
  private interface Client extends AutoCloseable {
    void store();

    @Override
    void close() throws SQLException;
  }

  private interface Clients {
    Client open() throws SQLException;
  }

  private record Result(double perSecond, Latencies latencies) {}

  private record Runs(List<Result> ours, List<Result> plain) {
    double rate(boolean truebell) {
      return middle((truebell ? ours : plain).stream().map(Result::perSecond).sorted().toList());
    }

    double percentile(boolean truebell, double percent) {
      return middle(
          (truebell ? ours : plain)
              .stream().map(r -> r.latencies().percentile(percent)).sorted().toList());
    }

    private static double middle(List<Double> sorted) {
      return sorted.get(sorted.size() / 2);
    }
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    int posts = stage.options().number("messages", 20_000);
    try (Platform platform = stage.platform();
        Watch watch = new Watch(stage.stores(), stage.stores().postgres())) {
      BenchTenant tenant = platform.tenant("intake");
      tenant.account("");
      tenant.people(BULK);
      try (Lean first = new Lean(tenant.api())) {
        first.post("/v1/notifications", body(1));
      }
      PlainRows rows = PlainRows.of(watch, tenant.schema());
      Runs single = compare(stage, tenant, rows, posts, 1, CLIENTS);
      Runs bulk = compare(stage, tenant, rows, Math.max(10, posts / 200), BULK, BULK_CLIENTS);
      return section(single, bulk, posts);
    }
  }

  /** To be sent tomorrow, so that nothing is sent meanwhile. */
  private String body(int recipients) {
    return BenchTenant.notification(recipients, clock.instant().plus(Duration.ofDays(1)));
  }

  private Runs compare(
      Stage stage, BenchTenant tenant, PlainRows rows, int posts, int recipients, int clients)
      throws SQLException, InterruptedException {
    String body = body(recipients);
    Clients ours = () -> posting(new Lean(tenant.api()), body);
    Clients plain = () -> inserting(new PlainClient(stage.stores().postgres(), rows), recipients);
    Runs runs = new Runs(new ArrayList<>(), new ArrayList<>());
    Result warm = measure(ours, posts / 2, clients);
    Say.line("  warm-up: %.0f a second", warm.perSecond());
    for (int i = 0; i < stage.options().number("reps", 3); i++) {
      runs.ours().add(measure(ours, posts, clients));
      runs.plain().add(measure(plain, posts, clients));
      Say.line(
          "  %d recipients: posted %.0f, plain %.0f a second",
          recipients, runs.ours().getLast().perSecond(), runs.plain().getLast().perSecond());
    }
    return runs;
  }

  private static Client posting(Lean lean, String body) {
    return new Client() {
      @Override
      public void store() {
        lean.post("/v1/notifications", body);
      }

      @Override
      public void close() {
        lean.close();
      }
    };
  }

  private static Client inserting(PlainClient plain, int recipients) {
    return new Client() {
      @Override
      public void store() {
        plain.write(recipients);
      }

      @Override
      public void close() throws SQLException {
        plain.close();
      }
    };
  }

  private static Result measure(Clients clients, int posts, int count) throws InterruptedException {
    Latencies latencies = new Latencies();
    AtomicInteger left = new AtomicInteger(posts);
    List<Work> work = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      work.add(() -> storeAll(clients, left, latencies));
    }
    long begin = System.nanoTime();
    Parallel.run(count, work);
    return new Result(posts / ((System.nanoTime() - begin) / 1e9), latencies);
  }

  private static void storeAll(Clients clients, AtomicInteger left, Latencies latencies) {
    try (Client client = clients.open()) {
      while (left.getAndDecrement() > 0) {
        long begin = System.nanoTime();
        client.store();
        latencies.add((System.nanoTime() - begin) / 1e6);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Section section(Runs single, Runs bulk, int posts) {
    Section section = new Section(name());
    section.say(
        "%,d single posts by %d clients, then posts of %,d recipients by %d; beside them the same rows as inserts over JDBC, one transaction a notification, into copies of the tables with the same indexes but without triggers and foreign keys."
            .formatted(posts, CLIENTS, BULK, BULK_CLIENTS));
    section.table(
        List.of("", "notifications/s", "messages/s", "p50 ms", "p99 ms"),
        List.of(
            row("single posts", single, true, 1),
            row("plain inserts", single, false, 1),
            row("posts of 1,000", bulk, true, BULK),
            row("multi-row inserts", bulk, false, BULK)));
    section.target(Target.INTAKE_SINGLE, single.rate(true) / single.rate(false));
    section.target(
        Target.INTAKE_SINGLE_P99, single.percentile(true, 99) / single.percentile(false, 99));
    section.target(Target.INTAKE_BULK, bulk.rate(true) / bulk.rate(false));
    return section;
  }

  private static List<String> row(String title, Runs runs, boolean ours, int recipients) {
    return List.of(
        title,
        Section.figure(runs.rate(ours)),
        Section.figure(runs.rate(ours) * recipients),
        Section.figure(runs.percentile(ours, 50)),
        Section.figure(runs.percentile(ours, 99)));
  }
}
