package io.truebell.calm.pacing;

import io.truebell.calm.pacing.PacedAccounts.View;
import io.truebell.calm.pacing.SlowScopeRows.Slow;
import io.truebell.calm.pacing.SlowScopeRows.Stored;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Lets through a claim only what can be called about now; the rest waits until its own turn. The
 * measure is taken again right before each call, by {@link PacingTurnstile}.
 */
@Component
class PacingGate implements Gate {
  private final PacedAccounts accounts;
  private final PacingVisits visits;
  private final Permits permits;
  private final Slowness slowness;
  private final BeforeCommit beforeCommit;
  private final Limiter limiter;

  PacingGate(
      PacedAccounts accounts,
      PacingVisits visits,
      Permits permits,
      Slowness slowness,
      BeforeCommit beforeCommit,
      Limiter limiter) {
    this.accounts = accounts;
    this.visits = visits;
    this.permits = permits;
    this.slowness = slowness;
    this.beforeCommit = beforeCommit;
    this.limiter = limiter;
  }

  @Override
  public GatePlace place() {
    return GatePlace.EGRESS_PACING;
  }

  @Override
  public void beforeClaim(Instant now) {
    visits.begin(now);
  }

  @Override
  public void afterClaim() {
    visits.end();
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    if (batch.deliveries().isEmpty()) {
      return Map.of();
    }
    Tenant tenant = TenantScope.current();
    Visit visit = batch.rehearsal() ? null : visits.current();
    View view = visit == null ? accounts.fresh(tenant) : visit.accounts();
    Stored stored = slowness.stored(batch.deliveries(), view);
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    Map<AccountId, Integer> rehearsed = new HashMap<>();
    boolean changed = false;
    for (DueDelivery due : batch.deliveries()) {
      PacedAccount account = view.find(due.account());
      Verdict verdict;
      if (account == null || !account.stamp().equals(stored.stamps().get(due.account()))) {
        changed = true;
        verdict = Holds.changed(batch.now());
      } else {
        verdict = slow(due, account, stored, batch.now());
        if (verdict == null && account.paced()) {
          verdict =
              batch.rehearsal()
                  ? forecast(due, account, rehearsed, batch.now())
                  : turn(due, account, visit, batch.now());
        }
      }
      if (verdict != null) {
        verdicts.put(due.id(), verdict);
      }
    }
    if (changed) {
      accounts.forget(tenant.id());
    }
    return verdicts;
  }

  private static @Nullable Verdict slow(
      DueDelivery due, PacedAccount account, Stored stored, Instant now) {
    Verdict longest = null;
    Slow most = null;
    for (Slowed scope : Slowed.all(due, account)) {
      Slow slow = stored.slow().get(scope);
      if (slow != null && (most == null || slow.left().compareTo(most.left()) > 0)) {
        most = slow;
        longest = Holds.slowed(scope, slow, now);
      }
    }
    return longest;
  }

  private @Nullable Verdict forecast(
      DueDelivery due, PacedAccount account, Map<AccountId, Integer> rehearsed, Instant now) {
    if (limiter.down()) {
      return Holds.limiterDown(due, now);
    }
    int nth = rehearsed.merge(account.id(), 1, Integer::sum) - 1;
    return visits.lastTurns().forecast(account, nth, now);
  }

  private @Nullable Verdict turn(
      DueDelivery due, PacedAccount account, @Nullable Visit visit, Instant now) {
    if (visit == null) {
      return Holds.changed(now);
    }
    Verdict held = visit.take(due, account, now);
    if (held != null) {
      return held;
    }
    permits.give(due.id(), visit.given().getOrDefault(due.id(), Map.of()));
    Passage first = account.passages().getFirst();
    return new Verdict.Pass(
        Map.of("passage", first.name(), "interval_ms", first.interval().toMillis()));
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    Visit visit = visits.current();
    if (visit == null) {
      return;
    }
    List<DeliveryId> claimed = new ArrayList<>();
    Set<AccountId> called = new HashSet<>();
    for (DecidedDelivery one : decided) {
      DueDelivery due = one.delivery();
      if (one.verdict() instanceof Verdict.Pass && visit.given().containsKey(due.id())) {
        claimed.add(due.id());
        called.add(due.account());
      }
    }
    if (!claimed.isEmpty()) {
      visits.claimed(visit, claimed);
    }
    for (AccountId id : called) {
      PacedAccount account = visit.accounts().find(id);
      if (account != null) {
        beforeCommit.claimed(account);
      }
    }
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    Tenant tenant = TenantScope.current();
    settled.forEach(one -> permits.end(tenant.id(), one.delivery()));
    slowness.answered(tenant, settled);
  }
}
