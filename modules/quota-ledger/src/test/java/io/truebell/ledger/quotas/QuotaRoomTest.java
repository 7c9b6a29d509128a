package io.truebell.ledger.quotas;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.quotas.QuotasRequest.LimitRequest;
import io.truebell.ledger.verify.Balance;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("GRANT-8")
class QuotaRoomTest {
  private static final ChannelKey SMS = new ChannelKey("sms");
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE NOT granted"
          + " AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
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

  private void limit(@Nullable LimitRequest messages, Map<String, LimitRequest> paid) {
    UsageView ignored =
        bed.bean(TenantQuotasController.class)
            .setTenantQuotas(
                OPERATOR, bed.tenant.id().value(), new QuotasRequest(messages, null, paid));
  }

  private DueDelivery sms() {
    return bed.due("ann", SMS);
  }

  @Test
  void whatIsOnlyReservedMayComeBackSoTheNextOneWaits() {
    limit(new LimitRequest(null, 2L), Map.of());
    DueDelivery first = sms();
    assertThat(bed.claimOne(first)).isInstanceOf(Verdict.Pass.class);
    bed.settle(accepted(first));
    DueDelivery second = sms();
    assertThat(bed.claimOne(second)).isInstanceOf(Verdict.Pass.class);

    DueDelivery third = sms();
    assertThat(bed.claimOne(third))
        .isInstanceOfSatisfying(
            Verdict.Hold.class,
            hold -> {
              assertThat(hold.reason().code()).isEqualTo("tenant_quota_busy");
              assertThat(hold.reason().with())
                  .containsEntry("quota", "messages")
                  .containsEntry("limit", 2L)
                  .containsEntry("used", 1L)
                  .containsEntry("under_way", 1L);
              assertThat(hold.until()).isEqualTo(bed.clock.instant().plus(Duration.ofSeconds(2)));
            });
    bed.settle(rejected(second));
    assertThat(bed.claimOne(third)).isInstanceOf(Verdict.Pass.class);
  }

  @Test
  void whatALaterGateHoldsTakesNoRoomAndDegradesNobody() {
    limit(new LimitRequest(null, 1L), Map.of());
    DueDelivery held = sms();
    DueDelivery next = sms();
    Verdict verdict =
        bed.inTransaction(
            () -> {
              List<DecidedDelivery> decided = bed.examine(List.of(held, next), false);
              return bed.decide(decided.subList(1, 2)).get(next.id());
            });

    assertThat(verdict).as("the room was only imagined").isInstanceOf(Verdict.Hold.class);
    assertThat(bed.claimOne(next)).isInstanceOf(Verdict.Pass.class);
  }

  @Test
  void whatIsReallyUsedUpCountsMoreThanWhatIsBusy() {
    limit(new LimitRequest(null, 2L), Map.of("sms", new LimitRequest(null, 1L)));
    DueDelivery first = sms();
    DueDelivery other = bed.due("ann", LedgerBed.FREE);
    assertThat(bed.claim(first, other).values()).allMatch(v -> v instanceof Verdict.Pass);
    bed.settle(accepted(first));

    assertThat(bed.claimOne(sms()))
        .as("messages are busy, paid sends are gone")
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade ->
                assertThat(degrade.reason().with())
                    .containsEntry("quota", "paid_sends:sms")
                    .containsEntry("used", 1L)
                    .containsEntry("reserved", 0L));
  }

  @Test
  void claimsUnderASoftLimitDoNotWaitForEachOther() throws Exception {
    limit(new LimitRequest(100L, null), Map.of());
    DueDelivery first = sms();
    DueDelivery second = sms();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Verdict verdict =
          bed.inTransaction(
              () -> {
                List<DecidedDelivery> decided = bed.examine(List.of(first), false);
                Future<Verdict> other = threads.submit(() -> bed.claimOne(second));
                assertThat(other).succeedsWithin(Duration.ofSeconds(30));
                return bed.decide(decided).get(first.id());
              });
      assertThat(verdict).isInstanceOf(Verdict.Pass.class);
    }
  }

  @Test
  @Tag("WALL-5")
  void changesOfALimitAtTheSameTimeFollowEachOther() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> second =
          bed.inTransaction(
              () -> {
                limit(new LimitRequest(null, 1L), Map.of());
                Future<Boolean> other =
                    threads.submit(
                        () -> {
                          limit(new LimitRequest(null, 2L), Map.of());
                          return true;
                        });
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                while (bed.count(WAITING) == 0 && System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
                return other;
              });
      assertThat(second).succeedsWithin(Duration.ofSeconds(30));
    }
    assertThat(bed.count("SELECT count(*) FROM quota_change")).isEqualTo(2);
    assertThat(bed.count("SELECT hard FROM quota_limit WHERE version = 2")).isEqualTo(2);
  }

  @Test
  void usageOfYearsThatNoDatabaseKnowsIsRefusedByName() {
    LocalDate zero = LocalDate.of(0, 1, 1);
    assertThat(blamed(zero, zero.plusDays(9))).isEqualTo("from");
    assertThat(blamed(null, zero)).isEqualTo("to");
    assertThat(blamed(null, LocalDate.MAX)).isEqualTo("to");
    assertThat(blamed(LocalDate.MIN, null)).isEqualTo("from");
  }

  private String blamed(@Nullable LocalDate from, @Nullable LocalDate to) {
    return assertThrows(
            ApiProblem.class, () -> bed.within(() -> bed.bean(Usage.class).between(from, to)))
        .fields()
        .getFirst()
        .field();
  }
}
