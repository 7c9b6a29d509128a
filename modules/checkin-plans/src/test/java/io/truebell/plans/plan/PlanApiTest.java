package io.truebell.plans.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.truebell.core.message.NotificationId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.MemoryGrants;
import io.truebell.plans.PlanHouse;
import io.truebell.plans.checkin.TestCheckins;
import io.truebell.plans.reminder.TestVisits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Making, changing, turning on and off. */
class PlanApiTest {
  private PlanHouse house;
  private TestPlans plans;
  private Person ann;

  @BeforeEach
  void open() {
    house = PlanHouse.open();
    plans = new TestPlans(house);
    ann = house.person("ann");
  }

  private static void fails(int status, String code, Runnable call) {
    ApiProblem problem = catchThrowableOfType(ApiProblem.class, call::run);
    assertThat(problem.status()).isEqualTo(status);
    assertThat(problem.code()).isEqualTo(code);
  }

  @Test
  void aNewPlanIsOffAndSaysSoInBothLanguages() {
    PlanView plan = plans.put("ann", "water");
    assertThat(plan.state()).isEqualTo("disabled");
    assertThat(plan.reason().en()).isEqualTo("It was made and is not turned on yet.");
    assertThat(plan.reason().zh()).isEqualTo("已创建，尚未开启。");
    assertThat(plan.nextAt()).isNull();
    assertThat(plan.today().count()).isZero();
    assertThat(plan.today().goal()).isEqualTo(8);
    assertThat(plans.list("ann")).containsExactly(plan);
  }

  @Test
  @Tag("GRANT-5")
  void itIsTurnedOnWithAnAuthorisationAndAsksForOneMore() {
    PlanView before = plans.put("ann", "water");
    assertThat(before.needsGrant()).isTrue();
    assertThat(before.askGrant()).isTrue();
    assertThat(before.template()).isEqualTo("T1");

    PlanView on = plans.enable("ann", "water", "q1");

    assertThat(on.state()).isEqualTo("scheduled");
    assertThat(Objects.requireNonNull(on.nextAt())).hasToString("2026-03-10T12:00+08:00");
    assertThat(on.needsGrant()).isFalse();
    assertThat(on.askGrant()).as("one is below the low-water mark").isTrue();
    assertThat(Objects.requireNonNull(on.balance()).available()).isEqualTo(1);
    assertThat(plans.enable("ann", "water", "q1")).as("twice is once").isEqualTo(on);
  }

  @Test
  @Tag("PLAN-1")
  void withoutAnAuthorisationItStaysOffAndTheRefusalIsKept() {
    plans.put("ann", "water");
    fails(409, "no_authorisation", () -> plans.enable("ann", "water", (ConsentRequest) null));
    fails(
        409,
        "plan_refused",
        () -> plans.enable("ann", "water", new ConsentRequest("q1", "T1", "reject")));
    assertThat(plans.get("ann", "water").state()).isEqualTo("disabled");
    assertThat(house.grants.answers)
        .singleElement()
        .satisfies(a -> assertThat(a.status()).isEqualTo("reject"));
  }

  @Test
  void aChannelThatAsksForNoAuthorisationNeedsNone() {
    plans.put("ann", "water", "water.reminder", "pager-like", 120, "08:00", "22:00", 8);
    PlanView on = plans.enable("ann", "water", (ConsentRequest) null).plan();
    assertThat(on.state()).isEqualTo("scheduled");
    assertThat(on.needsGrant()).isFalse();
    assertThat(on.askGrant()).isFalse();
    assertThat(on.balance()).isNull();
  }

  @Test
  @Tag("GRANT-6")
  void turningItOffVoidsEveryUnusedAuthorisationAndWithdrawsTheReminder() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    var _ = plans.enable("ann", "water", "q2");
    house.clock.tick(Duration.ofHours(2));
    assertThat(new TestVisits(house).run()).isTrue();
    assertThat(house.notifications.queued).hasSize(1);
    NotificationId reminder = house.notifications.queued.values().iterator().next();

    PlanView off = plans.disable("ann", "water");

    assertThat(off.state()).isEqualTo("disabled");
    assertThat(off.reason().with()).containsEntry("voided", 2);
    assertThat(Objects.requireNonNull(off.balance()).available()).isZero();
    assertThat(off.balance().invalid()).isEqualTo(2);
    assertThat(house.notifications.withdrawn).containsExactly(reminder);
    assertThat(house.notifications.queued).isEmpty();
    assertThat(plans.disable("ann", "water")).as("twice is once").isEqualTo(off);
  }

  @Test
  @Tag("GRANT-6")
  void anotherPlanOfTheSameTemplatePausesWithIt() {
    plans.put("ann", "water");
    plans.put("ann", "pill", "pill.reminder", "wechat-like", 600, "08:00", "22:00", 1);
    plans.put("ann", "run", "run.reminder", "wechat-like", 600, "08:00", "22:00", 1);
    plans.enable("ann", "water", "q1");
    plans.enable("ann", "pill", "q2");
    var _ = plans.enable("ann", "run", new ConsentRequest("q3", "T2", "accept"));

    plans.disable("ann", "water");

    PlanView pill = plans.get("ann", "pill");
    assertThat(pill.state()).isEqualTo("paused");
    assertThat(pill.reason().code()).isEqualTo("plan_voided");
    assertThat(plans.get("ann", "run").state()).isEqualTo("scheduled");
  }

  @Test
  void aChangeMovesTheNextTimeAndLeavesAQueuedReminderAlone() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    PlanView changed =
        plans.put("ann", "water", "water.reminder", "wechat-like", 60, "08:00", "22:00", 8);
    assertThat(changed.state()).isEqualTo("scheduled");
    assertThat(Objects.requireNonNull(changed.nextAt())).hasToString("2026-03-10T11:00+08:00");

    house.clock.tick(Duration.ofHours(1));
    assertThat(new TestVisits(house).run()).isTrue();
    PlanView again =
        plans.put("ann", "water", "water.reminder", "wechat-like", 30, "08:00", "22:00", 8);
    assertThat(again.nextAt()).isEqualTo(changed.nextAt());
    assertThat(house.notifications.queued).hasSize(1);
  }

  @Test
  void aChangeToAnotherTemplateWithoutAuthorisationPauses() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    PlanView changed =
        plans.put("ann", "water", "run.reminder", "wechat-like", 60, "08:00", "22:00", 8);
    assertThat(changed.state()).isEqualTo("paused");
    assertThat(changed.reason().code()).isEqualTo("no_authorisation");
  }

  @Test
  void aLowerGoalIsReachedTheMomentItIsSet() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    new TestCheckins(house, "ann", "water").withGrant("a1", "q2", 3);
    PlanView changed =
        plans.put("ann", "water", "water.reminder", "wechat-like", 120, "08:00", "22:00", 3);
    assertThat(changed.today().reached()).isTrue();
    assertThat(changed.streak()).isEqualTo(1);
    assertThat(Objects.requireNonNull(changed.nextAt())).hasToString("2026-03-11T08:00+08:00");
  }

  @Test
  @Tag("GRANT-6")
  void aRemovedPlanIsGoneAndItsKeyIsFree() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    plans.remove("ann", "water");
    fails(404, "not_found", () -> plans.get("ann", "water"));
    assertThat(plans.list("ann")).isEmpty();
    assertThat(
            house
                .within(() -> house.grants.balance(MemoryGrants.purpose(ann.id(), "T1")))
                .available())
        .isZero();
    assertThat(plans.put("ann", "water").state()).isEqualTo("disabled");
    assertThat(plans.states("ann", "water")).containsExactly("disabled");
  }

  @Test
  @Tag("PLAN-1")
  void itsHistorySaysWhoMovedItWhenAndWhy() {
    plans.put("ann", "water");
    plans.enable("ann", "water", "q1");
    plans.disable("ann", "water");
    List<PlanController.PlanHistoryView> history = plans.history("ann", "water");
    assertThat(history).hasSize(3);
    assertThat(history.getFirst().cause()).isEqualTo("disable");
    assertThat(history.getFirst().actor()).isEqualTo("api_key:tbk_app");
    assertThat(history.get(1).from()).isEqualTo("disabled");
    assertThat(history.get(1).to()).isEqualTo("scheduled");
    assertThat(Objects.requireNonNull(history.get(1).nextAt()))
        .hasToString("2026-03-10T12:00+08:00");
    assertThat(history)
        .allSatisfy(
            entry -> {
              assertThat(entry.reason().en()).doesNotContain("?");
              assertThat(entry.reason().zh()).doesNotContain("?");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "interval_minutes, out_of_range, 4, 08:00, 22:00, 8, wechat-like, water.reminder",
    "interval_minutes, out_of_range, 1441, 08:00, 22:00, 8, wechat-like, water.reminder",
    "interval_minutes, required, , 08:00, 22:00, 8, wechat-like, water.reminder",
    "wake, invalid_form, 60, 24:00, 22:00, 8, wechat-like, water.reminder",
    "wake, required, 60, , 22:00, 8, wechat-like, water.reminder",
    "sleep, invalid_form, 60, 08:00, 8:00, 8, wechat-like, water.reminder",
    "sleep, equals_wake, 60, 08:00, 08:00, 8, wechat-like, water.reminder",
    "daily_goal, out_of_range, 60, 08:00, 22:00, 0, wechat-like, water.reminder",
    "channel, unknown_channel, 60, 08:00, 22:00, 8, fax, water.reminder",
    "channel, unknown_channel, 60, 08:00, 22:00, 8, Not A Key, water.reminder",
    "type, invalid_form, 60, 08:00, 22:00, 8, wechat-like, Water!",
    "type, required, 60, 08:00, 22:00, 8, wechat-like, "
  })
  void whatIsWrongIsNamedAndNothingIsWritten(
      String field,
      String code,
      Integer minutes,
      String wake,
      String sleep,
      Integer goal,
      String channel,
      String type) {
    ApiProblem problem =
        catchThrowableOfType(
            ApiProblem.class,
            () -> plans.put("ann", "water", type, channel, minutes, wake, sleep, goal));
    assertThat(problem.status()).isEqualTo(422);
    assertThat(problem.fields()).extracting(FieldProblem::field).contains(field);
    assertThat(problem.fields()).extracting(FieldProblem::code).contains(code);
    assertThat(plans.list("ann")).isEmpty();
  }

  @Test
  void aPayloadThatCouldNotBeSentIsRefusedAtOnce() {
    Map<String, Object> deep = new HashMap<>(Map.of("a", 1));
    for (int i = 0; i < 8; i++) {
      deep = new HashMap<>(Map.of("a", deep));
    }
    for (Map<String, Object> payload :
        List.<Map<String, Object>>of(
            Map.of("title", 3),
            Map.of("text", "x".repeat(5_000)),
            Map.of("a", "bad\u0000"),
            Map.of("n", new java.math.BigDecimal("1e99")),
            deep)) {
      PlanRequest request =
          new PlanRequest(
              "water.reminder",
              "wechat-like",
              60,
              "08:00",
              "22:00",
              8,
              new HashMap<>(payload),
              null);
      fails(422, "invalid_input", () -> plans.put("ann", "water", request));
    }
  }

  @Test
  void nobodyHasAPlanWhomTheTenantDoesNotKnow() {
    fails(404, "not_found", () -> plans.put("nobody", "water"));
    fails(404, "not_found", () -> plans.get("ann", "water"));
    assertThatThrownBy(() -> plans.put("ann", "Not A Key")).isInstanceOf(ApiProblem.class);
  }
}
