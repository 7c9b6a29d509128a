package io.truebell.calm.pacing;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Turnstile;
import io.truebell.core.spi.Turnstile.Wait;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * One process of the platform: its own memory, its own way to Redis and its own clock. It claims,
 * calls and settles as the dispatcher does.
 */
final class PaceNode implements AutoCloseable {
  static final Caller TENANT =
      new Caller(new Actor("api_key", "test"), null, Set.of(Scope.CHANNELS));

  /** Longest that a claimed delivery waits for its turn in its thread. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  final Clock clock;
  final RedissonClient redis;
  private final PaceBed bed;
  private final AnnotationConfigApplicationContext context;
  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();

  /** Patient with Redis: a machine under load is no outage. */
  PaceNode(PaceBed bed, Duration skew) {
    this(bed, skew, Duration.ofSeconds(20));
  }

  PaceNode(PaceBed bed, Duration skew, Duration patience) {
    this.bed = bed;
    this.clock = Clock.offset(Clock.systemUTC(), skew);
    this.redis = connect(bed.redisUrl, patience);
    context = new AnnotationConfigApplicationContext();
    context.registerBean(JdbcClient.class, () -> bed.jdbc);
    context.registerBean(TransactionTemplate.class, () -> bed.transaction);
    context.registerBean(Clock.class, () -> clock);
    context.registerBean(Ids.class, () -> PaceBed::id);
    context.registerBean(JsonMapper.class, () -> new JsonMapper());
    context.registerBean(RedissonClient.class, () -> redis);
    context.registerBean(ChannelAccounts.class, () -> new StoredAccounts());
    context.registerBean(
        "paced", ChannelAdapter.class, () -> new PacedChannel(PaceBed.PACED, bed.interval));
    context.registerBean("free", ChannelAdapter.class, () -> new PacedChannel(PaceBed.FREE, null));
    context.scan("io.truebell.calm.pacing");
    context.refresh();
  }

  static RedissonClient connect(String url, Duration patience) {
    Config config = new Config();
    config.setLazyInitialization(true);
    config.setThreads(2);
    config.setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(url)
        .setConnectTimeout((int) patience.toMillis())
        .setTimeout((int) patience.toMillis())
        .setRetryAttempts(0)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(16)
        .setSubscriptionConnectionMinimumIdleSize(0)
        .setSubscriptionConnectionPoolSize(2);
    return Redisson.create(config);
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  PacingController api() {
    return bean(PacingController.class);
  }

  Turnstile turnstile() {
    return bean(Turnstile.class);
  }

  /** Begins a call that is free to begin; a stall on the way is no refusal. */
  void enter(Tenant tenant, DueDelivery due, Duration timeout) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    Wait wait = turnstile().enter(tenant, due, timeout);
    while (wait != null) {
      if (System.nanoTime() > until) {
        throw new AssertionError("it does not get in: " + wait);
      }
      pause(Duration.ofMillis(5));
      wait = turnstile().enter(tenant, due, timeout);
    }
  }

  /** What a provider does with a call. */
  interface Provider {
    Outcome call(Tenant tenant, DueDelivery delivery);
  }

  static final Outcome YES = new Outcome.Accepted(null, "0", "ok", false);

  /** What a visit decided. */
  record Visited(List<DueDelivery> claimed, Map<DeliveryId, Verdict.Hold> held) {}

  /** One visit to a tenant: claims what may be called, and holds the rest. */
  Visited claim(Tenant tenant, int most) {
    Gate gate = bean(Gate.class);
    return bed.within(
        tenant,
        () -> {
          gate.beforeClaim(clock.instant());
          try {
            return Objects.requireNonNull(bed.transaction.execute(status -> decide(most)));
          } finally {
            gate.afterClaim();
          }
        });
  }

  private Visited decide(int most) {
    Gate gate = bean(Gate.class);
    Instant now = clock.instant();
    List<DueDelivery> due =
        bed.jdbc
            .sql(
                """
                SELECT * FROM delivery WHERE state = 'QUEUED' AND not_before <= ?::timestamptz
                ORDER BY not_before, id LIMIT ? FOR UPDATE SKIP LOCKED
                """)
            .param(now.toString())
            .param(most)
            .query((row, n) -> PaceBed.due(row))
            .list();
    Map<DeliveryId, Verdict> verdicts = gate.examine(new GateBatch(now, due, false));
    List<DueDelivery> claimed = new ArrayList<>();
    Map<DeliveryId, Verdict.Hold> held = new HashMap<>();
    for (DueDelivery each : due) {
      if (verdicts.get(each.id()) instanceof Verdict.Hold hold) {
        held.put(each.id(), hold);
        Instant least = now.plusSeconds(1);
        move(
            each,
            "QUEUED",
            hold.until().isBefore(least) ? least : hold.until(),
            hold.reason().code());
      } else {
        claimed.add(each);
        move(each, "CLAIMED", now, "gates_passed");
      }
    }
    gate.decided(claimed.stream().map(d -> new DecidedDelivery(d, Verdict.PASS)).toList());
    return new Visited(claimed, held);
  }

  private void move(DueDelivery due, String state, Instant notBefore, String reason) {
    int ignored =
        bed.jdbc
            .sql(
                "UPDATE delivery SET state = ?, not_before = ?::timestamptz, reason = ? WHERE id = ?")
            .params(state, notBefore.toString(), reason, due.id().value())
            .update();
  }

  /** A visit whose calls begin. */
  Visited visit(Tenant tenant, Provider provider) {
    Visited visited = claim(tenant, 100);
    visited.claimed().forEach(due -> calls.execute(() -> call(tenant, due, provider)));
    return visited;
  }

  private void call(Tenant tenant, DueDelivery due, Provider provider) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    Wait wait = turnstile().enter(tenant, due, PaceBed.TIMEOUT);
    while (wait != null && System.nanoTime() + wait.length().toNanos() < until) {
      pause(wait.length());
      wait = turnstile().enter(tenant, due, PaceBed.TIMEOUT);
    }
    if (wait == null) {
      Outcome outcome = provider.call(tenant, due);
      turnstile().leave(tenant, due);
      settle(tenant, due, DeliveryState.ACCEPTED, outcome, clock.instant());
    } else {
      settle(tenant, due, DeliveryState.QUEUED, null, clock.instant().plus(wait.length()));
    }
  }

  void settle(
      Tenant tenant,
      DueDelivery due,
      DeliveryState state,
      @Nullable Outcome outcome,
      Instant notBefore) {
    boolean ignored =
        bed.within(
            tenant,
            () ->
                Boolean.TRUE.equals(
                    bed.transaction.execute(
                        status -> {
                          move(due, state.name(), notBefore, "settled");
                          SettledDelivery settled =
                              new SettledDelivery(
                                  due.id(), due.attempts() + 1, state, outcome, due);
                          bean(Gate.class).settle(List.of(settled));
                          return true;
                        })));
  }

  static void pause(Duration length) {
    try {
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    calls.shutdownNow();
    context.close();
    redis.shutdown(0, 2, TimeUnit.SECONDS);
  }

  private final class StoredAccounts implements ChannelAccounts {
    @Override
    public Optional<Known> find(AccountId account) {
      return bed.jdbc
          .sql("SELECT * FROM channel_account WHERE id = ?")
          .param(account.value())
          .query(
              (row, n) ->
                  new Known(
                      new AccountId(row.getObject("id", UUID.class)),
                      new ChannelKey(row.getString("channel")),
                      row.getBoolean("sandbox")))
          .optional();
    }

    @Override
    public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
      throw new UnsupportedOperationException("pacing opens no secret");
    }

    @Override
    public Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries) {
      return Map.of();
    }

    @Override
    public List<GrantTemplate> grantTemplates() {
      return List.of();
    }
  }
}
