package io.truebell.bench.trial;

import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Parallel;
import io.truebell.bench.stage.Parallel.Work;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Watch;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The application with many tenants, over which a backlog is spread evenly. */
final class ManyTenants implements Contestant {
  private static final int AT_ONCE = 4;
  private static final double FIRST_RATE = 400;
  private static final double CAUTION = 1.5;
  private static final Duration SLACK = Duration.ofSeconds(3);

  private final Clock clock = Clock.systemUTC();
  private final List<BenchTenant> tenants;
  private final int people;
  private final Watch watch;
  private Instant due = Instant.EPOCH;
  private double rate = FIRST_RATE;

  private ManyTenants(List<BenchTenant> tenants, int people, Watch watch) {
    this.tenants = tenants;
    this.people = people;
    this.watch = watch;
  }

  static ManyTenants on(Stage stage, Platform platform, int count, int people)
      throws SQLException, InterruptedException {
    Say.line("  making %d tenants with %d people each", count, people);
    List<BenchTenant> tenants = Collections.synchronizedList(new ArrayList<>());
    List<Work> work = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String slug = "of-" + count + "-" + i;
      work.add(
          () -> {
            BenchTenant tenant = platform.tenant(slug);
            tenant.account(stage.provider().url("turn", "0"));
            tenant.people(people);
            tenants.add(tenant);
          });
    }
    Parallel.run(AT_ONCE, work);
    Watch watch = new Watch(stage.stores(), stage.stores().postgres());
    return new ManyTenants(List.copyOf(tenants), people, watch);
  }

  @Override
  public String name() {
    return tenants.size() == 1 ? "1 tenant" : "%,d tenants".formatted(tenants.size());
  }

  /** {@code url} is what the tenants' accounts were made with. */
  @Override
  public void load(int messages, String url) throws InterruptedException {
    Instant begin = clock.instant();
    Duration needed = Duration.ofMillis((long) (messages / rate * CAUTION * 1000));
    due = begin.plus(needed).plus(SLACK);
    List<Work> work = new ArrayList<>();
    for (BenchTenant tenant : tenants) {
      int share = messages / tenants.size();
      work.add(() -> tenant.post(share, Math.min(share, people), due));
    }
    Parallel.run(AT_ONCE, work);
    // the first time schemas are touched is no measure of the next
    double reached = messages / (Duration.between(begin, clock.instant()).toMillis() / 1000.0);
    rate = Math.max(FIRST_RATE, reached);
  }

  @Override
  public boolean untouched(int messages) {
    return clock.instant().isBefore(due);
  }

  @Override
  public void release() throws InterruptedException {
    long left = Duration.between(clock.instant(), due).toMillis();
    TimeUnit.MILLISECONDS.sleep(Math.max(0, left - 20));
  }

  /** Looking into each schema takes time itself: {@link #lastWrite} says when it was over. */
  @Override
  public boolean busy() throws SQLException {
    for (BenchTenant tenant : tenants) {
      if (watch.number(of(tenant, "count(*)", "state IN ('QUEUED', 'CLAIMED')")) > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long lastWrite() throws SQLException {
    long last = 0;
    for (BenchTenant tenant : tenants) {
      String micros = "(extract(epoch FROM max(updated_at)) * 1000000)::bigint";
      last = Math.max(last, watch.number(of(tenant, micros, "true")));
    }
    return last;
  }

  @Override
  public long failures() throws SQLException {
    long failures = 0;
    for (BenchTenant tenant : tenants) {
      failures += watch.number(of(tenant, "count(*)", "state <> 'ACCEPTED'"));
    }
    return failures;
  }

  private static String of(BenchTenant tenant, String what, String where) {
    return "SELECT " + what + " FROM " + tenant.schema() + ".delivery WHERE " + where;
  }

  @Override
  public void rest() {}

  @Override
  public void tidy() throws SQLException {
    watch.run("CHECKPOINT");
  }

  @Override
  public void close() throws SQLException {
    watch.close();
  }
}
