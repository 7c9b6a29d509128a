package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;

/** How a provider's receipt names the delivery that it is about. */
public sealed interface ReceiptMatch {
  /** By our own id, which the request carried and the provider repeats. */
  record ByDelivery(DeliveryId delivery) implements ReceiptMatch {
    @Override
    public String toString() {
      return "delivery " + delivery;
    }
  }

  /** By the id that the provider gave it when it accepted; unique within the account. */
  record ByProviderRef(String ref) implements ReceiptMatch {
    @Override
    public String toString() {
      return "provider ref " + ref;
    }
  }
}
