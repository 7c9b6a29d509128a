package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.pacing.PaceNode.Visited;
import io.truebell.core.message.AccountId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.tenancy.Tenant;
import io.truebell.testkit.RestartableStores;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The limiter's store is gone for a while. */
@Tag("CALM-5")
class PacingOutageTest {
  private static final Duration INTERVAL = Duration.ofMillis(15);

  private final RestartableStores stores = RestartableStores.start();
  private final PaceBed bed = new PaceBed(INTERVAL, stores.redisUrl());
  private final PaceNode one = bed.impatientNode(Duration.ZERO);
  private final PaceNode two = bed.impatientNode(Duration.ofMinutes(3));

  @AfterEach
  void close() {
    bed.close();
    stores.close();
  }

  @Test
  void withoutTheStoreWhatIsPacedWaitsAndTheRestFlowsAndAfterwardsAllFlowsByItself()
      throws Exception {
    Tenant ann = bed.tenant("ann");
    AccountId paced = bed.account(ann);
    AccountId free = bed.account(ann, PaceBed.FREE, Duration.ofSeconds(1), false);
    bed.queue(ann, paced, PaceBed.PACED, 40);
    RecordingProvider provider = new RecordingProvider(Duration.ofMillis(2));
    Workers.run(List.of(one, two), List.of(ann), provider, () -> provider.count() >= 10);
    DueDelivery late = claimedOne(ann, paced);

    stores.breakRedis();
    // what was let through before is on its way
    PaceNode.pause(Duration.ofSeconds(2));
    int before = provider.count();
    bed.queue(ann, paced, PaceBed.PACED, 20);
    bed.queue(ann, free, PaceBed.FREE, 5);
    Visited visited = one.claim(ann, 100);

    assertThat(visited.claimed()).extracting(DueDelivery::account).containsOnly(free);
    assertThat(visited.claimed()).hasSize(5);
    assertThat(visited.held().values())
        .hasSizeGreaterThanOrEqualTo(20)
        .allSatisfy(
            hold -> {
              assertThat(hold.reason().code()).isEqualTo("limiter_down");
              assertThat(Duration.between(one.clock.instant(), hold.until()))
                  .as("the bed's deliveries are old")
                  .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(62));
            });
    assertThat(
            Objects.requireNonNull(one.turnstile().enter(ann, late, Duration.ofSeconds(1)))
                .reason()
                .code())
        .isEqualTo("limiter_down");
    assertThat(provider.count()).isEqualTo(before);
    assertThat(view(paced, ann).limiter()).isEqualTo("down");

    stores.resumeRedis();
    int all = 60;
    Workers.run(List.of(one, two), List.of(ann), provider, () -> provider.count() == all);

    provider.gotEachOnce(all);
    provider.keptItsDistance(INTERVAL);
    while (!view(paced, ann).limiter().equals("up")) {
      PaceNode.pause(Duration.ofMillis(200));
    }
  }

  private PacingView view(AccountId account, Tenant tenant) {
    return bed.within(tenant, () -> one.api().pacing(account.value()));
  }

  /** One that is claimed and does not come to its call. */
  private DueDelivery claimedOne(Tenant tenant, AccountId account) {
    return bed.within(
        tenant,
        () ->
            bed.jdbc
                .sql("SELECT * FROM delivery WHERE account_id = ? ORDER BY id DESC LIMIT 1")
                .param(account.value())
                .query((row, n) -> PaceBed.due(row))
                .single());
  }
}
