package io.truebell.core.spi;

/** Where receipts enter. Called in the tenant's scope. */
public interface Receipts {
  /** What a receipt did. */
  enum Effect {
    /** It moved the delivery. */
    MOVED,
    /** It was known already. */
    REPEATED,
    /** The delivery already stands on evidence at least as strong; the receipt is kept. */
    KEPT,
    /** No such delivery. */
    UNMATCHED
  }

  /** Stores the receipt once and moves its delivery towards stronger evidence, never back. */
  Effect arrived(ReceiptArrived receipt);
}
