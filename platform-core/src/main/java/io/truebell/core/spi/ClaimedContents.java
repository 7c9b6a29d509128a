package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import java.util.List;
import java.util.Map;

/**
 * Says what a claimed delivery carries instead of its own notification's payload: a digest speaks
 * for several. Asked in the claim's transaction and scope, and by gates that look at contents.
 */
public interface ClaimedContents {
  /**
   * Payloads that replace the notification's own, by delivery; those that are left out carry their
   * own.
   *
   * @param own the payload of each delivery's notification
   */
  Map<DeliveryId, Map<String, Object>> instead(
      List<DueDelivery> deliveries, Map<DeliveryId, Map<String, Object>> own);
}
