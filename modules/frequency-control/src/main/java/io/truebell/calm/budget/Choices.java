package io.truebell.calm.budget;

import io.truebell.calm.budget.BudgetUseRows.Reservation;
import io.truebell.core.message.DeliveryId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What deliveries will take when the whole chain lets them through, kept until the claim's
 * transaction ends: what a later gate holds takes nothing.
 */
final class Choices {
  private static final class Open implements TransactionSynchronization {
    private final Object key;
    private final Map<DeliveryId, Reservation> reservations = new HashMap<>();
    private final Map<DeliveryId, Budget> budgets = new HashMap<>();

    Open(Object key) {
      this.key = key;
    }

    @Override
    public void afterCompletion(int status) {
      Object ignored = TransactionSynchronizationManager.unbindResourceIfPossible(key);
    }
  }

  void put(DeliveryId delivery, Budget budget, Reservation reservation) {
    Open open = open();
    if (open == null) {
      open = new Open(this);
      TransactionSynchronizationManager.bindResource(this, open);
      TransactionSynchronizationManager.registerSynchronization(open);
    }
    open.reservations.put(delivery, reservation);
    open.budgets.put(delivery, budget);
  }

  Map<DeliveryId, Reservation> reservations() {
    Open open = open();
    return open == null ? Map.of() : Map.copyOf(open.reservations);
  }

  Map<DeliveryId, Budget> budgets() {
    Open open = open();
    return open == null ? Map.of() : Map.copyOf(open.budgets);
  }

  private @Nullable Open open() {
    return TransactionSynchronizationManager.getResource(this) instanceof Open open ? open : null;
  }
}
