package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long pacing holds what it cannot measure. */
@Tag("CALM-5")
class HoldsTest {
  private static final Instant BORN = Instant.parse("2026-12-01T08:00:00Z");

  private static DueDelivery due(Instant now) {
    return new DueDelivery(
        new DeliveryId(new UUID(0, 7)),
        new NotificationId(new UUID(0, 1)),
        new RecipientId(new UUID(0, 2)),
        new ChannelKey("sms"),
        new AccountId(new UUID(0, 3)),
        new EndpointId(new UUID(0, 4)),
        "drink.water",
        Category.TRANSACTIONAL,
        "",
        false,
        0,
        BORN,
        now,
        null);
  }

  /** Until when a delivery is held that is looked at {@code now}. */
  private static Instant held(Instant now) {
    Verdict verdict = Holds.limiterDown(due(now), now);
    return verdict instanceof Verdict.Hold hold ? hold.until() : Instant.MIN;
  }

  @Test
  void anOutageOfAnHourLeavesFewEntriesAndEndsWithinAMinuteForEverybody() {
    int entries = 0;
    for (Instant now = BORN; now.isBefore(BORN.plus(Duration.ofHours(1))); now = held(now)) {
      entries++;
      assertThat(held(now)).isBetween(now.plusSeconds(5), now.plusSeconds(61));
    }
    assertThat(entries).isLessThan(75);
  }

  @Test
  void whatIsNewIsTriedAgainSoonAndAClockThatGoesBehindHarmsNothing() {
    assertThat(held(BORN)).isBefore(BORN.plusSeconds(7));
    assertThat(held(BORN.minusSeconds(300))).isAfter(BORN.minusSeconds(300));
  }
}
