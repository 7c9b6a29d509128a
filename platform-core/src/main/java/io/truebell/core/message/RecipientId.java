package io.truebell.core.message;

import java.util.UUID;

/** Identifies one recipient inside its tenant. */
public record RecipientId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
