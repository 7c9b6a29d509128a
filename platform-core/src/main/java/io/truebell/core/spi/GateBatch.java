package io.truebell.core.spi;

import java.time.Instant;
import java.util.List;

/**
 * Due deliveries of the scope's tenant that reached a gate together.
 *
 * @param now the claim's time
 * @param rehearsal a dry run: nothing may be written or used up
 */
public record GateBatch(Instant now, List<DueDelivery> deliveries, boolean rehearsal) {
  public GateBatch {
    deliveries = List.copyOf(deliveries);
  }
}
