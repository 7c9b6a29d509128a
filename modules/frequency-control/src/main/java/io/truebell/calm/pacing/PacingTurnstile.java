package io.truebell.calm.pacing;

import io.truebell.calm.pacing.Limiter.Entry;
import io.truebell.calm.pacing.PacedCallRows.Due;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Turnstile;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The truth about pace: right before a call its egress is taken, for this call alone, and the pause
 * until the next one begins at its end. However late a claimed delivery comes to its call, two
 * calls are never closer than the interval.
 */
@Component
class PacingTurnstile implements Turnstile {
  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration LEAST = Duration.ofMillis(1);

  private final PacedAccounts accounts;
  private final PacedCallRows calls;
  private final Limiter limiter;
  private final Permits permits;
  private final Clock clock;

  PacingTurnstile(
      PacedAccounts accounts, PacedCallRows calls, Limiter limiter, Permits permits, Clock clock) {
    this.accounts = accounts;
    this.calls = calls;
    this.limiter = limiter;
    this.permits = permits;
    this.clock = clock;
  }

  @Override
  public @Nullable Wait enter(Tenant tenant, DueDelivery delivery, Duration timeout) {
    try {
      PacedAccount account = accounts.find(tenant, delivery.account());
      if (account == null) {
        return new Wait(MOMENT, Reason.of(PacingReasons.CHANGED));
      }
      return account.paced() ? enter(tenant, delivery, timeout, account) : null;
    } catch (DataAccessException e) {
      // without the accounts nobody knows whether it may begin
      return down(delivery);
    }
  }

  private @Nullable Wait enter(
      Tenant tenant, DueDelivery delivery, Duration timeout, PacedAccount account) {
    Map<Passage, String> tokens = permits.of(delivery.id(), account.passages());
    Optional<Entry> answer = limiter.enter(tenant.id(), timeout, tokens, Map.of());
    if (answer.map(Entry::unknown).orElse(false)) {
      answer = limiter.enter(tenant.id(), timeout, tokens, seeds(tenant, account));
    }
    if (answer.isEmpty()) {
      return down(delivery);
    }
    Entry entry = answer.get();
    Duration wait = entry.delay();
    Passage passage = entry.passage();
    if (wait == null || passage == null) {
      permits.enter(delivery.id(), tokens);
      return null;
    }
    return new Wait(
        wait.compareTo(LEAST) < 0 ? LEAST : wait,
        Holds.paced(passage, entry.ahead(), entry.waiting()));
  }

  private Wait down(DueDelivery delivery) {
    return new Wait(
        Holds.whenDown(delivery, clock.instant()), Reason.of(PacingReasons.LIMITER_DOWN));
  }

  /** The store has lost its memory: the database knows when a call was claimed last. */
  private Map<Passage, Seed> seeds(Tenant tenant, PacedAccount account) {
    List<Due> known = TenantScope.call(tenant, () -> calls.due(List.of(account), clock.instant()));
    Map<Passage, Seed> seeds = new HashMap<>();
    for (Passage passage : account.passages()) {
      Seed seed =
          known.isEmpty()
              ? Seed.NEVER
              : switch (passage) {
                case Passage.Egress _ -> known.getFirst().egress();
                case Passage.Rate _ -> known.getFirst().rate();
              };
      seeds.put(passage, seed);
    }
    return seeds;
  }

  @Override
  public void leave(Tenant tenant, DueDelivery delivery) {
    Map<Passage, String> tokens = permits.leave(delivery.id());
    if (!tokens.isEmpty()) {
      limiter.leave(tokens);
    }
  }
}
