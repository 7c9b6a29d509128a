package io.truebell.core.message;

import java.util.UUID;

/** Identifies one message: one notification for one recipient. */
public record MessageId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
