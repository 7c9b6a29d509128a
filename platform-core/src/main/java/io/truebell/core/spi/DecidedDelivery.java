package io.truebell.core.spi;

/**
 * What the chain of gates decided of a due delivery.
 *
 * @param verdict {@link Verdict.Pass} when it is claimed now; never {@link Verdict.Hold}
 */
public record DecidedDelivery(DueDelivery delivery, Verdict verdict) {}
