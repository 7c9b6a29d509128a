package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.pacing.PaceNode.Visited;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A provider asks to be called less often. */
@Tag("CALM-1")
class SlowScopesTest {
  private final PaceBed bed = new PaceBed(Duration.ofMillis(1));
  private final PaceNode one = bed.node(Duration.ZERO);
  private final PaceNode two = bed.node(Duration.ofMinutes(4));
  private final Tenant ann = bed.tenant("ann");
  private final Tenant bob = bed.tenant("bob");

  @AfterEach
  void close() {
    bed.close();
  }

  private void answered(
      Tenant tenant, DueDelivery due, SlowScope scope, @Nullable Duration retryAfter) {
    one.settle(
        tenant,
        due,
        DeliveryState.QUEUED,
        new Outcome.Transient("429", "slow down", retryAfter, scope),
        Instant.parse("2090-01-01T00:00:00Z"));
  }

  private DueDelivery claimed(Tenant tenant, AccountId account) {
    bed.queue(tenant, account, PaceBed.PACED, 1);
    return one.claim(tenant, 1).claimed().getFirst();
  }

  private Verdict.@Nullable Hold next(Tenant tenant, AccountId account, RecipientId recipient) {
    DeliveryId delivery = bed.queue(tenant, account, PaceBed.PACED, recipient);
    return two.claim(tenant, 100).held().get(delivery);
  }

  private Verdict.@Nullable Hold next(Tenant tenant, AccountId account) {
    return next(tenant, account, new RecipientId(PaceBed.id()));
  }

  private void assertSlowed(Verdict.@Nullable Hold hold, String scope, Duration most) {
    Verdict.Hold held = Objects.requireNonNull(hold);
    assertThat(held.reason().code()).isEqualTo("provider_slowed");
    assertThat(held.reason().with()).containsEntry("scope", scope).containsKey("since");
    assertThat(Duration.between(two.clock.instant(), held.until()))
        .as("by whichever node's clock")
        .isBetween(most.minusSeconds(30), most);
  }

  @Test
  void aRecipientsLimitSlowsThatRecipientAlone() {
    AccountId account = bed.account(ann);
    DueDelivery due = claimed(ann, account);
    answered(ann, due, SlowScope.RECIPIENT, Duration.ofMinutes(5));

    assertSlowed(next(ann, account, due.recipient()), "recipient", Duration.ofMinutes(5));
    assertThat(next(ann, account)).isNull();
  }

  @Test
  void anAccountsLimitSlowsThatAccountForAMinuteWhenTheProviderDoesNotSay() {
    AccountId account = bed.account(ann);
    AccountId other = bed.account(ann);
    answered(ann, claimed(ann, account), SlowScope.ACCOUNT, null);

    assertSlowed(next(ann, account), "account", Duration.ofSeconds(60));
    assertThat(next(ann, other)).isNull();
    assertThat(bed.within(ann, () -> one.api().pacing(account.value())).slowed())
        .singleElement()
        .satisfies(slow -> assertThat(slow.scope()).isEqualTo("account"));
  }

  @Test
  void anEgressLimitSlowsAllThatShareItAndAProvidersEverybody() {
    AccountId anns = bed.account(ann);
    AccountId bobs = bed.account(bob);
    answered(ann, claimed(ann, anns), SlowScope.EGRESS, Duration.ofMinutes(2));
    assertSlowed(next(bob, bobs), "egress", Duration.ofMinutes(2));

    answered(ann, due(anns), SlowScope.PROVIDER, Duration.ofMinutes(10));
    assertSlowed(next(bob, bobs), "provider", Duration.ofMinutes(10));
  }

  private DueDelivery due(AccountId account) {
    DeliveryId delivery = bed.queue(ann, account, PaceBed.PACED, new RecipientId(PaceBed.id()));
    return bed.within(
        ann,
        () ->
            bed.jdbc
                .sql("SELECT * FROM delivery WHERE id = ?")
                .param(delivery.value())
                .query((row, n) -> PaceBed.due(row))
                .single());
  }

  @Test
  @Tag("WALL-1")
  void aSandboxSlowsNobodyButItself() {
    AccountId sandbox = bed.account(ann, PaceBed.PACED, Duration.ofMillis(300), true);
    AccountId real = bed.account(ann);
    answered(ann, claimed(ann, sandbox), SlowScope.PROVIDER, Duration.ofMinutes(2));
    answered(ann, due(sandbox), SlowScope.EGRESS, Duration.ofMinutes(2));

    assertThat(next(ann, real)).isNull();
    assertThat(next(bob, bed.account(bob))).isNull();
    assertSlowed(next(ann, sandbox), "account", Duration.ofMinutes(2));
  }

  @Test
  void theLongerWishWinsAndNoneIsLongerThanAnHour() {
    AccountId account = bed.account(ann);
    answered(ann, claimed(ann, account), SlowScope.ACCOUNT, Duration.ofDays(3));
    answered(ann, due(account), SlowScope.ACCOUNT, Duration.ofSeconds(1));

    assertSlowed(next(ann, account), "account", Duration.ofHours(1));
  }

  @Test
  void afterwardsItGoesOnByItself() {
    AccountId account = bed.account(ann);
    answered(ann, claimed(ann, account), SlowScope.ACCOUNT, Duration.ofMinutes(2));
    bed.write(ann, "UPDATE calm_slow SET until = now() - interval '1 second'");

    assertThat(next(ann, account)).isNull();
    Visited ignored = one.claim(ann, 1);
  }

  @Test
  void aLimitOfOneDeliveryIsItsOwnRetryAndSlowsNothing() {
    AccountId account = bed.account(ann);
    DueDelivery due = claimed(ann, account);
    answered(ann, due, SlowScope.DELIVERY, Duration.ofMinutes(5));

    assertThat(next(ann, account, due.recipient())).isNull();
  }
}
