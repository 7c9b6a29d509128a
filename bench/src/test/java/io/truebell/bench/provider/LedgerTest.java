package io.truebell.bench.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private final Ledger ledger =
      new Ledger(Clock.fixed(Instant.EPOCH.plusSeconds(1), ZoneOffset.UTC));

  @Test
  void aSecondCallForOneIdIsSeen() {
    ledger.record("turn", "a");
    ledger.record("turn", "b");
    ledger.record("turn", "a");

    assertThat(ledger.sums()).isEqualTo("3 2 1 1000000 1000000");
  }

  @Test
  void nothingIsLeftOfAnEarlierTurn() {
    ledger.record("turn", "a");
    ledger.forget();

    assertThat(ledger.sums()).isEqualTo("0 0 0 0 0");
    assertThat(ledger.calls()).isEmpty();
  }
}
