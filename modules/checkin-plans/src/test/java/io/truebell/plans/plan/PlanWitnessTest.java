package io.truebell.plans.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Witness;
import io.truebell.core.spi.Witness.Testimony;
import io.truebell.plans.PlanHouse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a person's plans did not remind is told with the reason that their history has. */
@Tag("TRUTH-4")
class PlanWitnessTest {
  private PlanHouse house;
  private TestPlans plans;
  private Instant start;

  @BeforeEach
  void open() {
    house = PlanHouse.open();
    var ignored = house.directory.move("ann", "Asia/Shanghai");
    plans = new TestPlans(house);
    start = house.clock.instant();
  }

  private List<Testimony> about(int from, int to) {
    RecipientId ann = house.directory.find("ann").orElseThrow().id();
    return house.within(
        () ->
            house
                .bean(Witness.class)
                .about(
                    ann, start.plus(Duration.ofMinutes(from)), start.plus(Duration.ofMinutes(to))));
  }

  private List<String> kinds(int from, int to) {
    return about(from, to).stream().map(Testimony::kind).toList();
  }

  @Test
  void aPlanThatIsOffIsToldUntilItIsTurnedOnAndAgainAfterwards() {
    plans.put("ann", "water");
    house.clock.tick(Duration.ofMinutes(10));
    plans.enable("ann", "water", "q1");
    house.clock.tick(Duration.ofMinutes(10));
    plans.disable("ann", "water");

    assertThat(kinds(-5, 5)).containsExactly("plan_became_disabled");
    assertThat(kinds(5, 8)).containsExactly("plan_was_disabled");
    assertThat(kinds(12, 15)).as("it reminds").isEmpty();
    assertThat(about(15, 25))
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.kind()).isEqualTo("plan_became_disabled");
              assertThat(told.plan()).isEqualTo("water");
              assertThat(told.at()).isEqualTo(start.plus(Duration.ofMinutes(20)));
              assertThat(Objects.requireNonNull(told.because()).code())
                  .isEqualTo("plan_turned_off");
            });
  }

  @Test
  void aPauseSaysThatNoAuthorisationIsLeft() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    Plan plan = house.within(() -> house.bean(PlanRows.class).list(ann()).getFirst());
    house.clock.tick(Duration.ofMinutes(10));
    PlanMove pause =
        PlanMove.paused(
            plan,
            PlanCause.VOID,
            new Reason(PlanReasons.NO_AUTHORISATION, Map.of("channel", "wechat-like")));
    int moved =
        house.within(
            () ->
                house
                    .bean(PlanRows.class)
                    .move(List.of(pause), PlanHouse.APP, house.clock.instant()));
    assertThat(moved).isEqualTo(1);

    assertThat(about(20, 30))
        .singleElement()
        .satisfies(
            told -> {
              assertThat(told.kind()).isEqualTo("plan_was_paused");
              assertThat(Objects.requireNonNull(told.because()).code())
                  .isEqualTo("no_authorisation");
            });
  }

  private RecipientId ann() {
    return house.directory.find("ann").orElseThrow().id();
  }

  @Test
  void aRemovedPlanIsToldForTheTimeInWhichItWasThere() {
    plans.put("ann", "water");
    house.clock.tick(Duration.ofMinutes(10));
    plans.remove("ann", "water");
    assertThat(kinds(5, 15)).containsExactly("plan_was_disabled", "plan_became_disabled");
    assertThat(kinds(15, 25)).as("it was gone").isEmpty();
  }
}
