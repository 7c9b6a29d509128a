package io.truebell.core.spi;

import io.truebell.core.message.Reason;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asked right before each call to a provider, and told right after it; no transaction is open. What
 * was claimed in good time may come late to its call, so whoever spaces calls measures here.
 */
public interface Turnstile {
  /**
   * Whether the call may begin now.
   *
   * @param timeout for the whole call
   * @return null when it may, and {@link #leave} follows; otherwise nothing was taken
   */
  @Nullable Wait enter(Tenant tenant, DueDelivery delivery, Duration timeout);

  /** The call that entered is over, whatever became of it. */
  void leave(Tenant tenant, DueDelivery delivery);

  /**
   * It may not begin yet.
   *
   * @param length until it is worth asking again
   */
  record Wait(Duration length, Reason reason) {}
}
