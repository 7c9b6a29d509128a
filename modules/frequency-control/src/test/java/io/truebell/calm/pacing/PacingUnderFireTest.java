package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Turnstile.Wait;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RMap;
import org.redisson.client.codec.StringCodec;

/** Two nodes whose clocks are minutes apart work on one egress. */
@Tag("CALM-1")
class PacingUnderFireTest {
  private static final Duration INTERVAL = Duration.ofMillis(12);

  private final PaceBed bed = new PaceBed(INTERVAL);
  private final PaceNode fast = bed.node(Duration.ofMinutes(4));
  private final PaceNode slow = bed.node(Duration.ofMinutes(-3));

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void aThousandCallsOfTwoTenantsOnTwoNodesKeepTheirDistanceAndAllGetThrough() throws Exception {
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 600);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 400);
    RecordingProvider provider = new RecordingProvider(Duration.ofMillis(2));

    Workers.run(
        List.of(fast, slow),
        List.of(ann, bob),
        provider,
        () -> bed.count(ann, "ACCEPTED") + bed.count(bob, "ACCEPTED") == 1_000);

    provider.gotEachOnce(1_000);
    provider.keptItsDistance(INTERVAL);
  }

  @Test
  @Tag("CALM-5")
  void aStoreThatLosesItsMemoryAgainAndAgainBringsNoTwoCallsTogether() throws Exception {
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 60);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 60);
    // most calls are under way, and some still on their way, when the store forgets them
    RecordingProvider provider = new RecordingProvider(Duration.ofMillis(25));
    AtomicBoolean over = new AtomicBoolean();
    Thread forgetting =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < 5 && !over.get(); i++) {
                    PaceNode.pause(Duration.ofMillis(2_600));
                    fast.redis.getKeys().deleteByPattern("truebell:pace:*");
                  }
                });

    Workers.run(
        List.of(fast, slow),
        List.of(ann, bob),
        provider,
        () -> bed.count(ann, "ACCEPTED") + bed.count(bob, "ACCEPTED") == 120);
    over.set(true);
    forgetting.join();

    provider.gotEachOnce(120);
    provider.keptItsDistance(INTERVAL);
  }

  @Test
  void aCallThatNeverEndsHoldsUpTheOthersForItsTimeoutAndNoLonger() {
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 1);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 1);
    DueDelivery killed = fast.claim(ann, 10).claimed().getFirst();
    DueDelivery waiting = slow.claim(bob, 10).claimed().getFirst();
    Duration timeout = Duration.ofSeconds(3);

    fast.enter(ann, killed, timeout);
    long entered = System.nanoTime();
    Wait wait = slow.turnstile().enter(bob, waiting, timeout);
    assertThat(Objects.requireNonNull(wait).reason().code()).isEqualTo("paced");
    slow.enter(bob, waiting, timeout);

    assertThat(Duration.ofNanos(System.nanoTime() - entered))
        .as("less what passed before the clock was read")
        .isGreaterThan(timeout.minusSeconds(1));
  }

  @Test
  @Tag("CALM-5")
  void whatAnEarlierRunOfTheStoreSaysMayBeOutOfDate() {
    Tenant ann = bed.tenant("ann");
    Tenant bob = bed.tenant("bob");
    bed.queue(ann, bed.account(ann), PaceBed.PACED, 1);
    bed.queue(bob, bed.account(bob), PaceBed.PACED, 1);
    DueDelivery first = fast.claim(ann, 10).claimed().getFirst();
    DueDelivery second = slow.claim(bob, 10).claimed().getFirst();
    fast.enter(ann, first, Duration.ofSeconds(30));

    // it was restarted from a file that lacks the last second
    RMap<String, String> egress =
        fast.redis.getMap("truebell:pace:{calls}:egress:" + bed.egress, StringCodec.INSTANCE);
    egress.fastPut("run", "before");
    egress.fastRemove("call");
    egress.fastPut("free", "0");

    Wait wait = slow.turnstile().enter(bob, second, Duration.ofMillis(300));
    assertThat(Objects.requireNonNull(wait).length()).isGreaterThan(Duration.ofMillis(200));
  }

  @Test
  void aSandboxSharesNoEgress() {
    Tenant ann = bed.tenant("ann");
    AccountId sandbox = bed.account(ann, PaceBed.PACED, Duration.ofMillis(300), true);
    bed.queue(ann, sandbox, PaceBed.PACED, 30);

    assertThat(fast.claim(ann, 100).claimed())
        .hasSize(30)
        .allSatisfy(
            due -> assertThat(fast.turnstile().enter(ann, due, Duration.ofSeconds(1))).isNull());
  }
}
