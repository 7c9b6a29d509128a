package io.truebell.dispatch.watch;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.watch.MovedRows.Entry;
import io.truebell.dispatch.watch.MovedRows.Moved;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A tenant that somebody watches. One look serves all its streams.
 *
 * <p>A transaction that commits late writes entries that are older than the look before, so each
 * look reaches back behind the last one, and remembers what was told already.
 */
final class Watched {
  static final Duration LOOK_BACK = Duration.ofSeconds(10);

  /** Most entries that one look reads; beyond them the page is told to ask anew. */
  static final int MOST_ENTRIES = 2000;

  private final Tenant tenant;
  private final MovedRows rows;
  private final Clock clock;
  private final List<WatchStream> streams = new CopyOnWriteArrayList<>();
  private final CountDownLatch left = new CountDownLatch(1);
  private final Map<Entry, Instant> told = new HashMap<>();
  private @Nullable Instant looked;

  Watched(Tenant tenant, MovedRows rows, Clock clock) {
    this.tenant = tenant;
    this.rows = rows;
    this.clock = clock;
  }

  Tenant tenant() {
    return tenant;
  }

  /**
   * @throws ApiProblem 429 when there are {@code most} already
   */
  WatchStream join(int most) {
    if (streams.size() >= most) {
      throw new ApiProblem(
          429,
          "too_many_streams",
          "The tenant has " + most + " open streams; close one, or poll.",
          List.of());
    }
    WatchStream stream = new WatchStream(tenant.id());
    streams.add(stream);
    return stream;
  }

  /** Says whether nobody is left. */
  boolean leave(WatchStream stream) {
    streams.remove(stream);
    if (streams.isEmpty()) {
      left.countDown();
    }
    return streams.isEmpty();
  }

  /** Waits before the next look; false when nobody is left to look for. */
  boolean waits(Duration time) throws InterruptedException {
    return !left.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  void endAll() {
    streams.forEach(WatchStream::end);
  }

  /** What happened before the first stream began is no news to it. */
  synchronized void begin() {
    if (looked == null) {
      look();
    }
  }

  /** Tells every stream what moved since the last look; the first one tells nothing. */
  synchronized void look() {
    Instant now = clock.instant();
    Instant since = (looked == null ? now : looked).minus(LOOK_BACK);
    List<Moved> found = TenantScope.call(tenant, () -> rows.since(since, MOST_ENTRIES + 1));
    Set<UUID> messages = new LinkedHashSet<>();
    for (Moved moved : found) {
      if (told.put(moved.entry(), moved.at()) == null) {
        messages.add(moved.message());
      }
    }
    boolean more = found.size() > MOST_ENTRIES;
    if (looked != null && (more || !messages.isEmpty())) {
      streams.forEach(stream -> stream.tell(messages, more));
    }
    looked = now;
    Instant forget = now.minus(LOOK_BACK);
    told.values().removeIf(at -> at.isBefore(forget));
  }
}
