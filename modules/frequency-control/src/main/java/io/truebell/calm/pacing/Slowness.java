package io.truebell.calm.pacing;

import io.truebell.calm.pacing.PacedAccounts.View;
import io.truebell.calm.pacing.SlowScopeRows.Stored;
import io.truebell.core.message.AccountId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A provider's wish to be called less often slows the scope that it named, not one delivery. */
@Component
class Slowness {
  /** When the provider does not say for how long. */
  static final Duration USUAL = Duration.ofSeconds(60);

  static final Duration LONGEST = Duration.ofHours(1);

  private final PacedAccounts accounts;
  private final SlowScopeRows rows;
  private final BeforeCommit beforeCommit;

  Slowness(PacedAccounts accounts, SlowScopeRows rows, BeforeCommit beforeCommit) {
    this.accounts = accounts;
    this.rows = rows;
    this.beforeCommit = beforeCommit;
  }

  /** What slows these deliveries now, and which accounts stand as they were read. */
  Stored stored(List<DueDelivery> deliveries, View view) {
    Set<AccountId> ids = new HashSet<>();
    Set<Slowed> scopes = new HashSet<>();
    for (DueDelivery due : deliveries) {
      ids.add(due.account());
      PacedAccount account = view.find(due.account());
      if (account != null) {
        scopes.addAll(Slowed.all(due, account));
      }
    }
    return rows.standing(ids, scopes);
  }

  /** Outcomes are settled, in the caller's transaction. */
  void answered(Tenant tenant, List<SettledDelivery> settled) {
    Map<Slowed, Duration> wishes = new HashMap<>();
    for (SettledDelivery one : settled) {
      DueDelivery due = one.due();
      if (one.outcome() instanceof Outcome.Transient wish
          && due != null
          && wish.scope() != Outcome.SlowScope.DELIVERY) {
        Slowed scope = Slowed.of(wish.scope(), due, accounts.find(tenant, due.account()));
        if (scope != null) {
          wishes.merge(scope, length(wish), (a, b) -> a.compareTo(b) > 0 ? a : b);
        }
      }
    }
    if (!wishes.isEmpty()) {
      rows.slow(wishes);
      beforeCommit.slow(wishes);
    }
  }

  private static Duration length(Outcome.Transient wish) {
    Duration asked = wish.retryAfter();
    if (asked == null || asked.isNegative()) {
      return USUAL;
    }
    return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
  }
}
