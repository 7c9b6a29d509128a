package io.truebell.dispatch.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.TenantId;
import io.truebell.dispatch.path.InFlight.Held;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The places of a node, and the claims that it holds. */
class InFlightTest {
  private final InFlight inFlight =
      new InFlight(
          new DispatchSettings(
              Duration.ofMinutes(5),
              100,
              120,
              120,
              Duration.ofMillis(50),
              2,
              Duration.ofMillis(5),
              Duration.ofSeconds(20),
              false,
              Duration.ofSeconds(60)));

  private static TenantId tenant(int n) {
    return new TenantId(new UUID(1, n));
  }

  private static AccountId account(int n) {
    return new AccountId(new UUID(2, n));
  }

  private static Held claim(int delivery, int attempt) {
    return new Held(new UUID(3, delivery), attempt);
  }

  @Test
  @Tag("WALL-3")
  void eachTenantThatHangsLeavesHalfOfWhatItFoundToTheNext() {
    int delivery = 0;
    int free = 120;
    for (int t = 0; t < 5; t++) {
      for (int a = 0; a < 3; a++) {
        AccountId account = account(10 * t + a);
        while (inFlight.freeFor(tenant(t)) > 0 && inFlight.freeFor(account) > 0) {
          inFlight.enter(tenant(t), account, claim(delivery++, 1));
        }
      }
      int left = 120 - inFlight.calling();
      assertThat(left).isGreaterThanOrEqualTo(free / 2 - 1);
      assertThat(inFlight.freeFor(tenant(99))).isPositive();
      free = left;
    }
  }

  @Test
  @Tag("WALL-3")
  void oneTenantsFullAccountIsNotAnothersConcern() {
    for (int i = 0; inFlight.freeFor(account(1)) > 0; i++) {
      inFlight.enter(tenant(1), account(1), claim(i, 1));
    }
    assertThat(inFlight.busy(tenant(1))).containsExactly(account(1));
    assertThat(inFlight.busy(tenant(2))).isEmpty();
    assertThat(inFlight.freeForAnyAccount()).isPositive();
  }

  @Test
  @Tag("SEND-6")
  void aLaterClaimStaysKnownWhenAnEarlierAttemptsOutcomeIsWrittenAtLast()
      throws InterruptedException {
    inFlight.enter(tenant(1), account(1), claim(7, 1));
    inFlight.called(tenant(1), account(1));
    inFlight.enter(tenant(1), account(1), claim(7, 2));
    inFlight.settled(tenant(1), claim(7, 1));

    assertThat(inFlight.claimsOf(tenant(1))).containsExactly(claim(7, 2));
    assertThat(inFlight.awaitNone(Duration.ZERO)).isFalse();
    inFlight.called(tenant(1), account(1));
    inFlight.settled(tenant(1), claim(7, 2));
    assertThat(inFlight.awaitNone(Duration.ZERO)).isTrue();
    assertThat(inFlight.freeFor(tenant(1))).isEqualTo(60);
  }
}
