package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.TenantId;
import java.time.Duration;
import java.util.ArrayList;
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
 * free, and one channel account half as many. One tenant alone thus gets half of the node, and one
 * whose provider hangs leaves as much to the others as it holds itself, however many such there
 * are.
 */
@Component
class InFlight {
  private final int most;
  private final int mostPerAccount;
  private final Map<AccountId, Integer> byAccount = new HashMap<>();
  private final Map<TenantId, Set<UUID>> claims = new HashMap<>();
  private final Map<TenantId, Integer> byTenant = new HashMap<>();
  private int calling;
  private int unsettled;

  InFlight(DispatchSettings settings) {
    this.most = settings.inFlight();
    this.mostPerAccount = settings.perAccount();
  }

  /** How many more calls this tenant may begin. */
  synchronized int freeFor(TenantId tenant) {
    // outcomes that the database does not take are kept in memory: not more of them than calls
    if (unsettled > most) {
      return 0;
    }
    int free = most - calling;
    int held = byTenant.getOrDefault(tenant, 0);
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

  /** Accounts that have calls under way. */
  synchronized List<AccountId> busy() {
    return new ArrayList<>(byAccount.keySet());
  }

  /** Takes a place; the claim has seen to it that there is one. */
  synchronized void enter(TenantId tenant, AccountId account, UUID delivery) {
    byAccount.merge(account, 1, Integer::sum);
    byTenant.merge(tenant, 1, Integer::sum);
    claims.computeIfAbsent(tenant, t -> new HashSet<>()).add(delivery);
    calling++;
  }

  /** The call is over: its place is free, and its outcome waits to be written. */
  synchronized void called(TenantId tenant, AccountId account) {
    byAccount.computeIfPresent(account, (a, n) -> n > 1 ? n - 1 : null);
    byTenant.computeIfPresent(tenant, (t, n) -> n > 1 ? n - 1 : null);
    calling--;
    unsettled++;
  }

  /** The outcome is written, or given up. */
  synchronized void settled(TenantId tenant, UUID delivery) {
    Set<UUID> own = claims.get(tenant);
    if (own != null && own.remove(delivery)) {
      unsettled--;
      if (own.isEmpty()) {
        claims.remove(tenant);
      }
      notifyAll();
    }
  }

  /** The tenant's deliveries that this node has claimed and not yet settled. */
  synchronized List<UUID> claimsOf(TenantId tenant) {
    return List.copyOf(claims.getOrDefault(tenant, Set.of()));
  }

  /** How many calls of this tenant are under way. */
  synchronized int callsOf(TenantId tenant) {
    return byTenant.getOrDefault(tenant, 0);
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
