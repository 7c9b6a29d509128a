package io.truebell.core.tenancy;

import java.util.UUID;

/** Identifies one tenant for good; never reused. */
public record TenantId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
