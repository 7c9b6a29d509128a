package io.truebell.ledger.verify;

import io.truebell.ledger.verify.LedgerVerifiedView.LedgerDifferenceView;
import io.truebell.ledger.verify.LedgerVerifiedView.LedgerTotalsView;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Computes the scope's ledger both ways, as of one instant, and changes nothing. */
@Component
class VerifyLedger {
  private final VerifyRows rows;
  private final TransactionTemplate snapshot;
  private final Clock clock;

  VerifyLedger(VerifyRows rows, TransactionTemplate transaction, Clock clock) {
    this.rows = rows;
    this.snapshot =
        new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
    this.snapshot.setReadOnly(true);
    this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.clock = clock;
  }

  LedgerVerifiedView verify() {
    return Objects.requireNonNull(snapshot.execute(status -> compute()));
  }

  private LedgerVerifiedView compute() {
    LedgerTotalsView counted = rows.fromRows();
    LedgerTotalsView replayed = rows.fromLedger();
    List<LedgerDifferenceView> differences = rows.differences();
    boolean balanced = differences.isEmpty() && counted.equals(replayed) && replayed.balanced();
    return new LedgerVerifiedView(
        clock.instant(), balanced, rows.accounts(), counted, replayed, differences);
  }
}
