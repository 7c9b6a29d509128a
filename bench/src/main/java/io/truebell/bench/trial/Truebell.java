package io.truebell.bench.trial;

import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Watch;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The application with one tenant: everything through its API, all gates and the trace on. */
final class Truebell implements Contestant {
  static final String NAME = "truebell";

  private static final Duration SLACK = Duration.ofMillis(2_500);
  private static final double CAUTION = 1.4;
  private static final double FIRST_RATE = 1_000;

  private final Clock clock = Clock.systemUTC();
  private final Platform platform;
  private final BenchTenant tenant;
  private final String account;
  private final Watch watch;
  private final int people;
  private Instant due = Instant.EPOCH;
  private double rate = FIRST_RATE;

  private Truebell(Platform platform, BenchTenant tenant, String account, Watch watch, int people) {
    this.platform = platform;
    this.tenant = tenant;
    this.account = account;
    this.watch = watch;
    this.people = people;
  }

  static Truebell on(Stage stage, Platform platform) throws SQLException, InterruptedException {
    Say.line("  the application runs; making a tenant");
    BenchTenant tenant = platform.tenant("one-tenant-" + Long.toString(System.nanoTime(), 36));
    String account = tenant.account(stage.provider().url("none", "0"));
    int people = stage.options().number("people", BenchTenant.MOST_RECIPIENTS);
    tenant.people(people);
    Watch watch = new Watch(stage.stores(), stage.stores().postgres());
    watch.run("SET search_path TO " + tenant.schema());
    return new Truebell(platform, tenant, account, watch, people);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Posted to the API with a time to send that lies ahead. */
  @Override
  public void load(int messages, String url) throws InterruptedException {
    tenant.lead(account, url);
    Instant begin = clock.instant();
    Duration needed = Duration.ofMillis((long) (messages / rate * CAUTION * 1000));
    due = begin.plus(needed).plus(SLACK);
    tenant.post(messages, Math.min(messages, people), due);
    rate = messages / (Duration.between(begin, clock.instant()).toMillis() / 1000.0);
  }

  @Override
  public boolean untouched(int messages) throws SQLException {
    long waiting = watch.number("SELECT count(*) FROM delivery WHERE state = 'QUEUED'");
    return waiting == messages && clock.instant().isBefore(due);
  }

  @Override
  public void release() throws InterruptedException {
    long left = Duration.between(clock.instant(), due).toMillis();
    TimeUnit.MILLISECONDS.sleep(Math.max(0, left - 20));
  }

  @Override
  public boolean busy() throws SQLException {
    return watch.holds(
        """
        EXISTS (SELECT 1 FROM delivery WHERE state = 'QUEUED' AND category = 'transactional')
          OR EXISTS (SELECT 1 FROM delivery WHERE state = 'CLAIMED')\
        """);
  }

  @Override
  public long failures() throws SQLException {
    return watch.number(
        "SELECT count(*) FROM delivery WHERE state NOT IN ('QUEUED', 'CLAIMED', 'ACCEPTED')");
  }

  @Override
  public void rest() {}

  @Override
  public void tidy() throws SQLException {
    watch.run("VACUUM (ANALYZE) notification, message, delivery, attempt, trace", "CHECKPOINT");
  }

  @Override
  public void close() throws SQLException {
    watch.close();
    platform.close();
  }
}
