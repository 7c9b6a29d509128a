package io.truebell.core.spi;

import org.jspecify.annotations.Nullable;

/**
 * What the chain of gates decided of a due delivery.
 *
 * @param verdict {@link Verdict.Pass} when it is claimed now; never {@link Verdict.Hold}
 * @param at the place of the gate that said so, the last one when it passed; null when not known
 */
public record DecidedDelivery(DueDelivery delivery, Verdict verdict, @Nullable GatePlace at) {
  /** One of which it does not matter where it was decided. */
  public DecidedDelivery(DueDelivery delivery, Verdict verdict) {
    this(delivery, verdict, null);
  }
}
