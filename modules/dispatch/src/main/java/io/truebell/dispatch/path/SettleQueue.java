package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.WakeBell;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Outcomes on their way into the database. When a write fails it is tried again until it succeeds;
 * it never leads to a second call. What is lost with the process becomes UNKNOWN by the sweep.
 */
@Component
class SettleQueue {
  private static final Logger LOG = LoggerFactory.getLogger(SettleQueue.class);
  private static final int MOST = 200;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final BlockingQueue<Finished> queue = new LinkedBlockingQueue<>();
  private final Settler settler;
  private final TransactionTemplate transaction;
  private final InFlight inFlight;
  private final Clock clock;
  private final WakeBell bell;

  SettleQueue(
      Settler settler,
      TransactionTemplate transaction,
      InFlight inFlight,
      Clock clock,
      WakeBell bell) {
    this.settler = settler;
    this.transaction = transaction;
    this.inFlight = inFlight;
    this.clock = clock;
    this.bell = bell;
  }

  /**
   * One claim that is over.
   *
   * @param attempted null when its call never began
   * @param givenBack why it never began; null when it did
   */
  record Finished(
      Tenant tenant,
      ClaimedDelivery claimed,
      @Nullable AttemptedDelivery attempted,
      @Nullable String givenBack) {}

  void add(Finished finished) {
    queue.add(finished);
  }

  /** Writes what has come in; waits for the first one at most {@code wait}. */
  void writeSome(Duration wait) throws InterruptedException {
    Finished first = queue.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      return;
    }
    List<Finished> batch = new ArrayList<>();
    batch.add(first);
    queue.drainTo(batch, MOST - 1);
    Map<TenantId, List<Finished>> byTenant = new LinkedHashMap<>();
    batch.forEach(f -> byTenant.computeIfAbsent(f.tenant().id(), t -> new ArrayList<>()).add(f));
    for (List<Finished> group : byTenant.values()) {
      writeUntilDone(group);
    }
  }

  private void writeUntilDone(List<Finished> group) throws InterruptedException {
    Duration wait = Duration.ofMillis(50);
    List<List<Finished>> left = new ArrayList<>(List.of(group));
    while (!left.isEmpty()) {
      List<Finished> part = left.removeFirst();
      try {
        write(part);
        part.forEach(f -> inFlight.leave(f.claimed().due().account()));
        bell.ring();
      } catch (RuntimeException e) {
        LOG.warn("settling {} deliveries failed, trying again in {}", part.size(), wait, e);
        TimeUnit.NANOSECONDS.sleep(wait.toNanos());
        wait =
            wait.multipliedBy(2).compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.multipliedBy(2);
        // one row that cannot be written must not hold up the others
        left.addAll(halves(part));
      }
    }
  }

  private static List<List<Finished>> halves(List<Finished> part) {
    int middle = part.size() / 2;
    return part.size() == 1
        ? List.of(part)
        : List.of(part.subList(0, middle), part.subList(middle, part.size()));
  }

  private void write(List<Finished> part) {
    TenantScope.run(
        part.getFirst().tenant(),
        () ->
            transaction.executeWithoutResult(
                status -> {
                  settler.settle(attempted(part), clock.instant());
                  settler.giveBack(neverBegun(part), clock.instant());
                }));
  }

  private static List<AttemptedDelivery> attempted(List<Finished> part) {
    return part.stream().map(Finished::attempted).filter(Objects::nonNull).toList();
  }

  private static Map<ClaimedDelivery, String> neverBegun(List<Finished> part) {
    Map<ClaimedDelivery, String> why = new LinkedHashMap<>();
    part.stream()
        .filter(f -> f.givenBack() != null)
        .forEach(f -> why.put(f.claimed(), Objects.requireNonNull(f.givenBack())));
    return why;
  }
}
