package io.truebell.core.spi;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Due deliveries of the scope's tenant that reached a gate together.
 *
 * @param now the claim's time
 * @param rehearsal a dry run: nothing may be written, locked or used up
 * @param payload in a dry run, what the notification would say; null otherwise, where it is stored
 */
public record GateBatch(
    Instant now,
    List<DueDelivery> deliveries,
    boolean rehearsal,
    @Nullable Map<String, Object> payload) {
  public GateBatch {
    deliveries = List.copyOf(deliveries);
  }

  /** A batch of deliveries that are stored. */
  public GateBatch(Instant now, List<DueDelivery> deliveries, boolean rehearsal) {
    this(now, deliveries, rehearsal, null);
  }
}
