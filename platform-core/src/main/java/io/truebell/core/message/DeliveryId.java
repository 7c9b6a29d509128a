package io.truebell.core.message;

import java.util.UUID;

/** Identifies one delivery: one message through one channel account to one endpoint. */
public record DeliveryId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
