package io.truebell.calm.pacing;

import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Permits that all nodes share through Redis. Without Redis there are none: empty answers. After a
 * failure it is left alone for a second, so that nobody waits for it again and again.
 */
@Component
class Limiter {
  /** Longest that Redis is waited for; who hears from it later has lost time that it counted on. */
  static final Duration PATIENCE = Duration.ofMillis(500);

  /** Calls that begin this soon are let through a claim; they wait for their turn in its thread. */
  static final Duration AHEAD = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Limiter.class);
  private static final String PREFIX = "truebell:pace:{calls}:";
  private static final long REST = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_PASSAGES = 16;
  private static final int MOST_REMEMBERED = 10_000;
  private static final int PLAN_NUMBERS = 5;
  private static final int LOOK_NUMBERS = 4;

  private final ObjectProvider<RedissonClient> redis;
  private final Map<String, Entered> entered = new ConcurrentHashMap<>();
  private volatile long failedAt = System.nanoTime() - REST;
  private volatile boolean failing;

  Limiter(ObjectProvider<RedissonClient> redis) {
    this.redis = redis;
  }

  /** When this node last let a call through, and how long it may take. */
  private record Entered(long at, Duration timeout) {}

  /** So many calls of a passage are wanted. */
  record Ask(Passage passage, Seed seed, int calls) {}

  /**
   * Whether a call may begin.
   *
   * @param delay null when it may
   * @param passage what it has to wait for; null when it may begin
   * @param unknown whether nothing is known of that passage, so that it takes a {@link Seed}
   * @param ahead calls that go before it there
   * @param waiting tenants that wait there
   */
  record Entry(
      @Nullable Duration delay,
      @Nullable Passage passage,
      boolean unknown,
      int ahead,
      int waiting) {
    static final Entry IN = new Entry(null, null, false, 0, 0);
  }

  /** How a passage stands. */
  record Standing(Duration free, int waitingTenants, int callsInLine) {}

  /** Whether Redis failed a moment ago. */
  boolean down() {
    return failing && System.nanoTime() - failedAt < REST;
  }

  /** Permits for one visit of a tenant; empty when Redis is down. */
  Optional<Map<Passage, Turns>> plan(TenantId tenant, String visit, List<Ask> asks) {
    Map<Passage, Turns> turns = new HashMap<>();
    for (int from = 0; from < asks.size(); from += MOST_PASSAGES) {
      List<Ask> part = asks.subList(from, Math.min(asks.size(), from + MOST_PASSAGES));
      List<Object> arguments = new ArrayList<>(List.of(tenant.toString(), visit));
      part.forEach(ask -> arguments.addAll(specification(ask.passage(), ask.seed())));
      part.forEach(ask -> arguments.add(ask.calls()));
      List<Long> answer =
          run(PacingScripts.PLAN, part.stream().map(Ask::passage).toList(), arguments);
      if (answer == null) {
        return Optional.empty();
      }
      for (int i = 0; i < part.size(); i++) {
        List<Long> own = answer.subList(i * PLAN_NUMBERS, (i + 1) * PLAN_NUMBERS);
        turns.put(part.get(i).passage(), turns(visit, own));
      }
    }
    return Optional.of(turns);
  }

  private static Turns turns(String visit, List<Long> numbers) {
    return new Turns(
        IntStream.rangeClosed(1, numbers.get(0).intValue()).mapToObj(n -> visit + ":" + n).toList(),
        micros(numbers.get(1)),
        micros(numbers.get(2)),
        numbers.get(3).intValue(),
        numbers.get(4).intValue());
  }

  /**
   * Takes all passages of one call, or none.
   *
   * @param tokens by passage: the permit, or what else names the call
   * @param seeds by passage, for those that were unknown; may be empty
   * @return empty when Redis is down
   */
  Optional<Entry> enter(
      TenantId tenant, Duration timeout, Map<Passage, String> tokens, Map<Passage, Seed> seeds) {
    List<Passage> passages = List.copyOf(tokens.keySet());
    List<Object> arguments = new ArrayList<>(List.of(tenant.toString(), timeout.toNanos() / 1_000));
    passages.forEach(p -> arguments.addAll(specification(p, seeds.get(p))));
    passages.forEach(p -> arguments.add(tokens.getOrDefault(p, "")));
    long asked = System.nanoTime();
    List<Long> answer = run(PacingScripts.ENTER, passages, arguments);
    if (answer == null) {
      return Optional.empty();
    }
    if (answer.get(0) != 0) {
      return Optional.of(
          new Entry(
              micros(answer.get(1)),
              passages.get(answer.get(2).intValue() - 1),
              answer.get(0) == 2,
              answer.get(3).intValue(),
              answer.get(4).intValue()));
    }
    if (System.nanoTime() - asked > PATIENCE.toNanos()) {
      // so much later the call might end after the time at which others count it as over
      leave(tokens);
      return Optional.of(new Entry(PATIENCE, passages.getFirst(), false, 0, 0));
    }
    remember(passages, timeout);
    return Optional.of(Entry.IN);
  }

  /** The call that entered is over. */
  void leave(Map<Passage, String> tokens) {
    for (Map.Entry<Passage, String> each : tokens.entrySet()) {
      switch (each.getKey()) {
        case Passage.Egress egress -> {
          List<Long> ignored =
              run(
                  PacingScripts.LEAVE,
                  List.of(egress),
                  List.of(each.getValue(), egress.interval().toNanos() / 1_000));
        }
        // a rate counts beginnings
        case Passage.Rate _ -> {}
      }
    }
  }

  /** Gives back permits that nobody will use. */
  void giveBack(TenantId tenant, Map<Passage, List<String>> tokens) {
    tokens.forEach(
        (passage, own) -> {
          List<Object> arguments = new ArrayList<>(List.of(tenant.toString()));
          arguments.addAll(own);
          List<Long> ignored = run(PacingScripts.GIVE_BACK, List.of(passage), arguments);
        });
  }

  /** How passages stand, as far as anything is known; empty when Redis is down. */
  Optional<Map<Passage, Standing>> look(List<Passage> passages) {
    List<Object> arguments = new ArrayList<>();
    passages.forEach(p -> arguments.addAll(specification(p, null)));
    List<Long> answer =
        passages.isEmpty() ? List.of() : run(PacingScripts.LOOK, passages, arguments);
    if (answer == null) {
      return Optional.empty();
    }
    Map<Passage, Standing> standing = new HashMap<>();
    for (int i = 0; i < passages.size(); i++) {
      List<Long> own = answer.subList(i * LOOK_NUMBERS, (i + 1) * LOOK_NUMBERS);
      if (own.get(0) == 1) {
        standing.put(
            passages.get(i),
            new Standing(micros(own.get(1)), own.get(2).intValue(), own.get(3).intValue()));
      }
    }
    return Optional.of(standing);
  }

  /** A passage is unknown in Redis: what this node let through counts too. */
  private List<Object> specification(Passage passage, @Nullable Seed stored) {
    Seed seed = stored == null ? null : stored.orYounger(own(passage));
    return List.of(
        passage instanceof Passage.Egress ? "egress" : "rate",
        // rounded up: never faster than the rate
        Math.max(1, Math.ceilDiv(passage.interval().toNanos(), 1_000L)),
        passage instanceof Passage.Rate rate ? rate.burst() : 1,
        seed == null ? "" : Long.toString(Math.floorDiv(seed.age().toNanos(), 1_000L)),
        seed == null ? 0L : seed.timeout().toNanos() / 1_000);
  }

  private Seed own(Passage passage) {
    Entered last = entered.get(passage.name());
    return last == null
        ? Seed.NEVER
        : new Seed(Duration.ofNanos(System.nanoTime() - last.at()), last.timeout());
  }

  private void remember(List<Passage> passages, Duration timeout) {
    if (entered.size() >= MOST_REMEMBERED) {
      entered.clear();
    }
    Entered now = new Entered(System.nanoTime(), timeout);
    passages.forEach(p -> entered.put(p.name(), now));
  }

  private @Nullable List<Long> run(
      String script, List<? extends Passage> passages, List<Object> arguments) {
    if (down()) {
      return null;
    }
    RedissonClient client = redis.getIfAvailable();
    if (client == null) {
      return null;
    }
    List<Object> keys = new ArrayList<>();
    passages.forEach(p -> keys.add(PREFIX + p.name()));
    try {
      Object answer =
          client
              .getScript(StringCodec.INSTANCE)
              .eval(
                  RScript.Mode.READ_WRITE,
                  script,
                  RScript.ReturnType.LIST,
                  keys,
                  arguments.toArray());
      if (failing) {
        LOG.info("Redis answers again; what is paced goes on");
        failing = false;
      }
      return numbers(answer);
    } catch (RedisException e) {
      failed(e);
      return null;
    }
  }

  private void failed(RuntimeException e) {
    if (!failing) {
      LOG.warn("Redis does not answer; what is paced waits: {}", e.toString());
    }
    failedAt = System.nanoTime();
    failing = true;
  }

  private static List<Long> numbers(Object answer) {
    return answer instanceof List<?> list
        ? list.stream().map(n -> ((Number) n).longValue()).toList()
        : List.of();
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
