package io.truebell.core.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One receipt as a channel plugin read it.
 *
 * @param id the provider's id of this very receipt; null when it has none, and then equal contents
 *     count as the same receipt
 * @param code provider's code, or its word for the state
 * @param text provider's text; empty when there is none
 * @param occurredAt when it happened; null when the provider does not say
 */
public record ProviderReceipt(
    @Nullable String id,
    ReceiptMatch match,
    ReceiptNews news,
    String code,
    String text,
    @Nullable Instant occurredAt) {
  /** Longest code that is kept, in characters. */
  private static final int MAX_CODE = 60;

  public ProviderReceipt {
    text = Outcome.clip(text);
    code = plain(code);
    code = code.length() > MAX_CODE ? code.substring(0, MAX_CODE) : code;
    id = id == null ? null : plain(id);
  }

  private static String plain(String word) {
    return word.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}
