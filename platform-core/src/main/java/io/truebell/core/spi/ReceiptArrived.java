package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;

/**
 * Authenticated evidence about a delivery, after its channel plugin verified and parsed it.
 *
 * @param delivery which one
 * @param receiptId the provider's id of the receipt, or a fingerprint of it: equal ids count once
 * @param delivered whether it arrived, or certainly did not
 * @param code provider's code
 * @param text provider's text, at most 500 characters
 * @param source e.g. {@code sandbox}
 */
public record ReceiptArrived(
    DeliveryId delivery,
    String receiptId,
    boolean delivered,
    String code,
    String text,
    String source) {
  public ReceiptArrived {
    text = Outcome.clip(text);
  }
}
