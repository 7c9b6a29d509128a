package io.truebell.bench.scenario;

import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Lean;
import io.truebell.bench.stage.Parallel;
import io.truebell.bench.stage.Parallel.Work;
import io.truebell.bench.stage.ProviderProcess;
import io.truebell.bench.stage.ProviderProcess.Called;
import io.truebell.bench.trial.Latencies;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Tenants that post one message each half second, and how long each waits for its call. */
final class QuietTraffic {
  private static final int PERIOD_MILLIS = 500;
  private static final int LAST_CALLS_SECONDS = 120;

  private final ProviderProcess provider;
  private final List<BenchTenant> tenants;
  private final Clock clock;

  QuietTraffic(ProviderProcess provider, List<BenchTenant> tenants, Clock clock) {
    this.provider = provider;
    this.tenants = tenants;
    this.clock = clock;
  }

  /**
   * Runs for so many seconds; a message whose call is still awaited after two minutes counts as
   * that.
   */
  Latencies run(int seconds) throws InterruptedException {
    provider.forget();
    Map<String, List<Long>> accepted = new ConcurrentHashMap<>();
    List<Work> work = new ArrayList<>();
    for (int i = 0; i < tenants.size(); i++) {
      BenchTenant tenant = tenants.get(i);
      int shift = PERIOD_MILLIS * i / tenants.size();
      work.add(() -> accepted.put(tenant.slug(), post(tenant, seconds, shift)));
    }
    Parallel.run(tenants.size(), work);
    int sent = accepted.values().stream().mapToInt(List::size).sum();
    return latencies(accepted, calls(sent));
  }

  private List<Long> post(BenchTenant tenant, int seconds, int shift) throws InterruptedException {
    String body = BenchTenant.notification(1, null);
    List<Long> accepted = new ArrayList<>();
    long begin = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(shift);
    try (Lean client = new Lean(tenant.api())) {
      for (int i = 0; i < seconds * 1000 / PERIOD_MILLIS; i++) {
        long at = begin + TimeUnit.MILLISECONDS.toNanos((long) i * PERIOD_MILLIS);
        TimeUnit.NANOSECONDS.sleep(Math.max(0, at - System.nanoTime()));
        client.post("/v1/notifications", BenchTenant.another(body));
        accepted.add(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
      }
    }
    return accepted;
  }

  private Map<String, List<Called>> calls(int wanted) throws InterruptedException {
    Map<String, List<Called>> calls = Map.of();
    for (int i = 0; i < LAST_CALLS_SECONDS * 2; i++) {
      calls =
          provider.calls().stream()
              .filter(c -> c.tag().startsWith("quiet-"))
              .collect(Collectors.groupingBy(Called::tag));
      if (calls.values().stream().mapToInt(List::size).sum() >= wanted) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
    return calls;
  }

  /** A tenant's calls come in the order of its posts. */
  private static Latencies latencies(
      Map<String, List<Long>> accepted, Map<String, List<Called>> calls) {
    Latencies latencies = new Latencies();
    accepted.forEach(
        (tenant, posts) -> {
          List<Called> made = calls.getOrDefault(tenant, List.of());
          for (int i = 0; i < posts.size(); i++) {
            latencies.add(
                i < made.size()
                    ? Math.max(0, made.get(i).at() - posts.get(i)) / 1000.0
                    : LAST_CALLS_SECONDS * 1000.0);
          }
        });
    return latencies;
  }
}
