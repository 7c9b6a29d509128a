package io.truebell.ledger.verify;

import java.time.Instant;
import java.util.List;

/**
 * What computing the ledger both ways brought.
 *
 * @param balanced whether nothing differs
 * @param accounts of authorisations
 * @param rows authorisations as they stand
 * @param ledger the same, replayed from the entries
 * @param differences at most a hundred of each sort
 */
record LedgerVerifiedView(
    Instant at,
    boolean balanced,
    long accounts,
    LedgerTotalsView rows,
    LedgerTotalsView ledger,
    List<LedgerDifferenceView> differences) {
  LedgerVerifiedView {
    differences = List.copyOf(differences);
  }

  /** Authorisations by state; granted is the sum of the others. */
  record LedgerTotalsView(
      long granted, long available, long reserved, long consumed, long invalid) {
    boolean balanced() {
      return granted == available + reserved + consumed + invalid;
    }
  }

  /**
   * Something about which rows and ledger disagree.
   *
   * @param what "authorisation", "answer" or "quota"
   */
  record LedgerDifferenceView(String what, String id, String rowSays, String ledgerSays) {}
}
