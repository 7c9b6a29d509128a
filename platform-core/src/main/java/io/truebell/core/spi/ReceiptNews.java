package io.truebell.core.spi;

import java.util.Set;

/** What a receipt says of its delivery. */
public sealed interface ReceiptNews {
  /** It arrived. */
  record Delivered() implements ReceiptNews {}

  /**
   * It certainly did not arrive, and the provider does not try any more.
   *
   * @param proofs what it proves beyond this one delivery; a code that no document describes proves
   *     nothing
   */
  record Undelivered(Set<Proof> proofs) implements ReceiptNews {
    public Undelivered {
      proofs = Set.copyOf(proofs);
    }
  }

  /** The provider has it and is at it. */
  record Progress() implements ReceiptNews {}

  /** What an undelivered receipt can prove. */
  enum Proof {
    /** The address will never work again. */
    ENDPOINT_DEAD,
    /** The person refused, blocked or complained. */
    PERSON_REFUSED,
    /** No authorisation of the person is left. */
    NO_AUTHORISATION
  }

  /** It arrived. */
  static ReceiptNews delivered() {
    return new Delivered();
  }

  /** It did not arrive, which proves that much beyond. */
  static ReceiptNews undelivered(Proof... proofs) {
    return new Undelivered(Set.of(proofs));
  }

  /** It is under way. */
  static ReceiptNews progress() {
    return new Progress();
  }

  /** The word that is stored and shown. */
  default String word() {
    return switch (this) {
      case Delivered _ -> "delivered";
      case Undelivered _ -> "undelivered";
      case Progress _ -> "progress";
    };
  }

  /** What it proves beyond this one delivery. */
  default Set<Proof> provenBeyond() {
    return this instanceof Undelivered undelivered ? undelivered.proofs() : Set.of();
  }
}
