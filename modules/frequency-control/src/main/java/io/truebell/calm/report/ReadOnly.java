package io.truebell.calm.report;

import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** One moment's picture of the database, which the database itself keeps from being changed. */
@Component
class ReadOnly {
  private final TransactionTemplate transaction;

  ReadOnly(TransactionTemplate transaction) {
    this.transaction =
        new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
    this.transaction.setReadOnly(true);
    this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  <T> T call(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(status -> work.get()));
  }
}
