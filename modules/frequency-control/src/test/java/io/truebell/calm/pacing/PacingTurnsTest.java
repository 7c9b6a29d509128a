package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.truebell.calm.pacing.PaceNode.Visited;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose turn it is at an egress that many want. */
@Tag("CALM-1")
class PacingTurnsTest {
  private PaceBed bed = new PaceBed(Duration.ofSeconds(10));

  @AfterEach
  void close() {
    bed.close();
  }

  private PaceBed faster(Duration interval) {
    bed.close();
    bed = new PaceBed(interval);
    return bed;
  }

  @Test
  @Tag("WALL-3")
  void aTenantWithFiveIsDoneWithinAboutTenTurnsOfOneWithFiveHundred() throws Exception {
    PaceBed quick = faster(Duration.ofMillis(20));
    PaceNode one = quick.node(Duration.ZERO);
    PaceNode two = quick.node(Duration.ofMinutes(2));
    Tenant big = quick.tenant("big");
    Tenant small = quick.tenant("small");
    quick.queue(big, quick.account(big), PaceBed.PACED, 500);
    quick.queue(small, quick.account(small), PaceBed.PACED, 5);
    RecordingProvider provider = new RecordingProvider(Duration.ofMillis(1));
    Workers.run(List.of(one), List.of(big), provider, () -> provider.count() >= 20);

    int before = provider.count();
    Visited ignored = two.visit(small, provider);
    Workers.run(
        List.of(one, two),
        List.of(small, big),
        provider,
        () -> quick.count(small, "ACCEPTED") == 5);

    List<String> order = provider.arrivals().stream().map(a -> a.tenant()).toList();
    // without turns all that the big one was promised would go first: some fifty
    assertThat(order.lastIndexOf("small") + 1 - before).isLessThanOrEqualTo(2 * 5 + 15);
    provider.keptItsDistance(Duration.ofMillis(20));
  }

  @Test
  void oneIsLetThroughAndTheRestWaitEachForItsOwnTurn() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 6);

    Instant now = node.clock.instant();
    Visited visited = node.claim(ann, 100);

    assertThat(visited.claimed()).hasSize(1);
    List<Instant> turns =
        visited.held().values().stream().map(Verdict.Hold::until).sorted().toList();
    assertThat(turns).hasSize(5);
    assertThat(turns.getFirst()).isAfter(now.plusSeconds(8));
    for (int i = 1; i < turns.size(); i++) {
      assertThat(turns.get(i)).isEqualTo(turns.get(i - 1).plusSeconds(10));
    }
    assertThat(visited.held().values())
        .allSatisfy(
            hold -> {
              assertThat(hold.reason().code()).isEqualTo("paced");
              assertThat(hold.reason().with())
                  .containsEntry("passage", "egress:" + bed.egress)
                  .containsEntry("interval_ms", 10_000L)
                  .containsEntry("waiting_tenants", 1)
                  .containsKey("position");
            });
  }

  @Test
  void tenantsThatWaitAreToldLaterTurns() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    Tenant cid = bed.tenant("cid");
    for (Tenant tenant : List.of(ann, bob, cid)) {
      bed.queue(tenant, bed.account(tenant), PaceBed.PACED, 2);
    }

    node.enter(ann, node.claim(ann, 100).claimed().getFirst(), Duration.ofSeconds(60));
    Visited second = node.claim(bob, 100);
    Visited third = node.claim(cid, 100);

    assertThat(second.claimed()).isEmpty();
    assertThat(third.claimed()).isEmpty();
    assertThat(first(second)).isBefore(first(third));
    assertThat(third.held().values())
        .allSatisfy(hold -> assertThat(hold.reason().with()).containsEntry("waiting_tenants", 3));
  }

  private static Instant first(Visited visited) {
    return visited.held().values().stream().map(Verdict.Hold::until).sorted().toList().getFirst();
  }

  @Test
  void whatALaterGateHoldsGivesItsTurnBack() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 1);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 1);
    Gate gate = node.bean(Gate.class);

    boolean passed =
        bed.within(
            ann,
            () -> {
              gate.beforeClaim(node.clock.instant());
              List<DueDelivery> due =
                  bed.jdbc.sql("SELECT * FROM delivery").query((row, n) -> PaceBed.due(row)).list();
              boolean pass =
                  Boolean.TRUE.equals(
                      bed.transaction.execute(
                          status ->
                              gate.examine(new GateBatch(node.clock.instant(), due, false))
                                      .get(due.getFirst().id())
                                  instanceof Verdict.Pass));
              gate.afterClaim();
              return pass;
            });
    assertThat(passed).isTrue();

    assertThat(node.claim(bob, 100).claimed()).as("nobody stands before it").hasSize(1);
  }

  @Test
  void aClaimThatIsRolledBackGivesItsTurnBack() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    AccountId account = bed.account(ann);
    bed.queue(ann, account, PaceBed.PACED, 1);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 1);
    // the claim's last write fails
    bed.write(ann, "ALTER TABLE delivery ADD CHECK (state <> 'CLAIMED')");

    assertThat(catchThrowable(() -> node.claim(ann, 100))).isNotNull();

    assertThat(node.claim(bob, 100).claimed()).hasSize(1);
  }

  @Test
  void aNodeThatDiesBetweenClaimAndCallLosesItsTurnAfterAGrace() {
    PaceNode dead = bed.node(Duration.ZERO);
    PaceNode alive = bed.node(Duration.ofMinutes(1));
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 1);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 1);
    assertThat(dead.claim(ann, 100).claimed()).hasSize(1);

    bed.write(bob, "UPDATE delivery SET not_before = '2020-01-01'");
    Visited visited = alive.claim(bob, 100);
    while (visited.claimed().isEmpty()) {
      PaceNode.pause(Duration.ofMillis(200));
      bed.write(bob, "UPDATE delivery SET not_before = '2020-01-01'");
      visited = alive.claim(bob, 100);
    }

    alive.enter(bob, visited.claimed().getFirst(), Duration.ofSeconds(1));
  }

  @Test
  void anAccountThatIsNotKnownYetNeverSlipsThrough() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    bed.queue(ann, bed.account(ann, PaceBed.FREE, Duration.ofSeconds(1), false), PaceBed.FREE, 1);
    assertThat(node.claim(ann, 100).claimed()).hasSize(1);

    AccountId fresh = bed.account(ann);
    bed.queue(ann, fresh, PaceBed.PACED, 3);
    Visited surprised = node.claim(ann, 100);
    assertThat(surprised.claimed()).isEmpty();
    assertThat(surprised.held().values())
        .hasSize(3)
        .allSatisfy(hold -> assertThat(hold.reason().code()).isEqualTo("pacing_changed"));

    bed.write(ann, "UPDATE delivery SET not_before = '2020-01-01' WHERE state = 'QUEUED'");
    assertThat(node.claim(ann, 100).claimed()).hasSize(1);
  }

  @Test
  void anAccountThatHasChangedIsReadAgainBeforeAnythingIsSentThroughIt() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    AccountId account = bed.account(ann, PaceBed.FREE, Duration.ofSeconds(1), false);
    bed.queue(ann, account, PaceBed.FREE, 1);
    assertThat(node.claim(ann, 100).claimed()).hasSize(1);

    PaceNode other = bed.node(Duration.ZERO);
    PacingView ignored =
        bed.within(
            ann,
            () ->
                other
                    .api()
                    .setPacing(PaceNode.TENANT, account.value(), new PacingRequest(1, 60, 1)));
    bed.queue(ann, account, PaceBed.FREE, 2);
    assertThat(node.claim(ann, 100).held().values())
        .hasSize(2)
        .allSatisfy(hold -> assertThat(hold.reason().code()).isEqualTo("pacing_changed"));

    bed.write(ann, "UPDATE delivery SET not_before = '2020-01-01' WHERE state = 'QUEUED'");
    assertThat(node.claim(ann, 100).claimed()).hasSize(1);
  }

  @Test
  @Tag("TRUTH-5")
  void aDryRunSaysThatItWouldWaitAndTakesNoTurn() {
    PaceNode node = bed.node(Duration.ZERO);
    Tenant ann = bed.tenant("ann");
    AccountId account = bed.account(ann);
    bed.queue(ann, account, PaceBed.PACED, 1);
    assertThat(rehearse(node, ann)).isNull();
    assertThat(node.redis.getKeys().getKeysStream()).noneMatch(k -> k.contains(bed.egress));

    assertThat(node.claim(ann, 100).claimed()).hasSize(1);
    bed.queue(ann, account, PaceBed.PACED, 1);

    Set<String> before = keys(node);
    assertThat(rehearse(node, ann))
        .isInstanceOfSatisfying(
            Verdict.Hold.class,
            hold -> {
              assertThat(hold.reason().code()).isEqualTo("paced");
              assertThat(hold.reason().with()).containsEntry("interval_ms", 10_000L);
            });
    assertThat(keys(node)).isEqualTo(before);
  }

  private Set<String> keys(PaceNode node) {
    Set<String> keys = new HashSet<>();
    node.redis.getKeys().getKeysStream().filter(k -> k.contains(bed.egress)).forEach(keys::add);
    return keys;
  }

  private Verdict rehearse(PaceNode node, Tenant tenant) {
    return bed.within(
        tenant,
        () -> {
          List<DueDelivery> due =
              bed.jdbc
                  .sql("SELECT * FROM delivery WHERE state = 'QUEUED'")
                  .query((row, n) -> PaceBed.due(row))
                  .list();
          DeliveryId id = due.getFirst().id();
          return node.bean(Gate.class)
              .examine(new GateBatch(node.clock.instant(), due, true))
              .get(id);
        });
  }
}
