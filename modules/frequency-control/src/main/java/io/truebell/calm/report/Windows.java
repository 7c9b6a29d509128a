package io.truebell.calm.report;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.TypeRules;
import io.truebell.calm.policy.CalmPolicy.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rolling windows in memory, one for each recipient, subject and channel account: instants are
 * counted, the one that finds the window full opens a digest, and those that come while it is open
 * join it.
 */
final class Windows {
  private final CalmPolicy policy;
  private final Duration longest;
  private final Map<Key, Open> windows = new HashMap<>();

  Windows(CalmPolicy policy) {
    this.policy = policy;
    this.longest =
        Stream.concat(
                Stream.ofNullable(policy.window()),
                policy.types().values().stream().map(TypeRules::window).filter(Objects::nonNull))
            .map(Window::length)
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
  }

  private record Key(UUID person, String subject, UUID account) {}

  /** A key's instants, the oldest first, and whether a digest is open. */
  private static final class Open {
    private final Deque<Instant> instants = new ArrayDeque<>();
    private boolean digest;
  }

  /** What a window makes of a delivery. */
  sealed interface Place {
    /** It is an instant, or no window looks at it. */
    record Instantly() implements Place {}

    /** It joins the digest that is open. */
    record Joins() implements Place {}

    /** It opens a digest that is due then. */
    record Opens(Instant due) implements Place {}
  }

  Place examine(PastDelivery delivery, Instant now) {
    Window window = windowOf(delivery);
    if (window == null) {
      return new Place.Instantly();
    }
    Open open = windows.computeIfAbsent(key(delivery), key -> new Open());
    forget(open, now);
    if (!delivery.urgent()) {
      if (open.digest) {
        return new Place.Joins();
      }
      Instant oldest = oldestThatFills(open, window, now);
      if (oldest != null) {
        open.digest = true;
        return new Place.Opens(oldest.plus(window.length()));
      }
    }
    open.instants.addLast(now);
    return new Place.Instantly();
  }

  /** The digest that it opened has gone out, or never will. */
  void close(PastDelivery carrier) {
    Open open = windows.get(key(carrier));
    if (open != null) {
      open.digest = false;
    }
  }

  private @Nullable Window windowOf(PastDelivery delivery) {
    return delivery.subject().isEmpty() ? null : policy.windowOf(delivery.type());
  }

  /** The oldest of the newest {@code most} instants in the window; null when it has room. */
  private static @Nullable Instant oldestThatFills(Open open, Window window, Instant now) {
    Instant begin = now.minus(window.length());
    int counted = 0;
    Iterator<Instant> newestFirst = open.instants.descendingIterator();
    while (newestFirst.hasNext()) {
      Instant instant = newestFirst.next();
      if (!instant.isAfter(begin)) {
        return null;
      }
      if (++counted == window.most()) {
        return instant;
      }
    }
    return null;
  }

  private void forget(Open open, Instant now) {
    Instant begin = now.minus(longest);
    while (!open.instants.isEmpty() && !open.instants.getFirst().isAfter(begin)) {
      open.instants.removeFirst();
    }
  }

  private static Key key(PastDelivery delivery) {
    return new Key(delivery.person().id(), delivery.subject(), delivery.account());
  }
}
