package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows something that bears on whether a person got a message, also where no message was ever
 * made. In the tenant's scope; it reads, and tells nothing but what is written down.
 */
public interface Witness {
  /** What happened in that time, or stood during it. */
  List<Testimony> about(RecipientId recipient, Instant from, Instant to);

  /**
   * One thing.
   *
   * @param at when it happened, or since when it stood
   * @param kind stable, {@code a-z0-9_}
   * @param what as a sentence
   * @param because why, as a second sentence; null when the first one says it
   * @param delivery which delivery it is about
   * @param plan the key of the plan that it is about
   */
  record Testimony(
      Instant at,
      String kind,
      Reason what,
      @Nullable Reason because,
      @Nullable DeliveryId delivery,
      @Nullable String plan) {
    /** What is about neither a delivery nor a plan; its kind is the reason's code. */
    public static Testimony of(Instant at, Reason what) {
      return new Testimony(at, what.code(), what, null, null, null);
    }

    /** The same with a reason. */
    public Testimony because(Reason why) {
      return new Testimony(at, kind, what, why, delivery, plan);
    }
  }
}
