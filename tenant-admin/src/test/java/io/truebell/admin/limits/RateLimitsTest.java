package io.truebell.admin.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.util.unit.DataSize;

class RateLimitsTest {
  private final LimitSettings threeAMinute =
      new LimitSettings(DataSize.ofMegabytes(1), DataSize.ofMegabytes(1), 3);
  private final String caller = UUID.randomUUID().toString();
  private final RedissonClient redis = connect(TestStores.redisUrl());
  private final RedissonClient nowhere = connect("redis://127.0.0.1:" + TestStores.freePort());

  @AfterEach
  void disconnect() {
    redis.shutdown(0, 1, java.util.concurrent.TimeUnit.SECONDS);
    nowhere.shutdown(0, 1, java.util.concurrent.TimeUnit.SECONDS);
  }

  @Test
  void theLimitIsSharedByAllNodes() {
    RateLimits one = RateLimits.of(redis, threeAMinute, TestClock.atEight());
    RateLimits two = RateLimits.of(redis, threeAMinute, TestClock.atEight());

    assertThat(one.take(caller).remaining()).isEqualTo(2);
    assertThat(two.take(caller).remaining()).isEqualTo(1);
    assertThat(one.take(caller).granted()).isTrue();
    Take refused = two.take(caller);

    assertThat(refused.granted()).isFalse();
    assertThat(refused.untilNext()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(20));
    assertThat(refused.untilFull()).isBetween(refused.untilNext(), Duration.ofSeconds(60));
    assertThat(one.take("somebody else " + caller).granted()).isTrue();
  }

  @Test
  void whileRedisIsDownEachNodeLimitsByItselfAndLeavesRedisAloneForAWhile() {
    RateLimits limits = RateLimits.of(nowhere, threeAMinute, TestClock.atEight());

    assertThat(limits.take(caller).remaining()).isEqualTo(2);
    assertThat(limits.take(caller).granted()).isTrue();
    assertThat(limits.take(caller).granted()).isTrue();
    assertThat(limits.take(caller).granted()).isFalse();
  }

  private static RedissonClient connect(String url) {
    Config config = new Config();
    config.setLazyInitialization(true);
    config
        .useSingleServer()
        .setAddress(url)
        .setConnectTimeout(500)
        .setTimeout(2000)
        .setRetryAttempts(0)
        .setConnectionMinimumIdleSize(1);
    return Redisson.create(config);
  }
}
