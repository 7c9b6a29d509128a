package io.truebell.plans.reminder;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.Grants.Answer;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.plans.MemoryGrants;
import io.truebell.plans.PlanHouse;
import io.truebell.plans.checkin.TestCheckins;
import io.truebell.plans.plan.PlanView;
import io.truebell.plans.plan.TestPlans;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plans follow their person's authorisations. */
class GrantNewsTest {
  private PlanHouse house;
  private TestPlans plans;
  private TestVisits worker;
  private Person ann;

  @BeforeEach
  void open() {
    house = PlanHouse.open();
    ann = house.person("ann");
    plans = new TestPlans(house);
    plans.put("ann", "water");
    plans.enable("ann", "water", "q0");
    worker = new TestVisits(house);
  }

  private PlanView plan() {
    return plans.get("ann", "water");
  }

  /** Elsewhere than in a check-in. */
  private void answers(String requestId, String status) {
    answers(requestId, status, "T1");
  }

  private void answers(String requestId, String status, String template) {
    Answer answer =
        new Answer(
            MemoryGrants.purpose(ann.id(), template),
            requestId,
            status,
            house.clock.instant(),
            "test");
    house.within(
        () -> house.transaction.execute(s -> house.grants.register(answer, PlanHouse.APP)));
  }

  @Test
  @Tag("GRANT-6")
  void aRefusalPausesAndANewConsentLetsItGoOn() {
    answers("q1", "reject");
    assertThat(plan().state()).isEqualTo("paused");
    assertThat(plan().reason().code()).isEqualTo("plan_refused");
    house.clock.tick(Duration.ofHours(3));
    assertThat(worker.visit()).isZero();

    answers("q2", "accept");
    assertThat(plan().state()).isEqualTo("scheduled");
    assertThat(plan().reason().code()).isEqualTo("plan_authorised");
    assertThat(Objects.requireNonNull(plan().nextAt())).hasToString("2026-03-10T15:00+08:00");
  }

  @Test
  @Tag("PLAN-5")
  void aNewAuthorisationLetsOnlyAPlanGoOnThatLacksNothingElse() {
    house.notifications.ways = 0;
    house.clock.tick(Duration.ofHours(2));
    assertThat(worker.run()).isTrue();
    assertThat(plan().reason().code()).isEqualTo("no_channel");
    answers("q1", "accept");
    assertThat(plan().state()).isEqualTo("paused");
  }

  @Test
  void anAuthorisationForAnotherTemplateChangesNothing() {
    answers("q1", "reject");
    answers("q2", "accept", "T2");
    assertThat(plan().state()).isEqualTo("paused");
  }

  @Test
  @Tag("GRANT-6")
  void aRefusalAmidAClaimIsNotOverriddenByTheAcceptance() {
    house.clock.tick(Duration.ofHours(2));
    assertThat(worker.run()).isTrue();
    var delivery = house.claim().getFirst().delivery();
    answers("q1", "reject");
    assertThat(plan().state()).isEqualTo("paused");
    house.settle(delivery, io.truebell.core.message.DeliveryState.ACCEPTED, RemindersTest.ACCEPTED);
    assertThat(plan().state()).isEqualTo("paused");
    assertThat(plan().reason().code()).isEqualTo("plan_refused");
  }

  @Test
  void aPlanThatSomebodyHoldsIsNotWaitedForAndLookedAtAgain() throws Exception {
    answers("q1", "reject");
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<?> holding =
          other.submit(
              () ->
                  house.within(
                      () ->
                          house.transaction.execute(
                              status -> {
                                int locked =
                                    house
                                        .jdbc
                                        .sql("SELECT id FROM plan FOR NO KEY UPDATE")
                                        .query(java.util.UUID.class)
                                        .list()
                                        .size();
                                held.countDown();
                                await(release);
                                return locked;
                              })));
      held.await();
      answers("q2", "accept");
      assertThat(plan().state()).as("not waited for").isEqualTo("paused");
      release.countDown();
      Object _ = holding.get();
    }
    assertThat(worker.run()).as("a hint says that there is something to do").isTrue();
    assertThat(plan().state()).isEqualTo("scheduled");
    assertThat(worker.run()).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatIsLookedAtAgainMayAlsoHaveLostItsAuthorisation() {
    Purpose purpose = MemoryGrants.purpose(ann.id(), "T1");
    house.grants.consume(purpose);
    boolean ignored =
        house.within(
            () -> {
              house
                  .bean(GrantNews.class)
                  .lookAgain(ann.id(), PlanHouse.WECHAT, house.clock.instant());
              return true;
            });
    assertThat(worker.run()).isTrue();
    assertThat(plan().state()).isEqualTo("paused");
    assertThat(plan().reason().code()).isEqualTo("no_authorisation");
  }

  @Test
  void aCheckinTellsOtherPlansOfItsTemplateToo() {
    plans.put("ann", "pill", "pill.reminder", "wechat-like", 600, "08:00", "22:00", 1);
    var _ = plans.enable("ann", "pill", "q1");
    TestCheckins water = new TestCheckins(house, "ann", "water");
    water.refusing("a1", "q2");
    assertThat(plans.get("ann", "pill").reason().code()).isEqualTo("plan_refused");
    water.withGrant("a2", "q3");
    assertThat(plans.get("ann", "pill").state()).isEqualTo("scheduled");
    assertThat(plan().state()).isEqualTo("scheduled");
  }
}
