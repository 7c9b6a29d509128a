package io.truebell.admin.tenants;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a tenant is in its life. */
public enum TenantState {
  /** Its schema and keys are being made. */
  PROVISIONING,
  ACTIVE,
  /** Nothing is accepted or sent; nothing is lost. */
  SUSPENDED,
  /** Its schema and keys are being destroyed. */
  DELETING,
  DELETED;

  /** As the API spells it. */
  @JsonValue
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
