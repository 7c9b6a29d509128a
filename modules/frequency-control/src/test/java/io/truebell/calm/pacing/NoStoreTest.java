package io.truebell.calm.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.pacing.Limiter.Ask;
import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** An installation that has no store for the limiter at all. */
@Tag("CALM-5")
class NoStoreTest {
  private final Limiter limiter =
      new Limiter(new StaticListableBeanFactory().getBeanProvider(RedissonClient.class));

  @Test
  void nobodyGetsAPermitFromIt() {
    TenantId tenant = new TenantId(new UUID(0x0193L << 48, 1));
    Passage passage = new Passage.Egress("miaotixing", Duration.ofSeconds(10));

    assertThat(limiter.plan(tenant, "visit", List.of(new Ask(passage, Seed.NEVER, 1)))).isEmpty();
    assertThat(limiter.enter(tenant, Duration.ofSeconds(1), Map.of(passage, "token"), Map.of()))
        .isEmpty();
    assertThat(limiter.look(List.of(passage))).isEmpty();
  }

  @Test
  void theMoreCarefulOfTwoMemoriesCounts() {
    Seed old = new Seed(Duration.ofMinutes(5), Duration.ofSeconds(30));
    Seed young = new Seed(Duration.ofSeconds(5), Duration.ofSeconds(10));
    Seed careful = new Seed(Duration.ofSeconds(5), Duration.ofSeconds(30));

    assertThat(old.orYounger(young)).isEqualTo(careful);
    assertThat(young.orYounger(old)).isEqualTo(careful);
    assertThat(old.orYounger(Seed.NEVER)).isEqualTo(old);
    assertThat(Seed.NEVER.orYounger(old)).isEqualTo(old);
    assertThat(Seed.NEVER.orYounger(Seed.NEVER)).isEqualTo(Seed.NEVER);
  }
}
