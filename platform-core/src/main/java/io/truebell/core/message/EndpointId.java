package io.truebell.core.message;

import java.util.UUID;

/** Identifies one endpoint: an address of a recipient on a channel. */
public record EndpointId(UUID value) {
  @Override
  public String toString() {
    return value.toString();
  }
}
