package io.truebell.calm.pacing;

import io.truebell.calm.pacing.Limiter.Ask;
import io.truebell.calm.pacing.PacedAccounts.View;
import io.truebell.calm.pacing.PacedCallRows.Due;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The visits that this node makes now. Before a visit's transaction the limiter is asked for as
 * many permits as deliveries are due; after it, what was not used goes back.
 */
@Component
class PacingVisits {
  private final PacedAccounts accounts;
  private final PacedCallRows calls;
  private final Limiter limiter;
  private final Permits permits;
  private final Ids ids;
  private final Map<TenantId, Visit> visits = new ConcurrentHashMap<>();
  private final LastTurns lastTurns = new LastTurns();

  PacingVisits(
      PacedAccounts accounts, PacedCallRows calls, Limiter limiter, Permits permits, Ids ids) {
    this.accounts = accounts;
    this.calls = calls;
    this.limiter = limiter;
    this.permits = permits;
    this.ids = ids;
  }

  /** A visit of the scope's tenant begins; no transaction is open. */
  void begin(Instant now) {
    Tenant tenant = TenantScope.current();
    View view = accounts.of(tenant);
    List<PacedAccount> paced = view.paced();
    if (paced.isEmpty()) {
      visits.put(tenant.id(), new Visit(view, Map.of()));
      return;
    }
    Map<Passage, Ask> asks = new LinkedHashMap<>();
    calls.due(paced, now).stream().filter(d -> d.due() > 0).forEach(d -> ask(asks, d));
    Map<Passage, Turns> turns =
        asks.isEmpty()
            ? Map.of()
            : limiter
                .plan(tenant.id(), ids.next().toString(), List.copyOf(asks.values()))
                .orElse(null);
    if (turns != null) {
      lastTurns.saw(turns);
    }
    visits.put(tenant.id(), new Visit(view, turns));
  }

  private static void ask(Map<Passage, Ask> asks, Due due) {
    for (Passage passage : due.account().passages()) {
      Seed seed =
          switch (passage) {
            case Passage.Egress _ -> due.egress();
            case Passage.Rate _ -> due.rate();
          };
      asks.merge(
          passage,
          new Ask(passage, seed, due.due()),
          (a, b) -> new Ask(passage, a.seed().orYounger(b.seed()), a.calls() + b.calls()));
    }
  }

  /** The visit of the scope's tenant that is under way; null when none is. */
  @Nullable Visit current() {
    return visits.get(TenantScope.current().id());
  }

  /** How its passages stood when this node last heard of them: all that a dry run may ask. */
  LastTurns lastTurns() {
    return lastTurns;
  }

  /** In the claim's transaction: whether these are really claimed shows when it has ended. */
  void claimed(Visit visit, List<DeliveryId> claimed) {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            if (status != STATUS_ROLLED_BACK) {
              visit.keep(claimed);
            }
          }
        });
  }

  /** The visit is over; no transaction is open. */
  void end() {
    TenantId tenant = TenantScope.current().id();
    Visit visit = visits.remove(tenant);
    if (visit == null) {
      return;
    }
    visit
        .given()
        .keySet()
        .forEach(
            delivery -> {
              if (!visit.kept(delivery)) {
                permits.end(tenant, delivery);
              }
            });
    Map<Passage, List<String>> back = new HashMap<>(visit.left());
    permits
        .takeOwed(tenant)
        .forEach(
            (passage, tokens) ->
                back.merge(
                    passage, tokens, (a, b) -> Stream.concat(a.stream(), b.stream()).toList()));
    back.values().removeIf(List::isEmpty);
    if (!back.isEmpty()) {
      limiter.giveBack(tenant, back);
    }
  }
}
