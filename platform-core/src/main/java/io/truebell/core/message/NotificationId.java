package io.truebell.core.message;

import java.util.UUID;

/** Identifies one notification: the business fact. */
public record NotificationId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
