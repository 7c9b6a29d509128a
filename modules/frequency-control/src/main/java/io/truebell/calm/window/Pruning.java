package io.truebell.calm.window;

import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Now and then, what is too old for any day or window goes; never much at once. */
@Component
class Pruning {
  static final Duration KEPT = Duration.ofDays(8);
  static final int AT_ONCE = 500;
  private static final Duration BETWEEN = Duration.ofHours(1);

  private final SentRows sent;
  private final Map<TenantId, Instant> last = new ConcurrentHashMap<>();

  Pruning(SentRows sent) {
    this.sent = sent;
  }

  /** In the claim's transaction. */
  void now(Limits limits, Instant now) {
    TenantId tenant = TenantScope.current().id();
    Instant before = last.get(tenant);
    if (before != null && now.isBefore(before.plus(BETWEEN))) {
      return;
    }
    Duration longest = limits.longestWindow();
    Duration kept = longest.compareTo(KEPT) > 0 ? longest : KEPT;
    if (sent.prune(now.minus(kept), AT_ONCE) < AT_ONCE) {
      last.put(tenant, now);
    }
  }
}
