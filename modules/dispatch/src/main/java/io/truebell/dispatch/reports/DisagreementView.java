package io.truebell.dispatch.reports;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A delivery whose receipts contradict it, or each other.
 *
 * @param since when it came to stand where it stands
 * @param receipts all of them, in the order in which they came
 */
record DisagreementView(
    UUID deliveryId,
    String state,
    String reason,
    String channel,
    UUID accountId,
    Instant since,
    List<ReceiptView> receipts) {
  /**
   * @param status one of "delivered", "undelivered", "progress"
   * @param disagrees whether this is one that contradicts
   */
  record ReceiptView(
      String status, String code, String source, Instant at, int times, boolean disagrees) {}
}
