package io.truebell.core.vault;

import io.truebell.core.tenancy.TenantId;
import java.util.List;

/** Where wrapped tenant keys are kept. */
public interface TenantKeys {
  /** All keys of the tenant, destroyed ones too; empty when it never had one. */
  List<WrappedKey> load(TenantId tenant);

  /**
   * Stores the tenant's first keys; those that exist already, destroyed or not, stay as they are.
   */
  void storeFirst(TenantId tenant, List<WrappedKey> keys);

  /** Erases the wrapped bytes for good and keeps the fact that there were keys. */
  void destroy(TenantId tenant);
}
