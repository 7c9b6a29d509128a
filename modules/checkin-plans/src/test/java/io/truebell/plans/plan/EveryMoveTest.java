package io.truebell.plans.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Grants.Answer;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import io.truebell.plans.MemoryGrants;
import io.truebell.plans.PlanHouse;
import io.truebell.plans.checkin.TestCheckins;
import io.truebell.plans.reminder.TestVisits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every move of the table is really made, and each is explained in both languages. */
@Tag("PLAN-1")
class EveryMoveTest {
  private static final Outcome ACCEPTED = new Outcome.Accepted("m", "0", "", false);
  private static final Outcome UNKNOWN = new Outcome.Unknown("timeout", "");

  private final AtomicInteger numbers = new AtomicInteger();
  private final Map<String, TestCheckins> checkins = new HashMap<>();
  private PlanHouse house;
  private TestPlans plans;
  private TestVisits worker;

  @BeforeEach
  void open() {
    house = PlanHouse.open();
    house.person("ann");
    plans = new TestPlans(house);
    worker = new TestVisits(house);
  }

  private String next() {
    return "n" + numbers.incrementAndGet();
  }

  private TestCheckins checkins() {
    return checkins.computeIfAbsent("ann", name -> new TestCheckins(house, name, "water"));
  }

  private void on() {
    plans.put("ann", "water");
    plans.enable("ann", "water", next());
  }

  private NotificationId queued() {
    house.clock.tick(Duration.ofDays(1));
    int _ = worker.visit();
    if (house.notifications.queued.isEmpty()) {
      house.clock.tick(Duration.ofHours(12));
      int _ = worker.visit();
    }
    return house.notifications.queued.values().iterator().next();
  }

  private DeliveryId sending() {
    NotificationId _ = queued();
    return house.claim().getFirst().delivery();
  }

  private void ends(DeliveryState state, Outcome outcome) {
    house.settle(sending(), state, outcome);
  }

  private void off() {
    plans.disable("ann", "water");
  }

  private void answer(String status) {
    Answer answer =
        new Answer(
            MemoryGrants.purpose(house.directory.find("ann").orElseThrow().id(), "T1"),
            next(),
            status,
            house.clock.instant(),
            "test");
    house.within(
        () -> house.transaction.execute(s -> house.grants.register(answer, PlanHouse.APP)));
  }

  private void checkIn() {
    checkins().withGrant(next(), next());
  }

  private void change(String type, int minutes) {
    plans.put("ann", "water", type, "wechat-like", minutes, "08:00", "22:00", 8);
  }

  private void turningOffAnywhere() {
    on();
    off();
    on();
    DeliveryId _ = sending();
    off();
    on();
    ends(DeliveryState.ACCEPTED, ACCEPTED);
    off();
    on();
    answer("reject");
    off();
  }

  private void removing() {
    plans.put("ann", "water");
    plans.remove("ann", "water");
    on();
    plans.remove("ann", "water");
    on();
    DeliveryId _ = sending();
    plans.remove("ann", "water");
    on();
    ends(DeliveryState.ACCEPTED, ACCEPTED);
    plans.remove("ann", "water");
    on();
    answer("reject");
    plans.remove("ann", "water");
  }

  private void scheduledAndPaused() {
    on();
    house.clock.tick(Duration.ofMinutes(10));
    checkIn();
    change("water.reminder", 60);
    change("run.reminder", 60);
    off();
    change("water.reminder", 120);
    on();
    answer("reject");
    answer("accept");
    checkins().refusing(next(), next());
    checkIn();
    house.notifications.ways = 0;
    house.clock.tick(Duration.ofHours(20));
    int _ = worker.visit();
    house.clock.tick(Duration.ofHours(9));
    int _ = worker.visit();
    house.notifications.ways = 1;
    answer("reject");
    answer("accept");
    NotificationId _ = queued();
    house.claim(
        new Verdict.Degrade(Reason.of("plan_already_done").with("plan", "x"), new Policy("t", 1)));
    checkins().refusing(next(), next());
    checkIn();
    NotificationId withdrawn = queued();
    house.notifications.withdraw(withdrawn, PlanHouse.APP);
    plans.enable("ann", "water", next());
  }

  private void sendingAndAwaiting() {
    ends(DeliveryState.UNKNOWN, UNKNOWN);
    checkIn();
    DeliveryId late = sending();
    house.settle(late, DeliveryState.UNKNOWN, UNKNOWN);
    house.settle(late, DeliveryState.ACCEPTED, ACCEPTED);
    checkIn();
    NotificationId reminder = queued();
    DeliveryId retried = house.claim().getFirst().delivery();
    house.requeue(retried, reminder, null);
    house.claim(
        new Verdict.Stop(
            DeliveryState.CANCELLED,
            Reason.of("plan_already_done").with("plan", "x"),
            new Policy("t", 1)));
    checkIn();
    DeliveryId _ = sending();
    answer("reject");
    checkIn();
    ends(DeliveryState.ACCEPTED, ACCEPTED);
    answer("reject");
    checkIn();
    ends(DeliveryState.ACCEPTED, ACCEPTED);
    checkins().refusing(next(), next());
  }

  @Test
  void everyMoveOfTheTableIsMadeAndExplainedInBothLanguages() {
    turningOffAnywhere();
    removing();
    scheduledAndPaused();
    sendingAndAwaiting();

    Set<String> made =
        new TreeSet<>(
            house.within(
                () ->
                    house
                        .jdbc
                        .sql(
                            "SELECT DISTINCT coalesce(from_state, 'none') || ' > ' || to_state || ' by ' || cause"
                                + " FROM plan_history")
                        .query(String.class)
                        .list()));
    Set<String> listed =
        PlanTransitions.inOrder().stream()
            .map(
                m ->
                    (m.from() == null ? "none" : m.from().word())
                        + " > "
                        + m.to().word()
                        + " by "
                        + m.cause().word())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(made).isEqualTo(listed);

    List<PlanController.PlanHistoryView> history = plans.history("ann", "water");
    assertThat(history).hasSizeGreaterThan(20);
    assertThat(history)
        .allSatisfy(
            entry -> {
              assertThat(entry.reason().en()).doesNotContain("?").doesNotContain("Reason ");
              assertThat(entry.reason().zh()).doesNotContain("?").doesNotContain("原因代码");
            });
  }
}
