package io.truebell.dispatch.worker;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.dispatch.path.DeliveryPath.Visit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tenants that want a visit, in the order they get it. One that has just found something due
 * goes before those that have been served since they did; after its first visit it takes turns with
 * them. So a single message never waits behind more than one visit of a tenant with a backlog.
 *
 * <p>A tenant is visited by one visitor at a time. Finished calls wait a moment for others, so that
 * one visit writes many.
 */
final class Ring {
  /** What the ring knows of one tenant. */
  private static final class Place {
    private final Tenant tenant;
    private boolean lined;
    private boolean visited;
    private boolean due;
    private boolean ended;
    private boolean served;
    private long later = NEVER;

    Place(Tenant tenant) {
      this.tenant = tenant;
    }
  }

  private static final long NEVER = Long.MAX_VALUE;
  private static final int MOST_NEWCOMERS = 8;
  private static final Duration BLOCKED = Duration.ofMillis(5);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

  /**
   * A visit to be made.
   *
   * @param due whether something may be due; if not, finished calls are all there is
   */
  record Turn(Tenant tenant, boolean due) {}

  /** An appointment that may have been moved since: it counts when the place still says so. */
  private record Appointment(Place place, long at) {}

  private final int eager;
  private final Duration settleWithin;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<TenantId, Place> places = new HashMap<>();
  private final Deque<Place> fresh = new ArrayDeque<>();
  private final Deque<Place> turns = new ArrayDeque<>();
  private int newcomers;
  private final PriorityQueue<Appointment> appointments =
      new PriorityQueue<>(Comparator.comparingLong(Appointment::at));

  /**
   * @param eager so many outcomes are written without waiting for others
   * @param settleWithin how long fewer of them wait
   */
  Ring(int eager, Duration settleWithin) {
    this.eager = eager;
    this.settleWithin = settleWithin;
  }

  /** These tenants have something due. */
  void due(List<Tenant> tenants) {
    lock.lock();
    try {
      for (Tenant tenant : tenants) {
        Place place = placeOf(tenant);
        place.due = true;
        line(place);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A call of this tenant has ended; {@code waiting} outcomes wait. */
  void finished(Tenant tenant, int waiting) {
    if (waiting > 1 && waiting != eager) {
      return;
    }
    lock.lock();
    try {
      Place place = placeOf(tenant);
      if (place.visited) {
        // the visit under way may have taken it along, or not
        place.ended = true;
      } else if (waiting >= eager) {
        line(place);
      } else {
        appoint(place, settleWithin);
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** The next tenant to visit; waits for one at most {@code wait}. */
  @Nullable Turn take(Duration wait) throws InterruptedException {
    long until = System.nanoTime() + wait.toNanos();
    lock.lock();
    try {
      while (true) {
        keepAppointments();
        Place next = nextPlace();
        if (next != null) {
          Turn turn = new Turn(next.tenant, next.due);
          next.lined = false;
          next.visited = true;
          next.due = false;
          next.ended = false;
          next.later = NEVER;
          return turn;
        }
        long now = System.nanoTime();
        if (now >= until) {
          return null;
        }
        Appointment first = appointments.peek();
        long pause = (first == null ? until : Math.min(until, first.at())) - now;
        long ignored = changed.awaitNanos(Math.max(pause, TimeUnit.MICROSECONDS.toNanos(50)));
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * A visit is over.
   *
   * @param visit what it did
   * @param waiting outcomes that wait now
   * @param underWay whether calls of this tenant are under way
   */
  void visited(Tenant tenant, Visit visit, int waiting, boolean underWay) {
    lock.lock();
    try {
      Place place = placeOf(tenant);
      place.visited = false;
      place.served = true;
      boolean again = place.due || visit.more();
      place.due = again || visit.blocked();
      if (again || waiting >= eager) {
        line(place);
      } else if (waiting > 0 || place.ended) {
        appoint(place, settleWithin);
      } else if (place.due && !underWay) {
        // others have all places; otherwise the end of one of its own calls brings the next visit
        appoint(place, BLOCKED);
      } else if (!place.due) {
        places.remove(tenant.id());
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** A visit failed: the next one comes later. */
  void failed(Tenant tenant) {
    lock.lock();
    try {
      Place place = placeOf(tenant);
      place.visited = false;
      place.served = true;
      place.due = true;
      appoint(place, AFTER_FAILURE);
    } finally {
      lock.unlock();
    }
  }

  /** This tenant is to be visited again in a second, though nothing of it may be due. */
  void later(Tenant tenant) {
    lock.lock();
    try {
      Place place = placeOf(tenant);
      place.due = true;
      appoint(place, AFTER_FAILURE);
    } finally {
      lock.unlock();
    }
  }

  /** This tenant has no turns any more; it comes back when something of it is due. */
  void left(Tenant tenant) {
    lock.lock();
    try {
      Place place = places.remove(tenant.id());
      if (place != null) {
        place.later = NEVER;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Newcomers first, but those who wait for their turn never wait for more than a few of them. */
  private @Nullable Place nextPlace() {
    boolean newcomer = !fresh.isEmpty() && (turns.isEmpty() || newcomers < MOST_NEWCOMERS);
    newcomers = newcomer ? newcomers + 1 : 0;
    return newcomer ? fresh.poll() : turns.poll();
  }

  private Place placeOf(Tenant tenant) {
    return places.computeIfAbsent(tenant.id(), id -> new Place(tenant));
  }

  private void line(Place place) {
    if (place.visited || place.lined) {
      return;
    }
    place.lined = true;
    place.later = NEVER;
    (place.served ? turns : fresh).add(place);
  }

  private void appoint(Place place, Duration wait) {
    long at = System.nanoTime() + wait.toNanos();
    if (!place.lined && !place.visited && at < place.later) {
      place.later = at;
      appointments.add(new Appointment(place, at));
    }
  }

  private void keepAppointments() {
    long now = System.nanoTime();
    while (!appointments.isEmpty() && appointments.element().at() <= now) {
      Appointment due = appointments.remove();
      if (due.place().later == due.at()) {
        line(due.place());
      }
    }
  }
}
