package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Writes down when calls arrive, by one clock. They stall on their way, and take their time. */
final class RecordingProvider implements PaceNode.Provider {
  /** One call as it arrived. */
  record Arrival(long at, String tenant, DueDelivery delivery) {}

  private final List<Arrival> arrivals = new ArrayList<>();
  private final Duration mostStall;

  RecordingProvider(Duration mostStall) {
    this.mostStall = mostStall;
  }

  @Override
  public Outcome call(Tenant tenant, DueDelivery delivery) {
    stall();
    synchronized (this) {
      arrivals.add(new Arrival(System.nanoTime(), tenant.slug(), delivery));
    }
    stall();
    return PaceNode.YES;
  }

  private void stall() {
    PaceNode.pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(mostStall.toNanos() + 1)));
  }

  synchronized List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  synchronized int count() {
    return arrivals.size();
  }

  void keptItsDistance(Duration interval) {
    List<Arrival> all = arrivals();
    for (int i = 1; i < all.size(); i++) {
      assertThat(Duration.ofNanos(all.get(i).at() - all.get(i - 1).at()))
          .as("gap before call %d of %d", i + 1, all.size())
          .isGreaterThanOrEqualTo(interval);
    }
  }

  void gotEachOnce(int amount) {
    assertThat(arrivals().stream().map(a -> a.delivery().id()).distinct()).hasSize(amount);
    assertThat(arrivals()).hasSize(amount);
  }
}
