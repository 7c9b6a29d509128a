package io.truebell.bench.trial;

import io.truebell.bench.stage.Meter;
import io.truebell.bench.stage.Meter.Look;
import io.truebell.bench.stage.ProviderProcess;
import io.truebell.bench.stage.ProviderProcess.Sums;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Usage;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * One contestant's repetition: a backlog is laid out, released, and waited for until all is
 * written.
 */
final class Turn {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int LEAST_RATE = 50;
  private static final double MOST_FOREIGN = 0.10;
  private static final int LOOK_MILLIS = 100;
  private static final int LAST_LOOK_MILLIS = 5;

  private final Clock clock = Clock.systemUTC();
  private final Stage stage;
  private final Contestant contestant;
  private final int messages;
  private final String answers;

  /**
   * @param answers how the provider answers; empty when nothing is called
   */
  Turn(Stage stage, Contestant contestant, int messages, String answers) {
    this.stage = stage;
    this.contestant = contestant;
    this.messages = messages;
    this.answers = answers;
  }

  Sample run() throws SQLException, InterruptedException {
    ProviderProcess provider = stage.provider();
    provider.forget();
    contestant.load(messages, answers.isEmpty() ? "" : provider.url("turn", answers));
    contestant.tidy();
    boolean untouched = contestant.untouched(messages);
    Look before = stage.meter().look();
    contestant.release();
    long begin = micros();
    awaitCalls();
    while (contestant.busy()) {
      TimeUnit.MILLISECONDS.sleep(LAST_LOOK_MILLIS);
    }
    long noticed = micros();
    Usage usage = Meter.between(before, stage.meter().look());
    contestant.rest();
    Sums sums = provider.sums();
    long written = contestant.lastWrite();
    long end = written == 0 ? noticed : written;
    double seconds = (end - (answers.isEmpty() ? begin : sums.first())) / 1e6;
    String flaw = flaw(untouched, sums, usage);
    return new Sample(contestant.name(), messages, seconds, usage, flaw);
  }

  private void awaitCalls() throws SQLException, InterruptedException {
    long limit = System.nanoTime() + LIMIT.plusSeconds(messages / LEAST_RATE).toNanos();
    while (!answers.isEmpty() && stage.provider().sums().distinct() < messages) {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException(
            contestant.name() + " is stuck: " + contestant.failures() + " failed");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private String flaw(boolean untouched, Sums sums, Usage usage) throws SQLException {
    if (!untouched) {
      return "the backlog was not ready in time";
    }
    if (!answers.isEmpty() && (sums.calls() != messages || sums.distinct() != messages)) {
      return "%d calls for %d ids, not %d".formatted(sums.calls(), sums.distinct(), messages);
    }
    if (contestant.failures() > 0) {
      return contestant.failures() + " not accepted";
    }
    return usage.foreign() > MOST_FOREIGN
        ? "others took %.0f %% of the machine".formatted(usage.foreign() * 100)
        : "";
  }

  private long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
