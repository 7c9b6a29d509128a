package io.truebell.calm.budget;

import static io.truebell.calm.budget.BudgetBed.ACCOUNT;
import static io.truebell.calm.budget.BudgetBed.OTHER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.calm.budget.BudgetView.WarningView;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import io.truebell.testkit.LogCapture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChannelBudgetTest {
  private BudgetBed bed;

  @BeforeEach
  void open() {
    bed = new BudgetBed();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private void limit(long calls) {
    BudgetView ignored = bed.set(calls, null, null);
  }

  @Test
  void aBudgetWhoseZoneThisJavaDoesNotKnowGoesByUtc() {
    limit(1);
    int moved =
        bed.within(() -> bed.jdbc.sql("UPDATE calm_budget SET zone = 'Mars/Base'").update());
    assertThat(moved).isOne();

    assertThat(bed.claim(List.of(bed.due())).values()).allMatch(Verdict.Pass.class::isInstance);
    assertThat(bed.get().zone()).isEqualTo("Z");
  }

  @Test
  void ofFiveDeliveriesThreeAreSentAndTwoAreLeftToTheInbox() {
    limit(3);
    List<DueDelivery> five = Stream.generate(bed::due).limit(5).toList();

    Map<DeliveryId, Verdict> verdicts = bed.claim(five);

    assertThat(verdicts.values()).filteredOn(v -> v instanceof Verdict.Pass).hasSize(3);
    assertThat(verdicts.get(five.getLast().id()))
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade -> {
              assertThat(degrade.reason().code()).isEqualTo("channel_budget_used_up");
              assertThat(degrade.reason().with())
                  .containsEntry("used", 3L)
                  .containsEntry("limit", 3L)
                  .containsEntry("month", "2026-11")
                  .containsEntry("resets_at", "2026-12-01T00:00:00Z");
            });
    assertThat(bed.get().used()).isEqualTo(3);
    assertThat(bed.get().left()).isZero();
    assertThat(bed.fallenBack).isEmpty();
  }

  @Test
  void anAccountWithoutABudgetIsNotCounted() {
    limit(1);
    assertThat(bed.passes(bed.of(OTHER))).isTrue();
    assertThat(bed.passes(bed.of(OTHER))).isTrue();
    assertThat(bed.get().used()).isZero();
  }

  @Test
  void anUrgentMessageObeysTheBudgetToo() {
    limit(1);
    assertThat(bed.passes(bed.due())).isTrue();
    assertThat(bed.passes(bed.urgent())).isFalse();
  }

  @Test
  void eightThreadsTogetherNeverGoOverTheLimitAndUseAllOfIt() throws Exception {
    limit(100);
    AtomicInteger sent = new AtomicInteger();
    List<Callable<Boolean>> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(
          () -> {
            for (int round = 0; round < 20; round++) {
              List<DueDelivery> batch =
                  Stream.generate(bed::due)
                      .limit(1 + ThreadLocalRandom.current().nextInt(3))
                      .toList();
              Map<DeliveryId, Verdict> verdicts = bed.claim(batch);
              for (DueDelivery due : batch) {
                if (verdicts.get(due.id()) instanceof Verdict.Pass) {
                  if (ThreadLocalRandom.current().nextInt(4) == 0) {
                    bed.refusedForNow(due);
                  } else {
                    sent.incrementAndGet();
                    bed.accepted(due);
                  }
                }
              }
            }
            return true;
          });
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      for (Future<Boolean> thread : pool.invokeAll(threads)) {
        assertThat(thread.get()).isTrue();
      }
    }
    while (bed.passes(bed.due())) {
      sent.incrementAndGet();
    }

    assertThat(sent).hasValue(100);
    assertThat(bed.get().used()).isEqualTo(100);
  }

  @Test
  void aMonthBeginsInTheBudgetsZone() {
    BudgetView first = bed.set(1L, null, "Asia/Shanghai");
    assertThat(first.month()).isEqualTo("2026-11");
    assertThat(first.resetsAt()).isEqualTo(Instant.parse("2026-11-30T16:00:00Z"));
    assertThat(bed.passes(bed.due())).isTrue();
    assertThat(bed.passes(bed.due())).isFalse();

    bed.clock.tick(Duration.ofHours(8).minusSeconds(1));
    assertThat(bed.passes(bed.due())).isFalse();
    bed.clock.tick(Duration.ofSeconds(1));
    assertThat(bed.passes(bed.due())).isTrue();
    assertThat(bed.get().month()).isEqualTo("2026-12");
    assertThat(bed.get().used()).isEqualTo(1);
  }

  @Test
  void whatIsGivenBackGoesToTheMonthThatItWasTakenFrom() {
    limit(1);
    DueDelivery november = bed.due();
    assertThat(bed.passes(november)).isTrue();
    bed.clock.tick(Duration.ofDays(1));
    assertThat(bed.passes(bed.due())).isTrue();

    bed.refusedForNow(november);

    assertThat(bed.get().used()).as("December's stays").isEqualTo(1);
    assertThat(bed.passes(bed.due())).isFalse();
  }

  @Test
  void onlyWhatCertainlyUsedNothingIsGivenBackAndOnlyOnce() {
    limit(100);
    Outcome transientOne = new Outcome.Transient("busy", "", null, Outcome.SlowScope.DELIVERY);
    back(DeliveryState.QUEUED, null);
    back(DeliveryState.CANCELLED, null);
    back(DeliveryState.QUEUED, transientOne);
    back(DeliveryState.FAILED, transientOne);
    kept(DeliveryState.ACCEPTED, new Outcome.Accepted(null, "0", "ok", false));
    kept(DeliveryState.REJECTED, new Outcome.Rejected(Fault.RECIPIENT, "1", "no", false));
    kept(DeliveryState.FAILED, new Outcome.Failed("500", ""));
    kept(DeliveryState.UNKNOWN, new Outcome.Unknown("timeout", ""));
    kept(DeliveryState.QUEUED, new Outcome.Unknown("timeout", ""));
    kept(DeliveryState.DELIVERED, null);
  }

  private void back(DeliveryState state, Outcome outcome) {
    long before = bed.get().used();
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    assertThat(bed.get().used()).isEqualTo(before + 1);
    bed.settle(due, state, outcome);
    bed.settle(due, state, outcome);
    assertThat(bed.get().used()).as("after %s, %s", state, outcome).isEqualTo(before);
  }

  private void kept(DeliveryState state, Outcome outcome) {
    long before = bed.get().used();
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    bed.settle(due, state, outcome);
    bed.settle(due, state, outcome);
    assertThat(bed.get().used()).as("after %s, %s", state, outcome).isEqualTo(before + 1);
  }

  @Test
  void anAcceptanceThatComesAfterUnknownIsTheSameCall() {
    limit(10);
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    bed.settle(due, DeliveryState.UNKNOWN, new Outcome.Unknown("lease_expired", ""));
    bed.accepted(due);
    assertThat(bed.get().used()).isEqualTo(1);
    assertThat(bed.count("calm_budget_hold")).isZero();
  }

  @Test
  void aCallThatIsMadeAgainAfterUnknownNeedsNoMoreRoomAndIsNotGivenBack() {
    limit(1);
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    bed.settle(due, DeliveryState.QUEUED, new Outcome.Unknown("timeout", ""));

    DueDelivery again = bed.again(due);
    assertThat(bed.passes(again)).isTrue();
    bed.refusedForNow(again);
    assertThat(bed.get().used()).as("the first call may have been carried out").isEqualTo(1);

    DueDelivery third = bed.again(again);
    assertThat(bed.passes(third)).isTrue();
    bed.accepted(third);
    assertThat(bed.get().used()).isEqualTo(1);
    assertThat(bed.count("calm_budget_hold")).isZero();
  }

  @Test
  void whatMayHaveBeenUsedIsNotGivenBackWhenTheSenderWithdrawsIt() {
    limit(1);
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    bed.settle(due, DeliveryState.QUEUED, new Outcome.Unknown("timeout", ""));
    bed.settle(due, DeliveryState.CANCELLED, null);
    assertThat(bed.get().used()).isEqualTo(1);
    assertThat(bed.count("calm_budget_hold")).isZero();
  }

  @Test
  void aRetryAfterARefusalTakesOneAnew() {
    limit(1);
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    bed.refusedForNow(due);
    assertThat(bed.get().used()).isZero();
    assertThat(bed.passes(bed.again(due))).isTrue();
    assertThat(bed.get().used()).isEqualTo(1);
  }

  @Test
  void whatALaterGateHoldsTakesNothing() {
    limit(1);
    bed.examinedAlone(bed.due());
    assertThat(bed.get().used()).isZero();
    assertThat(bed.passes(bed.due())).isTrue();
  }

  @Test
  void anotherChannelIsAskedToTakeOver() {
    BudgetView ignored = bed.set(1L, "webhook", null);
    assertThat(bed.passes(bed.due())).isTrue();
    DueDelivery over = bed.due();

    Verdict verdict = bed.claim(List.of(over)).get(over.id());

    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade -> {
              assertThat(degrade.reason().code()).isEqualTo("channel_budget_fallback");
              assertThat(degrade.reason().with()).containsEntry("fallback", "webhook");
            });
    assertThat(bed.fallenBack)
        .singleElement()
        .satisfies(
            fallen -> {
              assertThat(fallen.ended()).isEqualTo(over.id());
              assertThat(fallen.channel()).isEqualTo(BudgetBed.WEBHOOK);
              assertThat(fallen.reason().code()).isEqualTo("channel_budget_fallback");
            });
  }

  @Test
  void aDryRunSaysTheSameAndWritesNothing() {
    BudgetView ignored = bed.set(2L, "webhook", null);
    List<DueDelivery> three = Stream.generate(bed::due).limit(3).toList();

    Map<DeliveryId, Verdict> rehearsed = bed.rehearse(three);

    assertThat(bed.get().used()).isZero();
    assertThat(bed.count("calm_budget_hold")).isZero();
    assertThat(bed.count("calm_budget_use")).isZero();
    assertThat(bed.fallenBack).isEmpty();
    assertThat(bed.claim(three)).isEqualTo(rehearsed);
  }

  @Test
  void aWarningLevelIsSaidOnceWhenItIsCrossedAndShown() {
    limit(10);
    try (LogCapture log = new LogCapture()) {
      for (int i = 0; i < 7; i++) {
        assertThat(bed.passes(bed.due())).isTrue();
      }
      assertThat(bed.get().warningLevel()).isNull();
      assertThat(bed.passes(bed.due())).isTrue();
      Instant crossed = bed.clock.instant();
      assertThat(bed.get().warningLevel()).isEqualTo(80);
      bed.clock.tick(Duration.ofMinutes(5));
      assertThat(bed.passes(bed.due())).isTrue();
      assertThat(bed.passes(bed.due())).isTrue();

      assertThat(bed.get().warningLevel()).isEqualTo(95);
      assertThat(bed.get().warnings())
          .containsExactly(new WarningView(80, crossed), new WarningView(95, bed.clock.instant()));
      assertThat(log.text().split("80 % is reached", -1)).hasSize(2);
      assertThat(log.text().split("95 % is reached", -1)).hasSize(2);
    }
  }

  @Test
  void theBudgetIsShownWithWhatTheMonthWillTake() {
    BudgetView set =
        bed.set(ACCOUNT, new BudgetRequest(1_000L, List.of(95, 80, 80), "webhook", "UTC"));
    assertThat(set.warnAtPercent()).containsExactly(80, 95);
    assertThat(set.fallback()).isEqualTo("webhook");
    assertThat(set.version()).isEqualTo(1);
    assertThat(set.setBy()).isEqualTo("api_key:test");
    bed.clock.tick(Duration.ofHours(16).plusDays(15));
    for (int i = 0; i < 3; i++) {
      assertThat(bed.passes(bed.due())).isTrue();
    }

    BudgetView view = bed.get();

    assertThat(view.month()).isEqualTo("2026-12");
    assertThat(view.used()).isEqualTo(3);
    assertThat(view.left()).isEqualTo(997);
    assertThat(view.forecast()).as("3 in 15 of 31 days").isEqualTo(7);
  }

  @Test
  void aRemovedBudgetLimitsNothingAndWhatIsUnderWayStillSettles() {
    limit(1);
    DueDelivery due = bed.due();
    assertThat(bed.passes(due)).isTrue();
    boolean ignored =
        bed.within(
            () -> {
              bed.api().removeBudget(BudgetBed.TENANT, ACCOUNT.value());
              return true;
            });
    assertThat(bed.passes(bed.due())).isTrue();
    assertThatThrownBy(() -> bed.get())
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(404));
    bed.accepted(due);
    assertThat(bed.count("calm_budget_hold")).isZero();
    assertThat(bed.set(5L, null, null).version()).isEqualTo(3);
  }

  @Test
  void wrongInputIsBlamedOnItsFieldAndWritesNothing() {
    assertField("calls_per_month", request(null, null, null));
    assertField("calls_per_month", request(-1L, null, null));
    assertField("fallback", request(1L, "pigeon", null));
    assertField("fallback", request(1L, "sms", null));
    assertField("zone", request(1L, null, "Mars/Base"));
    assertField("zone", request(1L, null, ""));
    assertField(
        "warn_at_percent[1]",
        () -> bed.set(ACCOUNT, new BudgetRequest(1L, Arrays.asList(80, 0), null, null)));
    assertField(
        "warn_at_percent[0]",
        () -> bed.set(ACCOUNT, new BudgetRequest(1L, Arrays.asList((Integer) null), null, null)));
    assertThat(bed.count("calm_budget")).isZero();
    AccountId unknown = BudgetBed.UNKNOWN;
    assertThatThrownBy(() -> bed.set(unknown, new BudgetRequest(1L, null, null, null)))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(404));
  }

  private ThrowingCallable request(Long limit, String fallback, String zone) {
    return () -> bed.set(limit, fallback, zone);
  }

  private static void assertField(String field, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem ->
                assertThat(problem.fields()).extracting(FieldProblem::field).contains(field));
  }
}
