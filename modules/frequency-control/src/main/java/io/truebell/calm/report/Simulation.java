package io.truebell.calm.report;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.report.SimulationView.SimulatedCategoryView;
import io.truebell.core.message.Category;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * What a policy would have made of the tenant's last days, next to what happened; {@link Replay}
 * says what it does not know. Nothing is written.
 */
@Component
class Simulation {
  private final HistoryRows rows;
  private final ReadOnly snapshot;
  private final Clock clock;

  Simulation(HistoryRows rows, ReadOnly snapshot, Clock clock) {
    this.rows = rows;
    this.snapshot = snapshot;
    this.clock = clock;
  }

  /**
   * Replays the past.
   *
   * @param most the newest so many deliveries
   */
  SimulationView run(CalmPolicy policy, int days, int most) {
    Instant now = clock.instant();
    Instant from = now.minus(Duration.ofDays(days));
    return snapshot.call(
        () -> {
          Side side = new Side(new Replay(policy, now));
          rows.read(from, now, most, side::take);
          return side.view(from, now, rows.moreThan(most, from));
        });
  }

  /** Both sides of the comparison. */
  private static final class Side {
    private final Replay replay;
    private final Map<Category, Tally> happened = new EnumMap<>(Category.class);
    private long deliveries;
    private long leftOut;

    Side(Replay replay) {
      this.replay = replay;
    }

    void take(PastDelivery past) {
      Tally tally = happened.computeIfAbsent(past.category(), category -> new Tally());
      switch (past.fate()) {
        case SENT -> tally.sent();
        case MERGED -> tally.merged();
        case DEGRADED -> tally.degraded();
        case OTHER -> tally.other();
        case LEFT_OUT -> {
          leftOut++;
          return;
        }
      }
      if (past.heldForCalm()) {
        tally.held();
      }
      deliveries++;
      replay.arrive(past);
    }

    SimulationView view(Instant from, Instant to, boolean cut) {
      Map<Category, Tally> would = replay.finish();
      List<SimulatedCategoryView> categories =
          Stream.of(Category.values())
              .map(
                  category ->
                      new SimulatedCategoryView(
                          category.name().toLowerCase(Locale.ROOT),
                          Objects.requireNonNullElseGet(happened.get(category), Tally::new).view(),
                          Objects.requireNonNull(would.get(category)).view()))
              .toList();
      return new SimulationView(from, to, deliveries, leftOut, cut, categories);
    }
  }
}
