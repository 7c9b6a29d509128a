package io.truebell.dispatch.path;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Outcomes on their way into the database. A tenant's next visit takes them along; those whose
 * write failed are tried again here, apart from all others, until they are written or, when a
 * reachable database refuses them, until their lease has ended. A failed write never leads to a
 * second call. What is lost with the process becomes UNKNOWN by the sweep.
 */
@Component
class SettleQueue {
  private static final Logger LOG = LoggerFactory.getLogger(SettleQueue.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(50);
  private static final int MOST_DOUBLINGS = 7;

  private final Map<TenantId, Queue<Finished>> waiting = new LinkedHashMap<>();
  private final PriorityQueue<Again> again =
      new PriorityQueue<>(Comparator.comparingLong(Again::at));
  private final Settler settler;
  private final TransactionTemplate transaction;
  private final InFlight inFlight;
  private final Clock clock;
  private volatile Listener listener = (tenant, count) -> {};

  SettleQueue(Settler settler, TransactionTemplate transaction, InFlight inFlight, Clock clock) {
    this.settler = settler;
    this.transaction = transaction;
    this.inFlight = inFlight;
    this.clock = clock;
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
      @Nullable GivenBack givenBack) {}

  /** Hears that a tenant has outcomes waiting. */
  interface Listener {
    void finished(Tenant tenant, int waiting);
  }

  /**
   * Outcomes whose write failed.
   *
   * @param failures how often
   * @param at when to try again, by {@link System#nanoTime}
   */
  private record Again(List<Finished> part, int failures, long at) {}

  void listen(Listener heard) {
    listener = heard;
  }

  void add(Finished finished) {
    int count;
    synchronized (this) {
      Queue<Finished> own =
          waiting.computeIfAbsent(finished.tenant().id(), t -> new ArrayDeque<>());
      own.add(finished);
      count = own.size();
      notifyAll();
    }
    listener.finished(finished.tenant(), count);
  }

  /** Takes what waits of one tenant; it is to be handed to {@link #written} or {@link #failed}. */
  synchronized List<Finished> take(TenantId tenant, int most) {
    Queue<Finished> own = waiting.get(tenant);
    List<Finished> taken = new ArrayList<>();
    while (own != null && taken.size() < most && !own.isEmpty()) {
      taken.add(own.remove());
    }
    if (own != null && own.isEmpty()) {
      waiting.remove(tenant);
    }
    return taken;
  }

  /** How many outcomes of this tenant wait for a visit. */
  synchronized int waitingOf(TenantId tenant) {
    Queue<Finished> own = waiting.get(tenant);
    return own == null ? 0 : own.size();
  }

  /** Writes one tenant's outcomes; in the caller's transaction and scope. */
  void write(List<Finished> part) {
    settler.settle(attempted(part), clock.instant());
    settler.giveBack(neverBegun(part), clock.instant());
  }

  /** The transaction that wrote them is committed. */
  void written(List<Finished> part) {
    part.forEach(f -> inFlight.settled(f.tenant().id(), f.claimed().held()));
  }

  /** Their write failed: they wait aside, so that they hold up nobody else, in smaller parts. */
  void failed(List<Finished> part, int failures, Throwable e) {
    if (part.isEmpty()) {
      return;
    }
    LOG.warn(
        "settling {} deliveries failed (time {})", part.size(), failures + 1, trouble(e, failures));
    boolean away =
        e instanceof TransactionException || e instanceof DataAccessResourceFailureException;
    List<Finished> left = away ? part : thoseWithALease(part);
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    long at = System.nanoTime() + wait.toNanos();
    synchronized (this) {
      halves(left).forEach(half -> again.add(new Again(half, failures + 1, at)));
      notifyAll();
    }
  }

  /** Tries again what failed and is due; waits for it at most {@code wait}. */
  void writeAgain(Duration wait) throws InterruptedException {
    Again next = nextAgain(System.nanoTime() + wait.toNanos());
    if (next != null) {
      writeApart(next.part(), next.failures());
    }
  }

  /** Writes some tenant's outcomes, or what failed before; waits for it at most {@code wait}. */
  void writeSome(Duration wait) throws InterruptedException {
    List<Finished> part = List.of();
    int failures = 0;
    synchronized (this) {
      long until = System.nanoTime() + wait.toNanos();
      while (waiting.isEmpty() && !againIsDue() && System.nanoTime() < until) {
        TimeUnit.NANOSECONDS.timedWait(this, pause(until));
      }
      if (againIsDue()) {
        Again next = again.remove();
        part = next.part();
        failures = next.failures();
      } else if (!waiting.isEmpty()) {
        part = take(waiting.keySet().iterator().next(), Integer.MAX_VALUE);
      }
    }
    if (!part.isEmpty()) {
      writeApart(part, failures);
    }
  }

  private synchronized @Nullable Again nextAgain(long until) throws InterruptedException {
    while (!againIsDue() && System.nanoTime() < until) {
      TimeUnit.NANOSECONDS.timedWait(this, pause(until));
    }
    return againIsDue() ? again.remove() : null;
  }

  private boolean againIsDue() {
    Again next = again.peek();
    return next != null && next.at() <= System.nanoTime();
  }

  private long pause(long until) {
    Again next = again.peek();
    long first = next == null ? until : Math.min(until, next.at());
    return Math.max(1_000_000, first - System.nanoTime());
  }

  private void writeApart(List<Finished> part, int failures) {
    try {
      TenantScope.run(
          part.getFirst().tenant(), () -> transaction.executeWithoutResult(status -> write(part)));
      written(part);
    } catch (RuntimeException | Error e) {
      failed(part, failures, e);
    }
  }

  /** The whole story once, then one line each time. */
  private static Object trouble(Throwable e, int failures) {
    return failures == 0 ? e : e.toString();
  }

  /**
   * The database is there and does not take these. Once their leases have ended the sweep makes
   * them UNKNOWN.
   */
  private List<Finished> thoseWithALease(List<Finished> part) {
    Instant now = clock.instant();
    List<Finished> left =
        part.stream().filter(f -> now.isBefore(f.claimed().leaseUntil())).toList();
    written(part.stream().filter(f -> !left.contains(f)).toList());
    return left;
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

  private static List<AttemptedDelivery> attempted(List<Finished> part) {
    return part.stream().map(Finished::attempted).filter(Objects::nonNull).toList();
  }

  private static Map<ClaimedDelivery, GivenBack> neverBegun(List<Finished> part) {
    Map<ClaimedDelivery, GivenBack> why = new LinkedHashMap<>();
    part.stream()
        .filter(f -> f.givenBack() != null)
        .forEach(f -> why.put(f.claimed(), Objects.requireNonNull(f.givenBack())));
    return why;
  }
}
