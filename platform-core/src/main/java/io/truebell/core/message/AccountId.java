package io.truebell.core.message;

import java.util.UUID;

/** Identifies one channel account: a tenant's configured use of a channel. */
public record AccountId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
