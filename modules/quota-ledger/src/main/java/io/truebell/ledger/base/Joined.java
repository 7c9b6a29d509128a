package io.truebell.ledger.base;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Work that joins the caller's transaction, or has one of its own. A refusal in a joined one does
 * not doom it: whoever called may have written more, and may go on.
 */
@Component
public class Joined {
  private final TransactionTemplate transaction;

  Joined(TransactionTemplate transaction) {
    this.transaction = transaction;
  }

  /** Does the work. */
  public <T> T call(Supplier<T> work) {
    return TransactionSynchronizationManager.isActualTransactionActive()
        ? work.get()
        : Objects.requireNonNull(transaction.execute(status -> work.get()));
  }
}
