package io.truebell.dispatch.gates;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ClaimedContents;
import io.truebell.core.spi.DueDelivery;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** What deliveries carry: their notification's payload, or what a plugin says instead. */
@Component
public class Payloads {
  private final List<ClaimedContents> others;

  Payloads(ObjectProvider<ClaimedContents> others) {
    this.others = others.orderedStream().toList();
  }

  /**
   * What plugins say instead, by delivery; in the claim's transaction and scope.
   *
   * @param own the payload of each delivery's notification
   */
  public Map<DeliveryId, Map<String, Object>> instead(
      List<DueDelivery> deliveries, Map<DeliveryId, Map<String, Object>> own) {
    if (others.isEmpty() || deliveries.isEmpty()) {
      return Map.of();
    }
    Map<DeliveryId, Map<String, Object>> carried = new HashMap<>(own);
    Map<DeliveryId, Map<String, Object>> said = new HashMap<>();
    for (ClaimedContents other : others) {
      Map<DeliveryId, Map<String, Object>> more =
          other.instead(deliveries, Collections.unmodifiableMap(carried));
      carried.putAll(more);
      said.putAll(more);
    }
    return said;
  }
}
