package io.truebell.ledger.base;

import java.util.Objects;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Work that joins the caller's transaction, or has one of its own. A refusal in a joined one does
 * not doom it: whoever called may have written more, and may go on.
 *
 * <p>Work in a transaction of its own is done again, twice at most, when it lost against others in
 * a circle of locks; so it must change nothing but the database.
 */
@Component
public class Joined {
  private static final Logger LOG = LoggerFactory.getLogger(Joined.class);
  private static final int AGAIN = 2;

  private final TransactionTemplate transaction;

  Joined(TransactionTemplate transaction) {
    this.transaction = transaction;
  }

  /** Does the work. */
  public <T> T call(Supplier<T> work) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      return work.get();
    }
    for (int left = AGAIN; left > 0; left--) {
      try {
        return alone(work);
      } catch (PessimisticLockingFailureException lost) {
        LOG.info("done again, since it lost a lock: {}", lost.getClass().getSimpleName());
      }
    }
    return alone(work);
  }

  private <T> T alone(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(status -> work.get()));
  }
}
