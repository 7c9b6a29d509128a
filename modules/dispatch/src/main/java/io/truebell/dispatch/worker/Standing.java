package io.truebell.dispatch.worker;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether tenants that have their turns still are active, asked again each second: one with a
 * backlog is not looked up by its hint for as long as it lasts.
 */
final class Standing {
  private static final long FRESH = Duration.ofSeconds(1).toNanos();

  private record Answer(Tenant tenant, long at) {}

  private final Tenants tenants;
  private final LongSupplier nanos;
  private final Map<TenantId, Answer> answers = new ConcurrentHashMap<>();

  /**
   * @param nanos a clock like {@link System#nanoTime}
   */
  Standing(Tenants tenants, LongSupplier nanos) {
    this.tenants = tenants;
    this.nanos = nanos;
  }

  /** The tenant as it is now; null when it is not active any more. */
  @Nullable Tenant of(Tenant known) {
    Answer last = answers.get(known.id());
    long now = nanos.getAsLong();
    if (last != null && now - last.at() < FRESH) {
      return last.tenant();
    }
    Optional<Tenant> found = tenants.active(known.id());
    if (found.isEmpty()) {
      answers.remove(known.id());
      return null;
    }
    answers.put(known.id(), new Answer(found.orElseThrow(), now));
    return found.orElseThrow();
  }
}
