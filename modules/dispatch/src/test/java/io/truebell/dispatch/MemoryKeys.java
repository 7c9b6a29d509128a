package io.truebell.dispatch;

import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.TenantKeys;
import io.truebell.core.vault.WrappedKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.dao.DataAccessResourceFailureException;

/** Wrapped keys that live as long as the test. */
final class MemoryKeys implements TenantKeys {
  private final Map<TenantId, List<WrappedKey>> keys = new ConcurrentHashMap<>();

  private volatile boolean away;

  /** Whether the store of keys cannot be reached. */
  void away(boolean gone) {
    away = gone;
  }

  @Override
  public List<WrappedKey> load(TenantId tenant) {
    if (away) {
      throw new DataAccessResourceFailureException("the database is away");
    }
    return keys.getOrDefault(tenant, List.of());
  }

  @Override
  public void storeFirst(TenantId tenant, List<WrappedKey> first) {
    keys.putIfAbsent(tenant, first);
  }

  @Override
  public void destroy(TenantId tenant) {
    keys.computeIfPresent(
        tenant,
        (t, all) -> all.stream().map(k -> new WrappedKey(k.purpose(), k.version(), null)).toList());
  }
}
