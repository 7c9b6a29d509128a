package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.calm.pacing.PacingView.RateView;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rate that a tenant sets for its account. */
class AccountRateTest {
  private final PaceBed bed = new PaceBed(Duration.ofSeconds(10));
  private final PaceNode one = bed.node(Duration.ZERO);
  private final PaceNode two = bed.node(Duration.ofMinutes(-2));
  private final Tenant ann = bed.tenant("ann");
  private final AccountId free = bed.account(ann, PaceBed.FREE, Duration.ofMillis(300), false);

  @AfterEach
  void close() {
    bed.close();
  }

  private PacingView set(AccountId account, Integer calls, Integer seconds, Integer burst) {
    return bed.within(
        ann,
        () ->
            one.api()
                .setPacing(
                    PaceNode.TENANT, account.value(), new PacingRequest(calls, seconds, burst)));
  }

  private PacingView get(AccountId account) {
    return bed.within(ann, () -> one.api().pacing(account.value()));
  }

  @Test
  @Tag("CALM-1")
  void noStretchOfTimeSeesMoreCallsThanTheRateAndItsBurst() throws Exception {
    PacingView ignored = set(free, 40, 1, 4);
    bed.queue(ann, free, PaceBed.FREE, 120);
    RecordingProvider provider = new RecordingProvider(Duration.ofMillis(1));

    long begun = System.nanoTime();
    Workers.run(List.of(one, two), List.of(ann), provider, () -> bed.count(ann, "ACCEPTED") == 120);

    provider.gotEachOnce(120);
    // all calls but the first burst are 25 ms apart
    assertThat(Duration.ofNanos(provider.arrivals().getLast().at() - begun))
        .isGreaterThanOrEqualTo(Duration.ofMillis(25 * (120 - 4)));
  }

  @Test
  @Tag("CALM-1")
  void aSandboxKeepsItsOwnRateToo() {
    AccountId sandbox = bed.account(ann, PaceBed.PACED, Duration.ofMillis(300), true);
    PacingView view = set(sandbox, 2, 60, 2);
    assertThat(view.egress()).isNull();
    bed.queue(ann, sandbox, PaceBed.PACED, 5);

    PaceNode.Visited visited = one.claim(ann, 100);

    assertThat(visited.claimed()).hasSize(2);
    assertThat(visited.held().values())
        .hasSize(3)
        .allSatisfy(
            hold ->
                assertThat(hold.reason().with())
                    .containsEntry("passage", "account:" + sandbox)
                    .containsEntry("interval_ms", 30_000L));
  }

  @Test
  @Tag("CALM-5")
  void afterTheStoreLostItsMemoryTheBucketCountsAsEmpty() {
    PacingView ignored = set(free, 3, 60, 3);
    bed.queue(ann, free, PaceBed.FREE, 6);
    DueDelivery first = one.claim(ann, 1).claimed().getFirst();
    one.enter(ann, first, Duration.ofSeconds(1));
    two.redis.getKeys().deleteByPattern("truebell:pace:*" + free);

    assertThat(two.claim(ann, 100).claimed()).isEmpty();

    DueDelivery second = first;
    assertThat(
            Objects.requireNonNull(two.turnstile().enter(ann, second, Duration.ofSeconds(1)))
                .reason()
                .code())
        .isEqualTo("paced");
  }

  @Test
  void theRateIsSetShownAndRemoved() {
    PacingView none = get(free);
    assertThat(none.rate()).isNull();
    assertThat(none.egress()).isNull();
    assertThat(none.limiter()).isEqualTo("up");

    RateView set = Objects.requireNonNull(set(free, 20, 60, 5).rate());
    assertThat(set.calls()).isEqualTo(20);
    assertThat(set.perSeconds()).isEqualTo(60);
    assertThat(set.burst()).isEqualTo(5);
    assertThat(set.version()).isEqualTo(1);
    assertThat(set.setBy()).isEqualTo("api_key:test");
    assertThat(Objects.requireNonNull(set(free, 20, 60, null).rate()).burst()).isEqualTo(1);

    bed.within(
        ann,
        () -> {
          one.api().removePacing(PaceNode.TENANT, free.value());
          return true;
        });
    assertThat(get(free).rate()).isNull();
    assertThat(Objects.requireNonNull(set(free, 1, 1, 1).rate()).version()).isEqualTo(4);
  }

  @Test
  void whoAsksSeesTheEgressAndHowLongItIsTaken() {
    AccountId paced = bed.account(ann);
    bed.queue(ann, paced, PaceBed.PACED, 3);
    DueDelivery due = one.claim(ann, 100).claimed().getFirst();
    one.enter(ann, due, Duration.ofSeconds(1));
    one.turnstile().leave(ann, due);

    PacingView.EgressView egress = Objects.requireNonNull(get(paced).egress());

    assertThat(egress.name()).isEqualTo(bed.egress);
    assertThat(egress.intervalMs()).isEqualTo(10_000);
    assertThat(egress.waitingTenants()).isEqualTo(1);
    assertThat(get(paced).deliveriesWaiting()).isEqualTo(2);
    assertThat(Duration.between(one.clock.instant(), egress.nextFreeAt()))
        .isBetween(Duration.ofMillis(1), Duration.ofSeconds(10));
  }

  @Test
  void wrongInputIsBlamedOnItsFieldAndWritesNothing() {
    assertField("calls", () -> set(free, null, 60, 1));
    assertField("calls", () -> set(free, 0, 60, 1));
    assertField("per_seconds", () -> set(free, 1, null, 1));
    assertField("per_seconds", () -> set(free, 1, 86_401, 1));
    assertField("burst", () -> set(free, 5, 60, 6));
    assertField("burst", () -> set(free, 5, 60, 0));
    assertThat(get(free).rate()).isNull();
    assertThatThrownBy(() -> get(new AccountId(new UUID(9, 9))))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(404));
  }

  private static void assertField(
      String field, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem ->
                assertThat(problem.fields()).extracting(FieldProblem::field).contains(field));
  }
}
