package io.truebell.sandbox;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptNews.Proof;
import java.util.Locale;
import java.util.UUID;

/**
 * A simulated provider's word for what became of a delivery. On the wire: one line each, {@code
 * <delivery> <word>}.
 */
enum SandboxReceipt {
  DELIVERED("simulated receipt 😊"),
  UNDELIVERED("simulated receipt"),
  GONE("simulated receipt: no such address"),
  SENT("simulated progress"),
  QUEUED("simulated progress");

  private final String text;

  SandboxReceipt(String text) {
    this.text = text;
  }

  private ReceiptNews news() {
    return switch (this) {
      case DELIVERED -> ReceiptNews.delivered();
      case UNDELIVERED -> ReceiptNews.undelivered();
      case GONE -> ReceiptNews.undelivered(Proof.ENDPOINT_DEAD);
      case SENT, QUEUED -> ReceiptNews.progress();
    };
  }

  String line(DeliveryId delivery) {
    return delivery + " " + name().toLowerCase(Locale.ROOT) + " " + text + "\n";
  }

  /**
   * @throws IllegalArgumentException when it is no such line
   */
  static ProviderReceipt read(String line) {
    String[] words = line.split(" ", 3);
    if (words.length < 2) {
      throw new IllegalArgumentException("a receipt has two words");
    }
    SandboxReceipt receipt = valueOf(words[1].toUpperCase(Locale.ROOT));
    return new ProviderReceipt(
        "sandbox_" + words[1],
        new ReceiptMatch.ByDelivery(new DeliveryId(UUID.fromString(words[0]))),
        receipt.news(),
        "sandbox_" + words[1],
        receipt.text,
        null);
  }
}
