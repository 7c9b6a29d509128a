package io.truebell.plans.checkin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.plans.PlanHouse;
import io.truebell.plans.plan.ConsentRequest;
import io.truebell.plans.plan.PlanView;
import io.truebell.plans.plan.TestPlans;
import io.truebell.plans.reminder.TestVisits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What people do is recorded, whatever becomes of their reminders. */
class CheckinsTest {
  private PlanHouse house;
  private TestPlans plans;
  private TestCheckins checkins;

  @BeforeEach
  void open() {
    open(PlanHouse.open());
    plans.enable("ann", "water", "q0");
  }

  private void open(PlanHouse opened) {
    house = opened;
    house.person("ann");
    plans = new TestPlans(house);
    plans.put("ann", "water");
    checkins = new TestCheckins(house, "ann", "water");
  }

  private Instant now() {
    return house.clock.instant();
  }

  private PlanView plan() {
    return plans.get("ann", "water");
  }

  private String nextAt() {
    return Objects.requireNonNull(plan().nextAt()).toString();
  }

  private CheckinAnswerView plain(String action, Instant at) {
    return checkins.at(action, at, 1, null);
  }

  @Test
  @Tag("PLAN-2")
  void theSameActionCountsOnceAndGetsTheSameAnswer() {
    CheckinAnswerView first = checkins.at("a1", now(), 2, TestCheckins.accept("q1"));
    assertThat(first.recorded()).isTrue();
    assertThat(Objects.requireNonNull(first.grant()).result()).isEqualTo("granted");
    assertThat(Objects.requireNonNull(first.plan()).today().count()).isEqualTo(2);

    house.clock.tick(Duration.ofDays(6));
    CheckinAnswerView again =
        checkins.at("a1", now().minus(Duration.ofDays(6)), 2, TestCheckins.accept("q1"));

    assertThat(again).isEqualTo(first);
    assertThat(checkins.list()).hasSize(1);
    assertThat(Objects.requireNonNull(plan().balance()).available()).isEqualTo(2);
  }

  @Test
  @Tag("PLAN-2")
  void anAuthorisationCountsOnceWhateverActionsItComesWith() {
    checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
    CheckinAnswerView second = checkins.at("a2", now(), 1, TestCheckins.accept("q1"));
    assertThat(Objects.requireNonNull(second.grant()).result()).isEqualTo("repeated");
    assertThat(Objects.requireNonNull(plan().balance()).available()).isEqualTo(2);
    assertThat(plan().today().count()).isEqualTo(2);

    CheckinAnswerView another = checkins.at("a2", now(), 1, TestCheckins.accept("q2"));
    assertThat(Objects.requireNonNull(another.grant()).result()).isEqualTo("granted");
    assertThat(plan().today().count()).as("the action counts once").isEqualTo(2);
    assertThat(Objects.requireNonNull(plan().balance()).available()).isEqualTo(3);
  }

  @Test
  @Tag("PLAN-2")
  void theSameActionAtOnceFromManySidesCountsOnce() throws Exception {
    int sides = 8;
    CountDownLatch start = new CountDownLatch(1);
    Set<CheckinAnswerView> answers = new HashSet<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(sides)) {
      List<Future<CheckinAnswerView>> all = new ArrayList<>();
      for (int i = 0; i < sides; i++) {
        all.add(
            pool.submit(
                () -> {
                  start.await();
                  return checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
                }));
      }
      start.countDown();
      for (Future<CheckinAnswerView> one : all) {
        answers.add(one.get());
      }
    }
    assertThat(answers).as("all get the answer that is kept").hasSize(1);
    assertThat(checkins.list()).hasSize(1);
    assertThat(plan().today().count()).isEqualTo(1);
    assertThat(Objects.requireNonNull(plan().balance()).available()).isEqualTo(2);
  }

  @Test
  @Tag("PLAN-2")
  void aBrokenLedgerTakesNoCheckinBackAndItsPartIsDoneLater() {
    house.grants.broken = true;
    CheckinAnswerView answer = checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
    assertThat(answer.recorded()).isTrue();
    assertThat(answer.reminderPending()).isTrue();
    assertThat(Objects.requireNonNull(answer.grant()).result()).isEqualTo("pending");
    assertThat(answer.needsGrant()).isNull();
    assertThat(checkins.list()).singleElement().satisfies(c -> assertThat(c.handled()).isFalse());

    TestVisits worker = new TestVisits(house);
    assertThat(worker.run()).as("not at once").isFalse();
    house.clock.tick(Duration.ofSeconds(30));
    assertThat(worker.run()).isTrue();
    assertThat(checkins.list()).as("still broken").allMatch(c -> !c.handled());

    house.grants.broken = false;
    house.clock.tick(Duration.ofSeconds(30));
    assertThat(worker.run()).isTrue();

    assertThat(checkins.list()).allMatch(CheckinView::handled);
    assertThat(plan().state()).isEqualTo("scheduled");
    assertThat(plan().today().count()).isEqualTo(1);
    assertThat(Objects.requireNonNull(plan().balance()).available()).isEqualTo(2);
    CheckinAnswerView again = checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
    assertThat(again.reminderPending()).isFalse();
    assertThat(Objects.requireNonNull(again.grant()).result()).isEqualTo("granted");
  }

  @Test
  @Tag("PLAN-2")
  void aRepetitionDoesWhatTheFirstCouldNot() {
    house.grants.broken = true;
    checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
    house.grants.broken = false;
    CheckinAnswerView again = checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
    assertThat(again.reminderPending()).isFalse();
    assertThat(Objects.requireNonNull(again.plan()).today().count()).isEqualTo(1);
  }

  @Test
  @Tag("PLAN-2")
  void anAuthorisationThatIsWrongTakesNothingFromTheCheckin() {
    CheckinAnswerView answer =
        checkins.at("a1", now(), 1, new ConsentRequest("q1", "no such template", "accept"));
    assertThat(answer.recorded()).isTrue();
    assertThat(answer.reminderPending()).isFalse();
    assertThat(Objects.requireNonNull(answer.grant()).result()).isEqualTo("invalid");
    assertThat(answer.grant().detail()).contains("template");
    assertThat(plan().today().count()).isEqualTo(1);
  }

  @Test
  @Tag("PLAN-2")
  void withoutALedgerACheckinIsRecordedAndThePlanSaysWhatIsMissing() {
    open(PlanHouse.withoutLedger());
    ApiProblem problem =
        catchThrowableOfType(ApiProblem.class, () -> plans.enable("ann", "water", "q0"));
    assertThat(problem.code()).isEqualTo("plan_no_ledger");
    CheckinAnswerView answer = checkins.at("a1", now(), 1, TestCheckins.accept("q1"));
    assertThat(answer.recorded()).isTrue();
    assertThat(Objects.requireNonNull(answer.grant()).result()).isEqualTo("no_ledger");
    assertThat(answer.needsGrant()).isTrue();
    assertThat(answer.askGrant()).as("asking helps nothing").isFalse();
    assertThat(plan().today().count()).isEqualTo(1);
  }

  @Test
  @Tag("PLAN-3")
  void theNextTimeIsCountedFromTheCheckin() {
    house.clock.tick(Duration.ofMinutes(30));
    checkins.withGrant("a1", "q1");
    assertThat(nextAt()).isEqualTo("2026-03-10T12:30+08:00");
    assertThat(plan().reason().code()).isEqualTo("plan_checked_in");
  }

  @Test
  @Tag("PLAN-3")
  void aReachedGoalIsLeftAloneUntilTheNextMorning() {
    checkins.withGrant("a1", "q1", 7);
    assertThat(nextAt()).isEqualTo("2026-03-10T12:00+08:00");
    checkins.withGrant("a2", "q2", 1);
    assertThat(plan().today().reached()).isTrue();
    assertThat(nextAt()).isEqualTo("2026-03-11T08:00+08:00");
    assertThat(plan().reason().code()).isEqualTo("plan_goal_reached");
    checkins.withGrant("a3", "q3", 1);
    assertThat(nextAt()).as("and for the rest of the day").isEqualTo("2026-03-11T08:00+08:00");
  }

  @Test
  void anOlderCheckinThatComesLateCountsForItsDayAndBringsNothingForward() {
    checkins.withGrant("new", "q1");
    String next = nextAt();
    int entries = plans.states("ann", "water").size();

    CheckinAnswerView late =
        checkins.at("old", now().minus(Duration.ofHours(3)), 1, TestCheckins.accept("q2"));

    assertThat(late.recorded()).isTrue();
    assertThat(nextAt()).isEqualTo(next);
    assertThat(plan().today().count()).isEqualTo(2);
    assertThat(plans.states("ann", "water")).hasSize(entries);
    plain("yesterday", now().minus(Duration.ofDays(1)));
    assertThat(plan().today().count()).as("another day's").isEqualTo(2);
  }

  @Test
  void anOlderCheckinThatReachesTheGoalEndsTheDay() {
    checkins.withGrant("new", "q1", 4);
    checkins.at("old", now().minus(Duration.ofHours(1)), 4, null);
    assertThat(nextAt()).isEqualTo("2026-03-11T08:00+08:00");
  }

  @Test
  void aQueueThatWasOfflineIsHandedInWithoutARemindersRain() {
    house.clock.tick(Duration.ofHours(5));
    for (int i = 0; i < 3; i++) {
      checkins.at("a" + i, now().minus(Duration.ofHours(4 - i)), 1, TestCheckins.accept("o" + i));
    }
    assertThat(plan().today().count()).isEqualTo(3);
    assertThat(nextAt()).as("now, and two hours").isEqualTo("2026-03-10T17:00+08:00");
    assertThat(Objects.requireNonNull(plan().balance()).available()).isEqualTo(4);
  }

  @Test
  @Tag("PLAN-4")
  void aClockThatRunsAheadCannotScheduleIntoTheFuture() {
    CheckinAnswerView within = plain("a1", now().plus(Duration.ofMinutes(5)));
    assertThat(within.clock()).isEqualTo("in_bounds");
    assertThat(nextAt()).isEqualTo("2026-03-10T12:05+08:00");

    CheckinAnswerView beyond = plain("a2", now().plus(Duration.ofMinutes(5).plusMillis(1)));
    assertThat(beyond.recorded()).isTrue();
    assertThat(beyond.clock()).isEqualTo("ahead");
    assertThat(beyond.countedAt()).hasToString("2026-03-10T10:00+08:00");
    CheckinAnswerView far = plain("a3", Instant.parse("2036-01-01T00:00:00Z"));
    assertThat(far.clock()).isEqualTo("ahead");
    assertThat(nextAt()).isEqualTo("2026-03-10T12:05+08:00");
    assertThat(plan().today().count()).isEqualTo(3);
  }

  @Test
  @Tag("PLAN-4")
  void aCheckinOlderThanAnyQueueIsRecordedAndBounded() {
    CheckinAnswerView within = plain("a1", now().minus(Duration.ofDays(7)));
    assertThat(within.clock()).isEqualTo("in_bounds");
    CheckinAnswerView beyond = plain("a2", now().minus(Duration.ofDays(7).plusSeconds(1)));
    assertThat(beyond.clock()).isEqualTo("too_old");
    assertThat(beyond.countedAt()).hasToString("2026-03-03T10:00+08:00");
    CheckinAnswerView ancient = plain("a3", Instant.EPOCH);
    assertThat(ancient.clock()).isEqualTo("too_old");
    assertThat(nextAt()).as("counted from now").isEqualTo("2026-03-10T12:00+08:00");
    assertThat(checkins.list()).extracting(CheckinView::occurredAt).contains(Instant.EPOCH);
  }

  @Test
  void daysAreThePersonsOwn() {
    // 10 March 23:30 in Shanghai, and half an hour later
    house.clock.tick(Duration.ofHours(13).plusMinutes(30));
    checkins.withGrant("a1", "q1");
    house.clock.tick(Duration.ofMinutes(45));
    PlanView after = checkins.withGrant("a2", "q2");
    assertThat(after.today().date()).hasToString("2026-03-11");
    assertThat(after.today().count()).isEqualTo(1);
  }

  @Test
  void aStreakGrowsByDayAndSurvivesUntilTodayIsOver() {
    for (int day = 0; day < 3; day++) {
      checkins.withGrant("a" + day, "s" + day, 8);
      assertThat(plan().streak()).isEqualTo(day + 1);
      house.clock.tick(Duration.ofDays(1));
      assertThat(plan().streak()).as("today may still be reached").isEqualTo(day + 1);
    }
    house.clock.tick(Duration.ofDays(1));
    assertThat(plan().streak()).as("a day was missed").isZero();
    checkins.withGrant("late", "s9", 8);
    assertThat(plan().streak()).isEqualTo(1);
    checkins.at("offline", now().minus(Duration.ofDays(1)), 8, null);
    assertThat(plan().streak()).as("it was not: the check-in came late").isEqualTo(5);
  }

  @Test
  void theDaysGoalMayBeAnother() {
    CheckinAnswerView answer = checkins.send(new CheckinRequest("a1", now(), 2, 2, null));
    assertThat(Objects.requireNonNull(answer.plan()).today().goal()).isEqualTo(2);
    assertThat(answer.plan().today().reached()).isTrue();
    assertThat(answer.plan().dailyGoal()).isEqualTo(8);
  }

  @Test
  @Tag("GRANT-6")
  void aRefusalIsRecordedWithItsCheckinAndPauses() {
    PlanView after = checkins.refusing("a1", "q1");
    assertThat(after.state()).isEqualTo("paused");
    assertThat(after.reason().code()).isEqualTo("plan_refused");
    assertThat(after.today().count()).isEqualTo(1);
    assertThat(after.needsGrant()).isTrue();
    assertThat(Objects.requireNonNull(after.balance()).available()).isZero();
  }

  @Test
  void aBannedOrFilteredTemplateGivesNothing() {
    for (String status : List.of("ban", "filter")) {
      CheckinAnswerView answer =
          checkins.at(status, now(), 1, new ConsentRequest("q" + status, "T1", status));
      assertThat(Objects.requireNonNull(answer.grant()).result()).isEqualTo("nothing");
      assertThat(plan().state()).as("one is left from before").isEqualTo("scheduled");
    }
  }

  @Test
  @Tag("PLAN-2")
  void aPlanThatIsOffCountsAllTheSame() {
    plans.disable("ann", "water");
    PlanView after = checkins.withGrant("a1", "q1");
    assertThat(after.state()).isEqualTo("disabled");
    assertThat(after.today().count()).isEqualTo(1);
  }

  @Test
  void whatIsWrongIsNamedAndNothingIsWritten() {
    assertThat(wrong(new CheckinRequest(null, null, 0, 1_001, new ConsentRequest("", null, null))))
        .contains(
            "action_id",
            "occurred_at",
            "count",
            "daily_goal",
            "grant.request_id",
            "grant.template",
            "grant.status");
    assertThat(wrong(new CheckinRequest("a", Instant.MAX, 1, null, null)))
        .containsExactly("occurred_at");
    assertThat(wrong(new CheckinRequest("a\u0000", now(), 1, null, null)))
        .containsExactly("action_id");
    assertThat(checkins.list()).isEmpty();
  }

  private List<String> wrong(CheckinRequest request) {
    ApiProblem problem = catchThrowableOfType(ApiProblem.class, () -> checkins.send(request));
    assertThat(problem.status()).isEqualTo(422);
    return problem.fields().stream().map(FieldProblem::field).toList();
  }
}
