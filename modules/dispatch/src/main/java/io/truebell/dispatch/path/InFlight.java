package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * The calls of this node that are under way, and how many more may begin.
 *
 * <p>Nobody owns a fixed share, and nobody can take all: a tenant may hold as many places as are
 * free, and one channel account half as many. One tenant alone thus gets half of the node, and each
 * whose provider hangs leaves half of what it found to the others, until its timeouts free its own.
 */
@Component
class InFlight {
  private final int most;
  private final int mostPerAccount;
  private final Map<AccountId, Integer> byAccount = new HashMap<>();
  private final Map<TenantId, Map<AccountId, Integer>> byTenant = new HashMap<>();
  private final Map<TenantId, Set<Held>> claims = new HashMap<>();
  private int calling;
  private int unsettled;

  InFlight(DispatchSettings settings) {
    this.most = settings.inFlight();
    this.mostPerAccount = settings.perAccount();
  }

  /**
   * One claim: a delivery may be claimed again while an earlier attempt's outcome is still written.
   */
  record Held(UUID delivery, int attempt) {}

  /** How many more calls this tenant may begin. */
  synchronized int freeFor(TenantId tenant) {
    // outcomes that the database does not take are kept in memory: not more of them than calls
    if (unsettled > most) {
      return 0;
    }
    int free = most - calling;
    int held = callsOf(tenant);
    return Math.clamp((free - held + 1) / 2, 0, free);
  }

  /** How many more calls may begin through an account that has none under way. */
  synchronized int freeForAnyAccount() {
    return Math.clamp((most - calling + 2) / 3, 0, mostPerAccount);
  }

  /** How many more calls may begin through one account. */
  synchronized int freeFor(AccountId account) {
    int held = byAccount.getOrDefault(account, 0);
    int share = (most - calling - 2 * held + 2) / 3;
    return Math.max(0, Math.min(share, mostPerAccount - held));
  }

  /** The tenant's accounts that have calls under way. */
  synchronized List<AccountId> busy(TenantId tenant) {
    return List.copyOf(byTenant.getOrDefault(tenant, Map.of()).keySet());
  }

  /** Takes a place; the claim has seen to it that there is one. */
  synchronized void enter(TenantId tenant, AccountId account, Held claim) {
    byAccount.merge(account, 1, Integer::sum);
    byTenant.computeIfAbsent(tenant, t -> new HashMap<>()).merge(account, 1, Integer::sum);
    claims.computeIfAbsent(tenant, t -> new HashSet<>()).add(claim);
    calling++;
  }

  /** The call is over: its place is free, and its outcome waits to be written. */
  synchronized void called(TenantId tenant, AccountId account) {
    byAccount.computeIfPresent(account, (a, n) -> n > 1 ? n - 1 : null);
    byTenant.computeIfPresent(
        tenant,
        (t, own) -> {
          own.computeIfPresent(account, (a, n) -> n > 1 ? n - 1 : null);
          return own.isEmpty() ? null : own;
        });
    calling--;
    unsettled++;
  }

  /** The outcome is written, or given up. */
  synchronized void settled(TenantId tenant, Held claim) {
    Set<Held> own = claims.get(tenant);
    if (own != null && own.remove(claim)) {
      unsettled--;
      if (own.isEmpty()) {
        claims.remove(tenant);
      }
      notifyAll();
    }
  }

  /** The tenant's claims that this node made and has not yet settled. */
  synchronized List<Held> claimsOf(TenantId tenant) {
    return List.copyOf(claims.getOrDefault(tenant, Set.of()));
  }

  /** How many calls of this tenant are under way. */
  synchronized int callsOf(TenantId tenant) {
    return byTenant.getOrDefault(tenant, Map.of()).values().stream().mapToInt(n -> n).sum();
  }

  /** How many calls are under way. */
  synchronized int calling() {
    return calling;
  }

  /** Waits until nothing is under way, at most as long as {@code within}; says whether it is so. */
  synchronized boolean awaitNone(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (!claims.isEmpty()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}
