package io.truebell.core.spi;

import io.truebell.core.message.ChannelKey;
import java.util.List;

/**
 * How one channel's provider reports what became of deliveries. It makes no network call, keeps
 * nothing, and is called by many threads at once. Every parser passes the published {@code
 * ReceiptParserContract}.
 *
 * <p>Two steps, since a provider wants its answer within seconds: {@link #verify} while it waits,
 * then the raw bytes are stored, then {@link #read}, as often as it takes.
 */
public interface ReceiptParser {
  /** The channel that stands for the receipts of every sandbox account. */
  ChannelKey SANDBOX = new ChannelKey("sandbox");

  /** The channel. */
  ChannelKey channel();

  /**
   * Whether the provider sent this. Compares signatures in constant time and over the raw bytes.
   * Never throws, whatever comes in.
   */
  Authenticity verify(ReceiptRequest request);

  /**
   * The receipts in a request that was authentic when it came in; the same each time. What says
   * nothing about a delivery is left out. An exception means that it cannot be read: it is kept and
   * tried again later.
   */
  List<ProviderReceipt> read(ReceiptRequest request);

  /**
   * What a request says of people's will, apart from any delivery; the same each time. An exception
   * counts as one of {@link #read}.
   */
  default List<ConsentNews> consents(ReceiptRequest request) {
    return List.of();
  }
}
