package io.truebell.ledger.base;

import io.truebell.core.message.DeliveryId;
import java.util.HashMap;
import java.util.Map;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What a gate chose for each delivery when it examined them, kept until the claim's transaction
 * ends. Nothing is written before the whole chain has decided, so that what a later gate holds
 * keeps nothing.
 *
 * @param <T> what was chosen
 */
public final class Chosen<T> {
  /** Remembers a choice for the rest of this transaction. */
  public void put(DeliveryId delivery, T choice) {
    Map<DeliveryId, T> open = open();
    if (open.isEmpty() && !TransactionSynchronizationManager.hasResource(this)) {
      begin(open);
    }
    open.put(delivery, choice);
  }

  /** All choices of this transaction; empty when none was made. */
  public Map<DeliveryId, T> all() {
    return Map.copyOf(open());
  }

  @SuppressWarnings("unchecked") // this object is the key, and only it puts something there
  private Map<DeliveryId, T> open() {
    Object bound = TransactionSynchronizationManager.getResource(this);
    return bound == null ? new HashMap<>() : (Map<DeliveryId, T>) bound;
  }

  private void begin(Map<DeliveryId, T> open) {
    TransactionSynchronizationManager.bindResource(this, open);
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            Object ignored =
                TransactionSynchronizationManager.unbindResourceIfPossible(Chosen.this);
          }
        });
  }
}
