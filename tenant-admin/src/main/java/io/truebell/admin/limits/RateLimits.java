package io.truebell.admin.limits;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketExceptions.BucketExecutionException;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.redisson.Bucket4jRedisson;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Token buckets that all nodes share through Redis. While Redis is down each node counts by itself:
 * callers may then get up to the limit from every node, which is better than refusing them all.
 */
public final class RateLimits {
  private static final Logger LOG = LoggerFactory.getLogger(RateLimits.class);
  private static final Duration WINDOW = Duration.ofMinutes(1);

  /** How long Redis is left alone after a failure, so that not every request waits for it. */
  private static final Duration REST = Duration.ofSeconds(5);

  private static final int MOST_LOCAL = 10_000;

  private final BucketConfiguration limit;
  private final ProxyManager<String> shared;
  private final Map<String, Bucket> local = new ConcurrentHashMap<>();
  private final Clock clock;
  private volatile Instant trustAgain = Instant.MIN;

  /** Limits that count in {@code redis}. */
  public static RateLimits of(RedissonClient redis, LimitSettings settings, Clock clock) {
    return of(redis, settings.requestsPerMinute(), clock);
  }

  /** Limits of so many a minute that count in {@code redis}. */
  public static RateLimits of(RedissonClient redis, int perMinute, Clock clock) {
    return new RateLimits(redis, perMinute, clock);
  }

  private RateLimits(RedissonClient redis, int perMinute, Clock clock) {
    this.limit =
        BucketConfiguration.builder()
            .addLimit(bandwidth -> bandwidth.capacity(perMinute).refillGreedy(perMinute, WINDOW))
            .build();
    this.shared =
        Bucket4jRedisson.casBasedBuilder(((Redisson) redis).getCommandExecutor())
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(WINDOW))
            .build();
    this.clock = clock;
  }

  /** Asks for one request of {@code caller}. */
  public Take take(String caller) {
    return read(ask(key(caller), bucket -> bucket.tryConsumeAndReturnRemaining(1)));
  }

  /** Lets what {@code caller} took last not count. */
  public void giveBack(String caller) {
    boolean ignored =
        ask(
            key(caller),
            bucket -> {
              bucket.addTokens(1);
              return true;
            });
  }

  private static String key(String caller) {
    return "truebell:api:" + caller;
  }

  private <T> T ask(String key, Function<Bucket, T> question) {
    if (clock.instant().isAfter(trustAgain)) {
      try {
        return question.apply(shared.getProxy(key, () -> limit));
      } catch (RedisException | BucketExecutionException | CompletionException e) {
        LOG.warn("Redis does not answer; this node limits requests by itself: {}", e.toString());
        trustAgain = clock.instant().plus(REST);
      }
    }
    return question.apply(local(key));
  }

  private Bucket local(String key) {
    if (local.size() >= MOST_LOCAL) {
      local.clear();
    }
    return local.computeIfAbsent(
        key, k -> Bucket.builder().addLimit(limit.getBandwidths()[0]).build());
  }

  private static Take read(ConsumptionProbe probe) {
    return new Take(
        probe.isConsumed(),
        probe.getRemainingTokens(),
        Duration.ofNanos(probe.getNanosToWaitForRefill()),
        Duration.ofNanos(probe.getNanosToWaitForReset()));
  }
}
