package io.truebell.calm.pacing;

import io.truebell.calm.pacing.Limiter.Standing;
import io.truebell.calm.pacing.PacingView.EgressView;
import io.truebell.calm.pacing.PacingView.RateView;
import io.truebell.calm.pacing.PacingView.SlowView;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How an account's pacing stands now. */
@Component
class PacingStatus {
  private final PacedAccounts accounts;
  private final PacingRateRows rates;
  private final SlowScopeRows slow;
  private final PacedCallRows calls;
  private final Limiter limiter;
  private final Clock clock;

  PacingStatus(
      PacedAccounts accounts,
      PacingRateRows rates,
      SlowScopeRows slow,
      PacedCallRows calls,
      Limiter limiter,
      Clock clock) {
    this.accounts = accounts;
    this.rates = rates;
    this.slow = slow;
    this.calls = calls;
    this.limiter = limiter;
    this.clock = clock;
  }

  PacingView of(AccountId id) {
    PacedAccount account = accounts.find(TenantScope.current(), id);
    if (account == null) {
      throw ApiProblem.notFound("channel account");
    }
    Optional<Map<Passage, Standing>> standing = limiter.look(account.passages());
    Map<Passage, Standing> known = standing.orElse(Map.of());
    return new PacingView(
        id.value(),
        standing.isPresent() ? "up" : "down",
        egress(account.egress(), known),
        rates.find(id).map(stored -> rate(stored, account.rate(), known)).orElse(null),
        calls.waiting(id, PacingReasons.WAITS),
        slow.standing(List.of(id), Slowed.of(account)).slow().entrySet().stream()
            .map(e -> new SlowView(e.getKey().word(), e.getValue().since(), e.getValue().until()))
            .toList());
  }

  private @Nullable EgressView egress(
      Passage.@Nullable Egress egress, Map<Passage, Standing> known) {
    if (egress == null) {
      return null;
    }
    Standing standing = known.get(egress);
    return new EgressView(
        egress.egress(),
        egress.interval().toMillis(),
        nextFree(standing),
        standing == null ? 0 : standing.waitingTenants(),
        standing == null ? 0 : standing.callsInLine());
  }

  private RateView rate(
      PacingRateRows.Stored stored, Passage.@Nullable Rate rate, Map<Passage, Standing> known) {
    Standing standing = rate == null ? null : known.get(rate);
    return new RateView(
        stored.calls(),
        stored.perSeconds(),
        stored.burst(),
        stored.version(),
        stored.setAt(),
        stored.setBy(),
        nextFree(standing),
        standing == null ? 0 : standing.callsInLine());
  }

  private @Nullable Instant nextFree(@Nullable Standing standing) {
    return standing == null ? null : clock.instant().plus(standing.free());
  }
}
