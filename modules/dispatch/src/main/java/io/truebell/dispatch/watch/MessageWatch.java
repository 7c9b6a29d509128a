package io.truebell.dispatch.watch;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Looks at what moved, for those tenants alone that somebody on this node watches. Stops before the
 * web server does, so that open streams keep nobody from a graceful end.
 */
@Component
class MessageWatch implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(MessageWatch.class);

  /** So many tenants are looked at together: requests need connections, too. */
  private static final int LOOKS_AT_ONCE = 4;

  private final MovedRows rows;
  private final Tenants tenants;
  private final WatchSettings settings;
  private final Clock clock;
  private final Semaphore places = new Semaphore(LOOKS_AT_ONCE);
  private final Map<TenantId, Watched> watched = new HashMap<>();
  private boolean running;

  MessageWatch(MovedRows rows, Tenants tenants, WatchSettings settings, Clock clock) {
    this.rows = rows;
    this.tenants = tenants;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * A stream that is told of everything that is committed from now on. To be closed.
   *
   * @throws ApiProblem 429 when the tenant has too many
   */
  WatchStream open(Tenant tenant) {
    Watched one;
    WatchStream stream;
    boolean first;
    synchronized (this) {
      first = !watched.containsKey(tenant.id());
      one = watched.computeIfAbsent(tenant.id(), id -> new Watched(tenant, rows, clock));
      stream = one.join(settings.streams());
      if (!running) {
        stream.end();
      }
    }
    if (first) {
      Thread ignored =
          Thread.ofVirtual().name("truebell-watch-" + tenant.slug()).start(() -> loop(one));
    }
    try {
      one.begin();
      return stream;
    } catch (RuntimeException e) {
      close(stream);
      throw e;
    }
  }

  synchronized void close(WatchStream stream) {
    Watched one = watched.get(stream.tenant());
    if (one != null && one.leave(stream)) {
      watched.remove(stream.tenant());
    }
  }

  /** The tenants that are looked at. */
  synchronized List<TenantId> watched() {
    return List.copyOf(watched.keySet());
  }

  /** Looks once at each. */
  void lookAtAll() {
    List<Watched> all;
    synchronized (this) {
      all = List.copyOf(watched.values());
    }
    all.forEach(Watched::look);
  }

  @Override
  public synchronized void start() {
    running = true;
  }

  @Override
  public synchronized void stop() {
    running = false;
    watched.values().forEach(Watched::endAll);
  }

  @Override
  public synchronized boolean isRunning() {
    return running;
  }

  private void loop(Watched one) {
    Instant asked = clock.instant();
    boolean failed = false;
    try {
      while (one.waits(settings.every())) {
        try {
          Instant now = clock.instant();
          if (!now.isBefore(asked.plus(settings.heartbeat()))) {
            asked = now;
            endUnlessActive(one);
          }
          look(one);
          failed = false;
        } catch (Exception e) {
          if (!failed) {
            LOG.warn("what moved of {} cannot be seen, trying again", one.tenant().slug(), e);
          }
          failed = true;
        }
      }
    } catch (InterruptedException e) {
      one.endAll();
    }
  }

  private void look(Watched one) throws InterruptedException {
    places.acquire();
    try {
      one.look();
    } finally {
      places.release();
    }
  }

  /** It was suspended or deleted meanwhile. */
  void endUnlessActive(Watched one) {
    if (tenants.active(one.tenant().id()).isEmpty()) {
      one.endAll();
    }
  }
}
