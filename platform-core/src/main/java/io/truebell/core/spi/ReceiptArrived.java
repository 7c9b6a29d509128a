package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Authenticated evidence about a delivery, after its channel plugin verified and parsed it.
 *
 * @param account whose provider said so; its receipts reach no other account's deliveries. Null
 *     when the platform itself knows
 * @param match which delivery
 * @param receiptId the provider's id of the receipt, or a fingerprint of it: equal ids count once
 * @param news what it says
 * @param code provider's code
 * @param text provider's text, at most 500 characters
 * @param occurredAt when it happened, as the provider says; null when it does not
 * @param source e.g. {@code provider}, {@code sandbox}, {@code query}
 * @param times how often it came since it was told last; usually 1
 */
public record ReceiptArrived(
    @Nullable AccountId account,
    ReceiptMatch match,
    String receiptId,
    ReceiptNews news,
    String code,
    String text,
    @Nullable Instant occurredAt,
    String source,
    int times) {
  public ReceiptArrived {
    text = Outcome.clip(text);
    if (times < 1) {
      throw new IllegalArgumentException("a receipt that never came");
    }
  }

  /** One receipt for a delivery that is known by its id. */
  public ReceiptArrived(
      DeliveryId delivery,
      String receiptId,
      boolean delivered,
      String code,
      String text,
      String source) {
    this(
        null,
        new ReceiptMatch.ByDelivery(delivery),
        receiptId,
        delivered ? ReceiptNews.delivered() : ReceiptNews.undelivered(),
        code,
        text,
        null,
        source,
        1);
  }
}
