package io.truebell.core.spi;

import java.util.Arrays;
import java.util.Optional;

/** What a sandbox account's address makes the simulated provider do. */
public enum Magic {
  /** It accepts. */
  ACCEPTED("accepted"),
  /** It refuses the message. */
  REJECTED("rejected"),
  /** It does not know the recipient. */
  NOT_FOUND("not-found"),
  /** The recipient is gone for good. */
  GONE("gone"),
  /** It asks for a pause. */
  COOLDOWN("cooldown"),
  /** It is not available at the first call, and accepts the second. */
  TRANSIENT_THEN_ACCEPTED("transient-then-accepted"),
  /** It fails. */
  ERROR("500"),
  /** It keeps silent until the caller gives up. */
  TIMEOUT("timeout"),
  /** It breaks the connection without an answer. */
  RESET("reset"),
  /** It breaks off in the middle of its yes. */
  HALF("half"),
  /** It answers with something that no document describes. */
  GARBAGE("garbage"),
  /** It accepts after three seconds. */
  SLOW("slow"),
  /** Its answer does not end. */
  HUGE("huge"),
  /** A receipt says later that it arrived. */
  RECEIPT_DELIVERED("receipt-delivered"),
  /** A receipt says later that it did not arrive. */
  RECEIPT_UNDELIVERED("receipt-undelivered"),
  /** A receipt says later that the address is gone for good. */
  RECEIPT_GONE("receipt-gone"),
  /** The receipt that it arrived comes before the provider's own answer. */
  RECEIPT_FIRST("receipt-first"),
  /** The receipt that it arrived comes fifty times. */
  RECEIPT_REPEATED("receipt-repeated"),
  /** The receipts of its way come last things first. */
  RECEIPTS_DISORDERED("receipts-disordered"),
  /** It accepts, and no receipt ever comes. */
  RECEIPT_NEVER("receipt-never");

  private final String word;

  Magic(String word) {
    this.word = word;
  }

  /** The word that stands in the address. */
  public String word() {
    return word;
  }

  /** What a word stands for; empty when it is none. */
  public static Optional<Magic> of(String word) {
    return Arrays.stream(values()).filter(magic -> magic.word.equals(word)).findFirst();
  }
}
