package io.truebell.dispatch.people;

import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.TenantKeys;
import io.truebell.core.vault.WrappedKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Wrapped tenant keys where a test needs no database for them. */
final class KeysInMemory implements TenantKeys {
  private final Map<TenantId, List<WrappedKey>> keys = new ConcurrentHashMap<>();

  @Override
  public List<WrappedKey> load(TenantId tenant) {
    return keys.getOrDefault(tenant, List.of());
  }

  @Override
  public void storeFirst(TenantId tenant, List<WrappedKey> first) {
    keys.putIfAbsent(tenant, List.copyOf(first));
  }

  @Override
  public void destroy(TenantId tenant) {
    keys.put(tenant, List.of());
  }
}
