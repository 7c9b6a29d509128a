package io.truebell.core.spi;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import java.time.Instant;
import java.util.Optional;

/**
 * Makes a delivery that follows another one. In the caller's transaction and scope; both are
 * explained by their traces, and neither brings a second copy to anybody.
 */
public interface Deliveries {
  /**
   * A merged delivery's message goes out after all: the digest that it joined lost its carrier.
   *
   * @param merged stands as MERGED, and nothing follows it yet
   * @return the new delivery, QUEUED; empty when the message was withdrawn, has expired, or is
   *     followed already
   */
  Optional<DeliveryId> carryOn(DeliveryId merged, Instant notBefore, Reason reason);

  /**
   * The message of a delivery that ended without a call, or that provably reached nobody, goes
   * through another channel.
   *
   * @return the new delivery, QUEUED; empty when that channel cannot be used for this person, has
   *     the message already, or the message was withdrawn or has expired
   */
  Optional<DeliveryId> fallBack(DeliveryId ended, ChannelKey channel, Reason reason);
}
