package io.truebell.core.wire;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Connections that wait for the next request to the same server, for a moment. A server that closes
 * one just when a request is written makes its outcome unknown, so only those are kept whose server
 * promised to keep them open, and none for long.
 */
final class IdleConnections {
  static final Duration LONGEST_IDLE = Duration.ofSeconds(1);
  private static final Duration OLDEST = Duration.ofMinutes(1);
  private static final int MOST = 512;

  private record Idle(Connection connection, long until) {}

  private final ScheduledExecutorService timer;
  private final Map<Route, Deque<Idle>> byRoute = new HashMap<>();
  private int count;
  private boolean tidying;

  IdleConnections(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** An open, quiet connection; null when there is none. */
  @Nullable Connection take(Route route) {
    Connection next = pop(route);
    while (next != null && !next.quiet()) {
      next.close();
      next = pop(route);
    }
    return next;
  }

  /** Keeps it for a moment, or closes it when there are enough. */
  void put(Route route, Connection connection) {
    long now = System.nanoTime();
    boolean kept;
    synchronized (this) {
      kept = count < MOST && now - connection.since() < OLDEST.toNanos();
      if (kept) {
        byRoute
            .computeIfAbsent(route, r -> new ArrayDeque<>())
            .addLast(new Idle(connection, now + LONGEST_IDLE.toNanos()));
        count++;
        tidyLater();
      }
    }
    if (!kept) {
      connection.close();
    }
  }

  /** Closes all. */
  void close() {
    List<Connection> all = new ArrayList<>();
    synchronized (this) {
      byRoute.values().forEach(own -> own.forEach(idle -> all.add(idle.connection())));
      byRoute.clear();
      count = 0;
    }
    all.forEach(Connection::close);
  }

  private synchronized @Nullable Connection pop(Route route) {
    Deque<Idle> own = byRoute.get(route);
    Idle last = own == null ? null : own.pollLast();
    if (own == null || last == null) {
      return null;
    }
    if (own.isEmpty()) {
      byRoute.remove(route);
    }
    count--;
    return last.connection();
  }

  private void tidyLater() {
    if (!tidying && !timer.isShutdown()) {
      tidying = true;
      var ignored = timer.schedule(this::tidy, LONGEST_IDLE.toNanos() / 2, TimeUnit.NANOSECONDS);
    }
  }

  private void tidy() {
    long now = System.nanoTime();
    List<Connection> old = new ArrayList<>();
    synchronized (this) {
      tidying = false;
      for (Deque<Idle> own : byRoute.values()) {
        while (!own.isEmpty() && own.getFirst().until() <= now) {
          old.add(own.removeFirst().connection());
          count--;
        }
      }
      byRoute.values().removeIf(Deque::isEmpty);
      if (count > 0) {
        tidyLater();
      }
    }
    old.forEach(Connection::close);
  }
}
