package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Which of a tenant's accounts are paced, remembered for a few seconds. A claim compares what it
 * remembers with what is stored, so that a change is never overlooked.
 */
@Component
class PacedAccounts {
  private static final long FRESH = 5_000_000_000L;
  private static final int MOST_TENANTS = 20_000;

  private final PacedAccountRows rows;
  private final Map<TenantId, View> views = new ConcurrentHashMap<>();
  private final Set<TenantId> reading = ConcurrentHashMap.newKeySet();

  PacedAccounts(PacedAccountRows rows) {
    this.rows = rows;
  }

  /** A tenant's accounts as they were a moment ago. */
  record View(Map<AccountId, PacedAccount> accounts, long readAt) {
    List<PacedAccount> paced() {
      return accounts.values().stream().filter(PacedAccount::paced).toList();
    }

    @Nullable PacedAccount find(AccountId id) {
      return accounts.get(id);
    }
  }

  /**
   * The accounts of a tenant. What is out of date is read by one caller; the others go on with what
   * was known, and so does everybody while it cannot be read.
   */
  View of(Tenant tenant) {
    View known = views.get(tenant.id());
    if (known == null) {
      return fresh(tenant);
    }
    if (System.nanoTime() - known.readAt() < FRESH || !reading.add(tenant.id())) {
      return known;
    }
    try {
      return fresh(tenant);
    } catch (DataAccessException e) {
      return known;
    } finally {
      reading.remove(tenant.id());
    }
  }

  /** One account, read again when it is not known yet; null when there is none. */
  @Nullable PacedAccount find(Tenant tenant, AccountId id) {
    PacedAccount known = of(tenant).find(id);
    return known == null ? fresh(tenant).find(id) : known;
  }

  /** They have changed: they are read again when they are needed next. */
  void forget(TenantId tenant) {
    views.remove(tenant);
  }

  /** The accounts of a tenant as they are now. */
  View fresh(Tenant tenant) {
    long now = System.nanoTime();
    Map<AccountId, PacedAccount> accounts = new HashMap<>();
    TenantScope.run(tenant, () -> rows.all().forEach(a -> accounts.put(a.id(), a)));
    View view = new View(Map.copyOf(accounts), now);
    if (views.size() >= MOST_TENANTS) {
      views.clear();
    }
    views.put(tenant.id(), view);
    return view;
  }
}
