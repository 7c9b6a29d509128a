package io.truebell.core.spi;

/** Where receipts enter. Called in the tenant's scope; joins the caller's transaction. */
public interface Receipts {
  /** What a receipt did. */
  enum Effect {
    /** It moved the delivery. */
    MOVED,
    /** It was known already. */
    REPEATED,
    /** The delivery already stands on evidence at least as strong; the receipt is kept. */
    KEPT,
    /** No such delivery, or not yet. */
    UNMATCHED,
    /** Several deliveries have this provider's id: which one is meant is not guessed. */
    AMBIGUOUS
  }

  /** Stores the receipt once and moves its delivery towards stronger evidence, never back. */
  Effect arrived(ReceiptArrived receipt);
}
