package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.RecipientId;

/** Joins in when a receipt is stored: whoever keeps grants or bans draws its own conclusions. */
public interface ReceiptListener {
  /**
   * A receipt as it was stored.
   *
   * @param receiptId unique within its delivery
   * @param moved whether it moved the delivery
   */
  record Stored(
      DeliveryId delivery,
      RecipientId recipient,
      EndpointId endpoint,
      AccountId account,
      ChannelKey channel,
      String category,
      String receiptId,
      ReceiptNews news,
      String code,
      String text,
      boolean moved) {}

  /**
   * Called once for each receipt, however often it comes, in the transaction that stores it and in
   * the tenant's scope. An exception takes the receipt back, which is tried again later.
   */
  void stored(Stored receipt);
}
