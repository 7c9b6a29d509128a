package io.truebell.ledger.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.ledger.LedgerBed;

/** Has the ledger verify itself. */
public final class Balance {
  private Balance() {}

  /** Fails when rows and entries disagree anywhere. */
  public static void isExact(LedgerBed bed) {
    LedgerVerifiedView verified = bed.within(() -> bed.bean(VerifyLedger.class).verify());
    assertThat(verified.differences()).isEmpty();
    assertThat(verified.balanced()).as(verified::toString).isTrue();
  }
}
