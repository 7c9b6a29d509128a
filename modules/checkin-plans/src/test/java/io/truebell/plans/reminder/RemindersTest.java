package io.truebell.plans.reminder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.Category;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Fault;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.Notifications.Fact;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import io.truebell.plans.MemoryGrants;
import io.truebell.plans.PlanHouse;
import io.truebell.plans.PlanHouse.Ruled;
import io.truebell.plans.checkin.TestCheckins;
import io.truebell.plans.plan.PlanView;
import io.truebell.plans.plan.TestPlans;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From a due plan to a sent reminder, and back to the person. */
class RemindersTest {
  static final Outcome ACCEPTED = new Outcome.Accepted("m1", "0", "ok", false);
  static final Outcome UNKNOWN = new Outcome.Unknown("timeout", "");
  static final Outcome LATER = new Outcome.Transient("busy", "", null, Outcome.SlowScope.DELIVERY);
  private static final Policy POLICY = new Policy("test", 1);

  private PlanHouse house;
  private TestPlans plans;
  private TestCheckins checkins;
  private TestVisits worker;
  private Person ann;

  @BeforeEach
  void open() {
    house = PlanHouse.open();
    ann = house.person("ann");
    plans = new TestPlans(house);
    plans.put("ann", "water");
    plans.enable("ann", "water", "q0");
    checkins = new TestCheckins(house, "ann", "water");
    worker = new TestVisits(house);
  }

  private PlanView plan() {
    return plans.get("ann", "water");
  }

  private String state() {
    return plan().state();
  }

  private String reason() {
    return plan().reason().code();
  }

  /** Its time comes, and the reminder is queued. */
  private NotificationId due() {
    OffsetDateTime next = Objects.requireNonNull(plan().nextAt());
    house.clock.tick(Duration.between(house.clock.instant(), next));
    assertThat(worker.run()).isTrue();
    return house.notifications.queued.values().iterator().next();
  }

  /** And a worker claims it, which takes the authorisation. */
  private DeliveryId sending() {
    NotificationId _ = due();
    List<Ruled> ruled = house.claim();
    assertThat(ruled)
        .singleElement()
        .satisfies(r -> assertThat(r.verdict()).isInstanceOf(Verdict.Pass.class));
    house.grants.consume(MemoryGrants.purpose(ann.id(), "T1"));
    return ruled.getFirst().delivery();
  }

  private DeliveryId accepted() {
    DeliveryId delivery = sending();
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    return delivery;
  }

  @Test
  @Tag("PLAN-5")
  void authoriseRemindCheckInAuthoriseTheNext() {
    assertThat(worker.run()).as("nothing is due yet").isFalse();
    NotificationId reminder = due();
    assertThat(state()).isEqualTo("scheduled");
    assertThat(plan().reason().with()).containsEntry("notification", reminder.toString());

    List<Ruled> ruled = house.claim();
    assertThat(state()).isEqualTo("sending");
    assertThat(plan().nextAt()).isNull();
    house.grants.consume(MemoryGrants.purpose(ann.id(), "T1"));
    house.settle(ruled.getFirst().delivery(), DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("awaiting_checkin");
    assertThat(plan().nextAt()).isNull();
    assertThat(plan().needsGrant()).isTrue();

    house.clock.tick(Duration.ofMinutes(10));
    PlanView after = checkins.withGrant("a1", "q1");
    assertThat(after.state()).isEqualTo("scheduled");
    assertThat(Objects.requireNonNull(after.nextAt())).hasToString("2026-03-10T14:10+08:00");
    assertThat(plans.states("ann", "water"))
        .containsExactly(
            "disabled", "scheduled", "scheduled", "sending", "awaiting_checkin", "scheduled");
  }

  @Test
  @Tag("FACT-1")
  void theFactSaysWhomItRemindsOfWhatAndHowLongItIsWorthSending() {
    NotificationId _ = due();
    Fact fact = house.notifications.lastFact();
    assertThat(fact.type()).isEqualTo("water.reminder");
    assertThat(fact.category()).isEqualTo(Category.TRANSACTIONAL);
    assertThat(fact.subject()).isEqualTo("plan:water");
    assertThat(fact.recipients()).containsExactly("ann");
    assertThat(fact.channels()).containsExactly(PlanHouse.WECHAT);
    assertThat(fact.payload()).containsEntry("title", "Drink").containsEntry("cup", 1);
    assertThat(fact.expiresAt()).isEqualTo(house.clock.instant().plus(Duration.ofHours(2)));
    assertThat(fact.urgent()).isFalse();
  }

  @Test
  @Tag("PLAN-3")
  void aReminderIsNeverWorthSendingAfterBedtime() {
    plans.put("ann", "water", "water.reminder", "wechat-like", 690, "08:00", "22:00", 8);
    NotificationId _ = due();
    assertThat(house.clock.instant()).hasToString("2026-03-10T13:30:00Z");
    assertThat(house.notifications.lastFact().expiresAt()).isEqualTo("2026-03-10T14:00:00Z");
  }

  @Test
  @Tag("PLAN-5")
  void afterAcceptanceItIsNotPickedAgainUntilACheckinWithAnAuthorisation() {
    DeliveryId _ = accepted();
    house.clock.tick(Duration.ofDays(3));
    assertThat(worker.visit()).isZero();
    assertThat(house.notifications.facts).hasSize(1);

    PlanView without = checkins.now("a1");
    assertThat(without.state()).isEqualTo("paused");
    assertThat(without.reason().code()).isEqualTo("no_authorisation");
    house.clock.tick(Duration.ofDays(1));
    assertThat(worker.visit()).isZero();

    assertThat(checkins.withGrant("a2", "q2").state()).isEqualTo("scheduled");
    assertThat(due()).isNotNull();
    assertThat(house.notifications.facts).hasSize(2);
  }

  @Test
  @Tag("PLAN-5")
  void failureRefusalAndUnknownPause() {
    Object[][] outcomes = {
      {DeliveryState.UNKNOWN, UNKNOWN, "plan_reminder_unknown"},
      {DeliveryState.FAILED, new Outcome.Failed("500", ""), "plan_reminder_failed"},
      {DeliveryState.FAILED, LATER, "plan_reminder_failed"},
      {
        DeliveryState.REJECTED,
        new Outcome.Rejected(Fault.MESSAGE, "47003", "", false),
        "plan_reminder_rejected"
      },
      {DeliveryState.CANCELLED, null, "plan_reminder_ended"}
    };
    int round = 0;
    for (Object[] outcome : outcomes) {
      DeliveryId delivery = sending();
      house.settle(delivery, (DeliveryState) outcome[0], (Outcome) outcome[1]);
      assertThat(state()).isEqualTo("paused");
      assertThat(reason()).isEqualTo(outcome[2]);
      assertThat(plan().nextAt()).isNull();
      house.clock.tick(Duration.ofHours(1));
      assertThat(worker.visit()).isZero();
      assertThat(checkins.withGrant("a" + round, "q" + ++round).state()).isEqualTo("scheduled");
    }
  }

  @Test
  @Tag("PLAN-1")
  void settlingTwiceChangesNothing() {
    DeliveryId delivery = accepted();
    int entries = plans.states("ann", "water").size();
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    house.settle(delivery, DeliveryState.UNKNOWN, UNKNOWN);
    assertThat(state()).isEqualTo("awaiting_checkin");
    assertThat(plans.states("ann", "water")).hasSize(entries);
  }

  @Test
  void aTransientAnswerAndAClaimThatIsGivenBackStaySending() {
    NotificationId reminder = due();
    DeliveryId delivery = house.claim().getFirst().delivery();
    for (Outcome outcome : new Outcome[] {LATER, null}) {
      house.requeue(delivery, reminder, outcome);
      assertThat(state()).isEqualTo("sending");
      assertThat(house.claim().getFirst().verdict()).isInstanceOf(Verdict.Pass.class);
      assertThat(state()).isEqualTo("sending");
    }
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("awaiting_checkin");
  }

  @Test
  void aGateThatEndsTheRetryPausesWithItsReason() {
    NotificationId reminder = due();
    DeliveryId delivery = house.claim().getFirst().delivery();
    house.requeue(delivery, reminder, LATER);
    house.claim(new Verdict.Stop(DeliveryState.EXPIRED, Reason.of("deadline_passed"), POLICY));
    assertThat(state()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("deadline_passed");
  }

  @Test
  void aHeldReminderKeepsItsPlanWaiting() {
    NotificationId _ = due();
    house.claim(
        new Verdict.Hold(
            Reason.of("account_disabled"), POLICY, house.clock.instant().plusSeconds(60)));
    assertThat(state()).isEqualTo("scheduled");
    house.claim();
    assertThat(state()).isEqualTo("sending");
  }

  @Test
  @Tag("PLAN-1")
  void whatALaterGateEndsPausesWithTheSameReason() {
    NotificationId _ = due();
    house.claim(new Verdict.Degrade(Reason.of("frequency_capped"), POLICY));
    assertThat(state()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("frequency_capped");
    assertThat(plans.states("ann", "water")).doesNotContain("sending");
  }

  @Test
  @Tag("PLAN-5")
  void aReminderThatFoundNoAuthorisationPausesForOne() {
    NotificationId _ = due();
    house.grants.consume(MemoryGrants.purpose(ann.id(), "T1"));
    house.claim(new Verdict.Degrade(Reason.of("quota_exhausted"), POLICY));
    assertThat(reason()).isEqualTo("no_authorisation");
    assertThat(plan().reason().with()).containsEntry("because", "quota_exhausted");
    var granted = plans.enable("ann", "water", "q1");
    assertThat(granted.state()).isEqualTo("scheduled");
  }

  @Test
  void anAcceptanceThatComesLateCountsOnlyWhileItsPlanStillPausesForIt() {
    DeliveryId delivery = sending();
    house.settle(delivery, DeliveryState.UNKNOWN, UNKNOWN);
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("awaiting_checkin");
    assertThat(reason()).isEqualTo("plan_accepted_late");

    checkins.withGrant("a1", "q1");
    DeliveryId second = sending();
    house.settle(second, DeliveryState.UNKNOWN, UNKNOWN);
    checkins.withGrant("a2", "q2");
    house.settle(second, DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).as("it has gone on meanwhile").isEqualTo("scheduled");
  }

  @Test
  void aReceiptThatProvesArrivalIsAnAcceptance() {
    DeliveryId delivery = sending();
    house.settle(delivery, DeliveryState.UNKNOWN, UNKNOWN);
    arrives(delivery);
    assertThat(state()).isEqualTo("awaiting_checkin");
    arrives(delivery);
    assertThat(state()).isEqualTo("awaiting_checkin");
  }

  private void arrives(DeliveryId delivery) {
    house.within(
        () ->
            house.transaction.execute(
                status -> {
                  house.bean(Reminders.class).arrived(delivery);
                  return true;
                }));
  }

  @Test
  @Tag("PLAN-2")
  void aCheckinBeforeTheClaimMakesTheReminderNeedless() {
    NotificationId reminder = due();
    PlanView after = checkins.withGrant("a1", "q1");
    assertThat(after.state()).isEqualTo("scheduled");
    assertThat(Objects.requireNonNull(after.nextAt())).hasToString("2026-03-10T14:00+08:00");
    assertThat(house.notifications.withdrawn).containsExactly(reminder);
    assertThat(state()).isEqualTo("scheduled");
  }

  @Test
  @Tag("PLAN-1")
  void aReminderThatCouldNotBeWithdrawnIsStoppedAtItsGate() {
    NotificationId reminder = due();
    DeliveryId delivery = house.notifications.queued.keySet().iterator().next();
    checkins.withGrant("a1", "q1");
    List<Ruled> ruled = house.claim(List.of(house.due(delivery, reminder)), Verdict.PASS);
    assertThat(ruled.getFirst().verdict())
        .isInstanceOfSatisfying(
            Verdict.Stop.class,
            stop -> {
              assertThat(stop.state()).isEqualTo(DeliveryState.CANCELLED);
              assertThat(stop.reason().code()).isEqualTo("plan_moved_on");
            });
    assertThat(state()).isEqualTo("scheduled");
  }

  @Test
  @Tag("PLAN-5")
  void aResendOfAReminderThatItsPlanDoesNotWaitForIsStopped() {
    NotificationId reminder = due();
    DeliveryId delivery = house.claim().getFirst().delivery();
    house.settle(delivery, DeliveryState.UNKNOWN, UNKNOWN);
    DeliveryId resend = new DeliveryId(new UUID(9, 9));
    List<Ruled> ruled = house.claim(List.of(house.due(resend, reminder)), Verdict.PASS);
    assertThat(ruled.getFirst().verdict()).isInstanceOf(Verdict.Stop.class);
    assertThat(state()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("plan_reminder_unknown");
  }

  @Test
  void somebodyElsesSubjectOfTheSameFormIsNoReminder() {
    DeliveryId delivery = new DeliveryId(new UUID(9, 8));
    NotificationId other = new NotificationId(new UUID(9, 7));
    List<Ruled> ruled = house.claim(List.of(house.due(delivery, other)), Verdict.PASS);
    assertThat(ruled.getFirst().verdict()).isInstanceOf(Verdict.Pass.class);
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("scheduled");
  }

  @Test
  @Tag("PLAN-2")
  void aCheckinWhileTheReminderIsBeingSentTakesEffectOnceItsEndIsKnown() {
    for (DeliveryState end : List.of(DeliveryState.ACCEPTED, DeliveryState.UNKNOWN)) {
      DeliveryId delivery = sending();
      house.clock.tick(Duration.ofSeconds(5));
      PlanView during = checkins.withGrant("during " + end, "q " + end);
      assertThat(during.state()).isEqualTo("sending");
      assertThat(during.today().count()).isPositive();
      house.settle(delivery, end, end == DeliveryState.ACCEPTED ? ACCEPTED : UNKNOWN);
      assertThat(state()).isEqualTo("scheduled");
      assertThat(Objects.requireNonNull(plan().nextAt()).toInstant())
          .isEqualTo(house.clock.instant().plus(Duration.ofHours(2)));
    }
    assertThat(plans.states("ann", "water"))
        .containsSubsequence("sending", "awaiting_checkin", "scheduled")
        .containsSubsequence("sending", "paused", "scheduled");
  }

  @Test
  @Tag("PLAN-5")
  void aCheckinWithoutAuthorisationWhileSendingPausesAfterwards() {
    DeliveryId delivery = sending();
    checkins.now("during");
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("no_authorisation");
  }

  @Test
  void anAuthorisationThatTheReminderDidNotUseLetsThePlanGoOn() {
    DeliveryId delivery = sending();
    checkins.now("during");
    house.settle(
        delivery, DeliveryState.REJECTED, new Outcome.Rejected(Fault.MESSAGE, "47003", "", false));
    assertThat(state()).isEqualTo("paused");
    // the ledger's own gate gives it back after this plan's
    house.grants.release(MemoryGrants.purpose(ann.id(), "T1"));
    assertThat(worker.run()).isTrue();
    assertThat(state()).isEqualTo("scheduled");
  }

  @Test
  void aRetryOfWhatIsAlreadyDoneIsStoppedAndThePlanGoesOn() {
    NotificationId reminder = due();
    DeliveryId delivery = house.claim().getFirst().delivery();
    checkins.withGrant("during", "q1");
    // withdrawn while it was claimed: the retry comes back
    house.requeue(delivery, reminder, LATER);
    List<Ruled> ruled = house.claim();
    assertThat(ruled.getFirst().verdict())
        .isInstanceOfSatisfying(
            Verdict.Stop.class,
            stop -> assertThat(stop.reason().code()).isEqualTo("plan_already_done"));
    assertThat(state()).isEqualTo("scheduled");
  }

  @Test
  @Tag("GRANT-6")
  void turningOffAmidAClaimStaysOffWhateverBecomesOfTheReminder() {
    DeliveryId delivery = sending();
    plans.disable("ann", "water");
    house.settle(delivery, DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("disabled");
  }

  @Test
  void oneOfSeveralDeliveriesIsEnough() {
    house.notifications.ways = 3;
    NotificationId _ = due();
    List<DeliveryId> all = house.claim().stream().map(Ruled::delivery).toList();
    assertThat(all).hasSize(3);
    house.settle(all.get(0), DeliveryState.UNKNOWN, UNKNOWN);
    assertThat(state()).isEqualTo("sending");
    house.settle(all.get(1), DeliveryState.ACCEPTED, ACCEPTED);
    assertThat(state()).isEqualTo("awaiting_checkin");
    house.settle(all.get(2), DeliveryState.FAILED, new Outcome.Failed("500", ""));
    assertThat(state()).isEqualTo("awaiting_checkin");
  }

  @Test
  @Tag("FACT-3")
  void whomNoChannelReachesIsToldInTheInboxAndThePlanPauses() {
    house.notifications.ways = 0;
    house.clock.tick(Duration.ofHours(2));
    assertThat(worker.run()).isTrue();
    assertThat(house.notifications.facts).hasSize(1);
    assertThat(state()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("no_channel");
    assertThat(plan().reason().en()).contains("Paper").contains("inbox");
  }

  @Test
  @Tag("PLAN-3")
  void aMissedTimeIsDueAtOnceWhileThePersonIsAwake() {
    house.clock.tick(Duration.ofHours(9));
    assertThat(worker.run()).isTrue();
    assertThat(house.notifications.facts).hasSize(1);
  }

  @Test
  @Tag("PLAN-3")
  void aMissedTimeWaitsForTheMorningWhenThePersonSleeps() {
    house.clock.tick(Duration.ofHours(13));
    assertThat(worker.run()).isTrue();
    assertThat(house.notifications.facts).isEmpty();
    assertThat(state()).isEqualTo("scheduled");
    assertThat(reason()).isEqualTo("plan_missed");
    assertThat(Objects.requireNonNull(plan().nextAt())).hasToString("2026-03-11T08:00+08:00");
    assertThat(due()).isNotNull();
  }

  @Test
  @Tag("PLAN-3")
  void whoMovedToAnotherZoneIsNotWokenByTheirOldOne() {
    house.directory.move("ann", "America/New_York");
    house.clock.tick(Duration.ofHours(2));
    assertThat(worker.run()).isTrue();
    assertThat(house.notifications.facts).as("it is midnight there").isEmpty();
    assertThat(Objects.requireNonNull(plan().nextAt())).hasToString("2026-03-10T08:00-04:00");
  }

  @Test
  @Tag("FACT-2")
  void oneThatCannotBeHandedInHoldsNoOtherUp() {
    plans.put("ann", "pill", "pill.reminder", "wechat-like", 60, "08:00", "22:00", 1);
    var _ = plans.enable("ann", "pill", "q1");
    house.notifications.refusesSubject = "plan:pill";
    house.clock.tick(Duration.ofHours(2));
    assertThat(worker.run()).isTrue();
    assertThat(plans.get("ann", "pill").state()).isEqualTo("paused");
    assertThat(plans.get("ann", "pill").reason().code()).isEqualTo("plan_reminder_refused");
    assertThat(house.notifications.queued).hasSize(1);
    assertThat(reason()).isEqualTo("plan_reminder_queued");
  }

  @Test
  void anAccidentLeavesThePlanDueAndIsTriedAgain() {
    house.notifications.broken = true;
    house.clock.tick(Duration.ofHours(2));
    assertThatThrownBy(() -> worker.visit()).isInstanceOf(IllegalStateException.class);
    assertThat(state()).isEqualTo("scheduled");
    house.notifications.broken = false;
    assertThat(worker.run()).isTrue();
    assertThat(house.notifications.facts).hasSize(1);
  }

  @Test
  void whoIsGoneIsNotReminded() {
    house.directory.remove("ann");
    house.clock.tick(Duration.ofHours(2));
    assertThat(worker.run()).isTrue();
    assertThat(house.notifications.facts).isEmpty();
    ann = house.person("ann");
    assertThat(reason()).isEqualTo("plan_recipient_gone");
  }

  @Test
  @Tag("PLAN-5")
  void manyWorkersHandEachReminderInOnce() throws Exception {
    int people = 120;
    for (int i = 0; i < people; i++) {
      String name = "p" + i;
      house.person(name);
      plans.put(name, "water");
      plans.enable(name, "water", "q-" + name);
    }
    house.clock.tick(Duration.ofHours(2));
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<Integer>> visits = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        visits.add(pool.submit(worker::visit));
      }
      int handedIn = 0;
      for (Future<Integer> visit : visits) {
        handedIn += visit.get();
      }
      assertThat(handedIn).isEqualTo(people + 1);
    }
    assertThat(house.notifications.facts).hasSize(people + 1);
    assertThat(house.notifications.facts.stream().map(Fact::idempotencyKey).distinct())
        .hasSize(people + 1);
  }
}
