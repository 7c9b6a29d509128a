package io.truebell.ledger.verify;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.verify.LedgerVerifiedView.LedgerDifferenceView;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("GRANT-7")
class VerifyLedgerTest {
  private LedgerBed bed;

  @BeforeEach
  void someHistory() {
    bed = new LedgerBed();
    for (String request : new String[] {"a", "b", "c", "d"}) {
      bed.answer("ann", request, "accept");
    }
    DueDelivery first = bed.due("ann");
    DueDelivery second = bed.due("ann");
    DueDelivery third = bed.due("ann");
    assertThat(bed.claim(first, second, third).values()).hasOnlyElementsOfType(Verdict.Pass.class);
    bed.settle(accepted(first), unknown(second));
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private LedgerVerifiedView verify() {
    return bed.within(() -> bed.bean(VerifyLedger.class).verify());
  }

  private int change(String sql) {
    return bed.within(() -> bed.jdbc.sql(sql).update());
  }

  @Test
  void bothWaysLeadToTheSame() {
    LedgerVerifiedView verified = verify();
    assertThat(verified.balanced()).as(verified::toString).isTrue();
    assertThat(verified.rows())
        .isEqualTo(new LedgerVerifiedView.LedgerTotalsView(4, 1, 1, 1, 1))
        .isEqualTo(verified.ledger());
  }

  @Test
  void anEntryIsNeverChangedOrRemoved() {
    for (String sql :
        new String[] {
          "UPDATE ledger_entry SET amount = 2 WHERE kind = 'granted'",
          "DELETE FROM ledger_entry",
          "TRUNCATE ledger_entry"
        }) {
      assertThatThrownBy(() -> change(sql))
          .as(sql)
          .hasStackTraceContaining("never changed and never removed");
    }
  }

  @Test
  @Tag("GRANT-2")
  void aMoveThatTheTableLacksIsImpossible() {
    for (String sql :
        new String[] {
          "UPDATE authorisation SET state = 'reserved', ended_at = NULL WHERE state = 'consumed'",
          "UPDATE authorisation SET state = 'available', delivery_id = NULL, attempt = NULL,"
              + " reserved_at = NULL, ended_at = NULL WHERE state = 'invalid'",
          "UPDATE authorisation SET state = 'consumed', ended_at = now() WHERE state = 'available'"
        }) {
      assertThatThrownBy(() -> change(sql)).as(sql).hasStackTraceContaining("cannot become");
    }
  }

  @Test
  void aRowThatWasMovedBehindTheLedgersBackIsFound() {
    int ignored = change("ALTER TABLE authorisation DISABLE TRIGGER authorisation_moves");
    int moved =
        change(
            "UPDATE authorisation SET state = 'available', delivery_id = NULL, attempt = NULL,"
                + " reserved_at = NULL, ended_at = NULL WHERE state = 'consumed'");
    assertThat(moved).isEqualTo(1);
    assertFound(tuple("authorisation", "available", "consumed"));
  }

  @Test
  void anEntryThatWasRemovedBehindTheLedgersBackIsFound() {
    int off = change("ALTER TABLE ledger_entry DISABLE TRIGGER ledger_stays");
    int removed =
        change("DELETE FROM ledger_entry WHERE kind = 'consumed' AND account_id IS NOT NULL");
    assertThat(off + removed).isEqualTo(1);
    assertFound(tuple("authorisation", "consumed", "reserved"));
  }

  @Test
  void anEntryThatIsMissingFromTheMiddleOfAChainIsFound() {
    int off = change("ALTER TABLE ledger_entry DISABLE TRIGGER ledger_stays");
    int removed =
        change(
            "DELETE FROM ledger_entry WHERE kind = 'reserved' AND authorisation_id IN"
                + " (SELECT id FROM authorisation WHERE state = 'invalid')");
    assertThat(off + removed).isEqualTo(1);
    assertFound(tuple("authorisation", "invalid", "a broken chain"));
  }

  private void assertFound(Tuple difference) {
    LedgerVerifiedView verified = verify();
    assertThat(verified.balanced()).isFalse();
    assertThat(verified.differences())
        .extracting(
            LedgerDifferenceView::what,
            LedgerDifferenceView::rowSays,
            LedgerDifferenceView::ledgerSays)
        .containsExactly(difference);
  }

  @Test
  @Tag("GRANT-8")
  void aQuotaThatWasCountedTwiceIsFound() {
    assertThat(change("UPDATE usage_day SET metered = metered + 1")).isEqualTo(1);
    assertThat(verify().differences())
        .singleElement()
        .satisfies(
            difference -> {
              assertThat(difference.what()).isEqualTo("quota");
              assertThat(difference.id()).isEqualTo("messages 2026-11-01");
              assertThat(difference.rowSays()).isEqualTo("used 3, reserved 0");
              assertThat(difference.ledgerSays()).isEqualTo("used 2, reserved 0");
            });
  }
}
