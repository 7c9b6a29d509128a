package io.truebell.dispatch.path;

import io.truebell.core.message.Reason;
import io.truebell.core.spi.Turnstile;
import io.truebell.core.spi.Turnstile.Wait;
import io.truebell.core.tenancy.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * What stands between a claim and its call: whoever spaces calls lets it in, or makes it wait. A
 * short wait is waited for here, in the call's own thread; a long one gives the claim back.
 */
@Component
class Entrance {
  private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(5);

  private final List<Turnstile> turnstiles;
  private final ProviderCall call;
  private final Clock clock;

  Entrance(ObjectProvider<Turnstile> turnstiles, ProviderCall call, Clock clock) {
    this.turnstiles = turnstiles.orderedStream().toList();
    this.call = call;
    this.clock = clock;
  }

  /** Null when the call may begin; {@link #leave} follows then. */
  @Nullable GivenBack enter(Tenant tenant, ClaimedDelivery claimed) {
    List<Turnstile> behind = new ArrayList<>();
    long left = PATIENCE.toNanos();
    for (Turnstile turnstile : turnstiles) {
      Wait wait = ask(turnstile, tenant, claimed);
      while (wait != null
          && wait.length().toNanos() <= left
          && slept(wait.length())
          && call.inTime(claimed)) {
        left -= wait.length().toNanos();
        wait = ask(turnstile, tenant, claimed);
      }
      if (wait != null) {
        behind.forEach(passed -> passed.leave(tenant, claimed.due()));
        return new GivenBack(wait.reason(), until(wait));
      }
      behind.add(turnstile);
    }
    return null;
  }

  /** The call is over. */
  void leave(Tenant tenant, ClaimedDelivery claimed) {
    for (Turnstile turnstile : turnstiles) {
      try {
        turnstile.leave(tenant, claimed.due());
      } catch (RuntimeException e) {
        LOG.warn("what spaces calls was not told that one ended", e);
      }
    }
  }

  private @Nullable Wait ask(Turnstile turnstile, Tenant tenant, ClaimedDelivery claimed) {
    try {
      return turnstile.enter(tenant, claimed.due(), call.timeout(claimed));
    } catch (RuntimeException e) {
      LOG.warn("what spaces calls failed; the call waits", e);
      return new Wait(AFTER_TROUBLE, Reason.of("turnstile_failed"));
    }
  }

  private Instant until(Wait wait) {
    return clock.instant().plus(wait.length());
  }

  private static boolean slept(Duration length) {
    try {
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
