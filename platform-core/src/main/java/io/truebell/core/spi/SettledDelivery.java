package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import org.jspecify.annotations.Nullable;

/**
 * What became of a delivery that had passed the gates.
 *
 * @param attempt the claim's number
 * @param state where it stands now: QUEUED when it will be tried again or was given back
 * @param outcome what the call brought; null when it was given back before its call began
 * @param due what the gates saw of it; null when it ended without a call
 */
public record SettledDelivery(
    DeliveryId delivery,
    int attempt,
    DeliveryState state,
    @Nullable Outcome outcome,
    @Nullable DueDelivery due) {
  /** One of which only its end is known. */
  public SettledDelivery(
      DeliveryId delivery, int attempt, DeliveryState state, @Nullable Outcome outcome) {
    this(delivery, attempt, state, outcome, null);
  }
}
