package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.WakeBell;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Outcomes on their way into the database. When a write fails it is tried again until it succeeds;
 * it never leads to a second call. What is lost with the process becomes UNKNOWN by the sweep.
 */
@Component
class SettleQueue {
  private static final Logger LOG = LoggerFactory.getLogger(SettleQueue.class);
  private static final int MOST = 200;
  private static final Duration FIRST_WAIT = Duration.ofMillis(50);
  private static final int MOST_DOUBLINGS = 7;
  private static final int MOST_AGAIN = 8;

  private final BlockingQueue<Finished> queue = new LinkedBlockingQueue<>();
  private final Queue<Again> again = new PriorityQueue<>(Comparator.comparingLong(Again::at));
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

  /** Writes what has come in or is to be tried again; waits for something at most {@code wait}. */
  void writeSome(Duration wait) throws InterruptedException {
    Duration patience = writeAgain() ? Duration.ZERO : untilNextTry(wait);
    Finished first = queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      return;
    }
    List<Finished> batch = new ArrayList<>();
    batch.add(first);
    queue.drainTo(batch, MOST - 1);
    Map<TenantId, List<Finished>> byTenant = new LinkedHashMap<>();
    batch.forEach(f -> byTenant.computeIfAbsent(f.tenant().id(), t -> new ArrayList<>()).add(f));
    byTenant.values().forEach(group -> tryToWrite(group, 0));
  }

  /**
   * Outcomes whose write failed.
   *
   * @param failures how often
   * @param at when to try again, by {@link System#nanoTime}
   */
  private record Again(List<Finished> part, int failures, long at) {}

  private boolean writeAgain() {
    int tried = 0;
    // a few at a time, so that new outcomes get their turn
    while (tried < MOST_AGAIN && !again.isEmpty() && again.element().at() <= System.nanoTime()) {
      Again next = again.remove();
      tryToWrite(next.part(), next.failures());
      tried++;
    }
    return tried > 0;
  }

  private Duration untilNextTry(Duration most) {
    Again next = again.peek();
    if (next == null) {
      return most;
    }
    Duration until = Duration.ofNanos(Math.max(0, next.at() - System.nanoTime()));
    return until.compareTo(most) < 0 ? until : most;
  }

  /** What fails waits aside, so that it holds up nobody else, and is written in smaller parts. */
  private void tryToWrite(List<Finished> part, int failures) {
    try {
      write(part);
      part.forEach(f -> inFlight.leave(f.claimed().due().account()));
      bell.ring();
    } catch (RuntimeException e) {
      LOG.warn(
          "settling {} deliveries failed (time {})",
          part.size(),
          failures + 1,
          trouble(e, failures));
      boolean away =
          e instanceof TransactionException || e instanceof DataAccessResourceFailureException;
      tryAgain(away ? part : thoseWithALease(part), failures);
    }
  }

  /** The whole story once, then one line each time. */
  private static Object trouble(RuntimeException e, int failures) {
    return failures == 0 ? e : e.toString();
  }

  /**
   * The database is there and does not take these. Once their leases have ended the sweep makes
   * them UNKNOWN, and their places are free again.
   */
  private List<Finished> thoseWithALease(List<Finished> part) {
    Instant now = clock.instant();
    List<Finished> left =
        part.stream().filter(f -> now.isBefore(f.claimed().leaseUntil())).toList();
    part.stream()
        .filter(f -> !left.contains(f))
        .forEach(f -> inFlight.leave(f.claimed().due().account()));
    return left;
  }

  private void tryAgain(List<Finished> part, int failures) {
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    long at = System.nanoTime() + wait.toNanos();
    halves(part).forEach(half -> again.add(new Again(half, failures + 1, at)));
  }

  private static List<List<Finished>> halves(List<Finished> part) {
    int middle = part.size() / 2;
    if (part.isEmpty()) {
      return List.of();
    }
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
