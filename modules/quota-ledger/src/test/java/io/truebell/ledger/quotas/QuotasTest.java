package io.truebell.ledger.quotas;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.after;
import static io.truebell.ledger.LedgerBed.givenBack;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.retried;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.quotas.QuotasRequest.LimitRequest;
import io.truebell.ledger.quotas.UsageView.QuotaView;
import io.truebell.ledger.quotas.UsageView.UsageDayView;
import io.truebell.ledger.verify.Balance;
import io.truebell.testkit.LogCapture;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("GRANT-8")
class QuotasTest {
  private static final ChannelKey SMS = new ChannelKey("sms");
  private static final Caller OPERATOR =
      new Caller(new Actor("operator", "test"), null, Set.of(Scope.OPERATOR));

  private LedgerBed bed;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  private static LimitRequest limit(@Nullable Long soft, @Nullable Long hard) {
    return new LimitRequest(soft, hard);
  }

  private UsageView set(QuotasRequest request) {
    return bed.bean(TenantQuotasController.class)
        .setTenantQuotas(OPERATOR, bed.tenant.id().value(), request);
  }

  private UsageView usage() {
    return bed.within(() -> bed.bean(Usage.class).between(null, null));
  }

  private QuotaView quota(String name) {
    return usage().quotas().stream().filter(q -> q.quota().equals(name)).findFirst().orElseThrow();
  }

  private DueDelivery sms() {
    return bed.due("ann", SMS);
  }

  private static @Nullable String reason(@Nullable Verdict verdict) {
    return verdict instanceof Verdict.Degrade degrade
        ? degrade.reason().code() + " " + degrade.reason().with().get("quota")
        : null;
  }

  @Test
  void withoutLimitsEverythingPassesAndIsCounted() {
    DueDelivery first = sms();
    DueDelivery second = sms();
    DueDelivery third = sms();
    assertThat(bed.claim(first, second, third).values()).containsOnly(Verdict.PASS);
    bed.settle(accepted(first), unknown(second), rejected(third));

    assertThat(usage().days())
        .containsExactly(new UsageDayView(LocalDate.of(2026, 11, 30), "sms", 1, 1, 1, 0, 0, 0));
    assertThat(quota("messages"))
        .satisfies(
            q -> {
              assertThat(q.used()).isEqualTo(2);
              assertThat(q.state()).isEqualTo("unlimited");
            });
    assertThat(bed.count("SELECT count(*) FROM quota_hold")).isZero();
  }

  @Test
  void whatGoesOverTheLimitIsLeftToTheInboxAndNamesTheNumbers() {
    assertThat(set(new QuotasRequest(limit(null, 2L), null, null)).quotas()).hasSize(2);
    DueDelivery first = sms();
    DueDelivery second = sms();
    DueDelivery third = sms();
    Map<?, Verdict> verdicts = bed.claim(first, second, third);

    assertThat(verdicts.get(second.id())).isEqualTo(new Verdict.Pass(Map.of("messages_left", 0L)));
    assertThat(verdicts.get(third.id())).isInstanceOf(Verdict.Hold.class);
    assertThat(quota("messages").reserved()).isEqualTo(2);

    bed.settle(accepted(first), rejected(second));
    assertThat(quota("messages").used()).isEqualTo(1);
    assertThat(quota("messages").reserved()).isZero();
    DueDelivery fourth = sms();
    assertThat(bed.claimOne(fourth)).as("given back").isInstanceOf(Verdict.Pass.class);
    bed.settle(accepted(fourth));
    assertThat(bed.claimOne(third))
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade -> {
              assertThat(degrade.reason().code()).isEqualTo("tenant_quota_used_up");
              assertThat(degrade.reason().with())
                  .containsEntry("limit", 2L)
                  .containsEntry("used", 2L)
                  .containsEntry("reserved", 0L)
                  .containsEntry("until", "2026-12-01");
              assertThat(degrade.policy().version()).isEqualTo(1);
            });
    assertThat(usage().days().getFirst().degraded()).isEqualTo(1);
  }

  @Test
  void aRetryGivesBackAndTakesAgain() {
    assertThat(set(new QuotasRequest(limit(null, 1L), null, null)).quotas()).isNotEmpty();
    DueDelivery due = sms();
    for (int attempt = 0; attempt < 3; attempt++) {
      DueDelivery now = after(due, attempt);
      assertThat(bed.claimOne(now)).isInstanceOf(Verdict.Pass.class);
      bed.settle(attempt == 0 ? retried(now) : attempt == 1 ? givenBack(now) : accepted(now));
    }
    assertThat(quota("messages").used()).isEqualTo(1);
    assertThat(quota("messages").state()).isEqualTo("used_up");
  }

  @Test
  void paidSendsAreLimitedByChannel() {
    QuotasRequest request =
        new QuotasRequest(null, null, Map.of("sms", limit(null, 1L), "voice", limit(null, null)));
    assertThat(set(request).quotas())
        .extracting(QuotaView::quota)
        .contains("paid_sends:sms", "paid_sends:voice");
    DueDelivery first = sms();
    DueDelivery second = sms();
    DueDelivery call = bed.due("ann", new ChannelKey("voice"));
    DueDelivery free = bed.due("ann", LedgerBed.FREE);
    Map<?, Verdict> verdicts = bed.claim(first, second, call, free);

    assertThat(verdicts.get(first.id())).isInstanceOf(Verdict.Pass.class);
    assertThat(verdicts.get(second.id())).isInstanceOf(Verdict.Hold.class);
    assertThat(verdicts.get(free.id())).isEqualTo(Verdict.PASS);
    bed.settle(accepted(first), accepted(call), accepted(free));
    assertThat(reason(bed.claimOne(second))).isEqualTo("tenant_quota_used_up paid_sends:sms");
    assertThat(usage().days())
        .extracting(UsageDayView::channel, UsageDayView::paid)
        .containsExactly(tuple("free", 0L), tuple("sms", 1L), tuple("voice", 1L));
    assertThat(quota("messages").used()).isEqualTo(3);
  }

  @Test
  void claimsAtTheSameTimeNeverGoOverALimit() throws Exception {
    assertThat(set(new QuotasRequest(limit(null, 10L), null, null)).quotas()).isNotEmpty();
    List<Callable<Long>> claims = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      DueDelivery[] due = {sms(), sms(), sms()};
      claims.add(
          () -> bed.claim(due).values().stream().filter(v -> v instanceof Verdict.Pass).count());
    }
    long passed = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Long> claim : threads.invokeAll(claims)) {
        passed += claim.get();
      }
    }
    assertThat(passed).isEqualTo(10);
    assertThat(quota("messages").reserved()).isEqualTo(10);
  }

  @Test
  void aVisitThatSettlesAndClaimsSeesWhatItHasJustSettled() {
    assertThat(set(new QuotasRequest(limit(null, 1L), null, null)).quotas()).isNotEmpty();
    DueDelivery first = sms();
    DueDelivery second = sms();
    assertThat(bed.claimOne(first)).isInstanceOf(Verdict.Pass.class);

    Verdict after =
        bed.inTransaction(
            () -> {
              bed.settle(accepted(first));
              return bed.claimOne(second);
            });
    assertThat(reason(after)).isEqualTo("tenant_quota_used_up messages");
    assertThat(usage().days())
        .containsExactly(new UsageDayView(LocalDate.of(2026, 11, 30), "sms", 1, 0, 0, 0, 1, 0));
  }

  @Test
  void theSoftLimitIsSaidOnceInAMonthAndEverythingPasses() {
    assertThat(set(new QuotasRequest(limit(2L, null), null, null)).quotas()).isNotEmpty();
    try (LogCapture log = new LogCapture()) {
      for (int i = 0; i < 4; i++) {
        assertThat(bed.claimOne(sms())).isInstanceOf(Verdict.Pass.class);
      }
      assertThat(log.text().split("its soft limit is", -1)).hasSize(2);
    }
    assertThat(quota("messages").state()).isEqualTo("warning");
    bed.clock.tick(Duration.ofDays(1));
    assertThat(quota("messages").used() + quota("messages").reserved()).as("a new month").isZero();
    assertThat(quota("messages").state()).isEqualTo("within");
  }

  @Test
  @Tag("SEND-6")
  void anAcceptanceThatComesAfterTheSweepIsTheSameMessage() {
    DueDelivery due = sms();
    assertThat(bed.claimOne(due)).isEqualTo(Verdict.PASS);
    bed.settle(unknown(due));
    assertThat(quota("messages").used()).isEqualTo(1);
    bed.clock.tick(Duration.ofDays(1));
    bed.settle(accepted(due));

    UsageView both =
        bed.within(
            () ->
                bed.bean(Usage.class)
                    .between(LocalDate.of(2026, 11, 1), LocalDate.of(2026, 12, 31)));
    assertThat(both.days())
        .containsExactly(new UsageDayView(LocalDate.of(2026, 11, 30), "sms", 1, 0, 0, 0, 0, 0));
  }

  @Test
  void whatIsReservedInOneMonthAndSettledInTheNextCountsInTheFirst() {
    assertThat(set(new QuotasRequest(limit(null, 5L), null, null)).quotas()).isNotEmpty();
    DueDelivery due = sms();
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    bed.clock.tick(Duration.ofDays(1));
    bed.settle(accepted(due));
    assertThat(quota("messages").used()).isZero();
    assertThat(
            bed.count(
                "SELECT sum(amount) FROM ledger_entry WHERE quota = 'messages'"
                    + " AND period = '2026-11-01' AND to_state = 'consumed'"))
        .isEqualTo(1);
  }

  @Test
  @Tag("WALL-5")
  void everyChangeOfALimitIsKeptWithWhoMadeIt() {
    assertThat(set(new QuotasRequest(limit(null, 5L), limit(1L, 2L), null)).quotas()).isNotEmpty();
    assertThat(set(new QuotasRequest(limit(null, 5L), limit(1L, 3L), null)).quotas()).isNotEmpty();
    assertThat(set(new QuotasRequest(null, null, null)).quotas())
        .extracting(QuotaView::state)
        .containsOnly("unlimited");
    assertThat(
            bed.count(
                "SELECT count(*) FROM quota_change WHERE set_by = 'operator:test'"
                    + " AND quota = 'api_calls'"))
        .isEqualTo(3);
    assertThat(bed.count("SELECT count(*) FROM quota_change WHERE quota = 'messages'"))
        .as("one that stays as it is, is not changed")
        .isEqualTo(2);
  }

  @Test
  void limitsThatMakeNoSenseAreRefusedByField() {
    ApiProblem problem =
        assertThrows(
            ApiProblem.class,
            () ->
                new QuotasRequest(limit(3L, 2L), limit(-1L, null), Map.of("NO!", limit(null, 1L)))
                    .check());
    assertThat(problem.fields())
        .extracting(f -> f.field())
        .containsExactly("messages.soft", "api_calls.soft", "paid_sends.NO!");
  }

  @Test
  void apiCallsAreCountedInMemoryAndWrittenOnceInAWhile() {
    ApiMeter meter = bed.bean(ApiMeter.class);
    assertThat(set(new QuotasRequest(null, limit(2L, 3L), null)).quotas()).isNotEmpty();
    assertThat(meter.take(bed.tenant.id())).isTrue();
    meter.flush();
    assertThat(quota("api_calls").used()).isEqualTo(1);

    assertThat(meter.take(bed.tenant.id())).isTrue();
    assertThat(meter.take(bed.tenant.id())).isTrue();
    assertThat(meter.take(bed.tenant.id())).as("over the hard limit").isFalse();
    meter.flush();
    assertThat(quota("api_calls").used()).isEqualTo(3);
    assertThat(quota("api_calls").state()).isEqualTo("used_up");
    assertThat(meter.take(bed.tenant.id())).isFalse();

    bed.clock.tick(Duration.ofDays(1));
    meter.flush();
    assertThat(meter.take(bed.tenant.id())).as("a new month").isTrue();
    meter.flush();
  }

  @Test
  void theSoftLimitOfApiCallsIsAWarningAndRefusesNothing() {
    ApiMeter meter = bed.bean(ApiMeter.class);
    assertThat(set(new QuotasRequest(null, limit(2L, null), null)).quotas()).isNotEmpty();
    try (LogCapture log = new LogCapture()) {
      List<String> states = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        assertThat(meter.take(bed.tenant.id())).isTrue();
        meter.flush();
        states.add(quota("api_calls").state());
      }
      assertThat(states).containsExactly("within", "warning", "warning", "warning");
      assertThat(log.text().split("its soft limit is 2", -1)).as("said once").hasSize(2);
    }
  }

  @Test
  void aSuspendedTenantsCallsAreForgotten() {
    ApiMeter meter = bed.bean(ApiMeter.class);
    assertThat(meter.take(bed.tenant.id())).isTrue();
    bed.suspended = true;
    meter.flush();
    bed.suspended = false;
    meter.flush();
    assertThat(bed.count("SELECT count(*) FROM api_day")).isZero();
  }
}
