package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.tenancy.Tenant;
import java.net.URI;

/** Where simulated providers are served. */
public interface Sandboxes {
  /**
   * The base of the simulator for one call, without a trailing slash. It stands for the delivery
   * that it was made for, and cannot be guessed.
   */
  URI baseFor(Tenant tenant, ChannelKey channel, AccountId account, DeliveryId delivery);
}
