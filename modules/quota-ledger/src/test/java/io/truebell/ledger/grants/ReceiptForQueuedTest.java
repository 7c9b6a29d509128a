package io.truebell.ledger.grants;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.after;
import static io.truebell.ledger.LedgerBed.retried;
import static io.truebell.ledger.LedgerBed.settled;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.verify.Balance;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A receipt comes for a delivery that waits for its next attempt. */
@Tag("GRANT-2")
@Tag("TRUTH-3")
class ReceiptForQueuedTest {
  private static final String ANN = "ann";
  private LedgerBed bed;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
    var ignored = bed.answer(ANN, "q1", "accept");
    bed.clock.tick(Duration.ofSeconds(1));
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  private DueDelivery claimed(DueDelivery due) {
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    return due;
  }

  private void receipt(DueDelivery due, DeliveryState state) {
    bed.settle(settled(due, state, null));
  }

  private DueDelivery inDoubt() {
    DueDelivery due = claimed(bed.due(ANN));
    bed.settle(settled(due, DeliveryState.QUEUED, new Outcome.Unknown("timeout", "")));
    assertThat(bed.counts(ANN)).isEqualTo("0/1/0/0");
    return due;
  }

  @Test
  void whatWasInDoubtIsUsedUpWhenItIsDelivered() {
    receipt(inDoubt(), DeliveryState.DELIVERED);
    assertThat(bed.counts(ANN)).isEqualTo("0/0/1/0");
  }

  @Test
  void whatWasInDoubtIsVoidWhenItIsNotDelivered() {
    receipt(inDoubt(), DeliveryState.UNDELIVERED);
    assertThat(bed.counts(ANN)).isEqualTo("0/0/0/1");
  }

  @Test
  void whatWasGivenBackIsUsedUpAfterAll() {
    var ignored = bed.answer(ANN, "q2", "accept");
    DueDelivery due = claimed(bed.due(ANN));
    bed.settle(retried(due));
    assertThat(bed.counts(ANN)).isEqualTo("2/0/0/0");

    receipt(due, DeliveryState.DELIVERED);
    receipt(due, DeliveryState.DELIVERED);
    assertThat(bed.counts(ANN)).as("once").isEqualTo("1/0/1/0");
    assertThat(
            bed.count(
                "SELECT count(*) FROM authorisation WHERE state = 'consumed' AND delivery_id = '"
                    + due.id()
                    + "' AND reason = 'grant_receipt_taken'"))
        .isEqualTo(1);
  }

  @Test
  @Tag("GRANT-3")
  void whatAnotherDeliveryHasReservedSinceStaysItsOwn() {
    DueDelivery due = claimed(bed.due(ANN));
    bed.settle(retried(due));
    DueDelivery other = claimed(bed.due(ANN));

    receipt(due, DeliveryState.DELIVERED);
    assertThat(bed.counts(ANN)).isEqualTo("0/1/0/0");
    bed.settle(accepted(other));
    assertThat(bed.counts(ANN)).isEqualTo("0/0/1/0");
  }

  @Test
  void aReceiptAfterSeveralAttemptsMeansTheSameAuthorisation() {
    DueDelivery due = inDoubt();
    DueDelivery again = claimed(after(due, 1));
    bed.settle(retried(again));

    receipt(due, DeliveryState.DELIVERED);
    assertThat(bed.counts(ANN)).as("the first attempt's receipt").isEqualTo("0/0/1/0");
  }
}
