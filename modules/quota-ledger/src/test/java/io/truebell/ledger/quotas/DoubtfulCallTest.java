package io.truebell.ledger.quotas;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.after;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.settled;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.quotas.QuotasRequest.LimitRequest;
import io.truebell.ledger.quotas.UsageView.UsageDayView;
import io.truebell.ledger.verify.Balance;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A call that may have sent the message, on a channel where it is made again with its key. */
@Tag("GRANT-8")
class DoubtfulCallTest {
  private static final ChannelKey SMS = new ChannelKey("sms");
  private static final Caller OPERATOR =
      new Caller(new Actor("operator", "test"), null, Set.of(Scope.OPERATOR));

  private LedgerBed bed;
  private DueDelivery due;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
    UsageView ignored =
        bed.bean(TenantQuotasController.class)
            .setTenantQuotas(
                OPERATOR,
                bed.tenant.id().value(),
                new QuotasRequest(new LimitRequest(null, 1L), null, null));
    due = bed.due("ann", SMS);
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    bed.settle(settled(due, DeliveryState.QUEUED, new Outcome.Unknown("timeout", "")));
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  private void usageIs(long accepted, long unknown, long rejected) {
    UsageView view = bed.within(() -> bed.bean(Usage.class).between(null, null));
    assertThat(view.days())
        .containsExactly(
            new UsageDayView(
                LocalDate.of(2026, 11, 30), "sms", accepted, unknown, rejected, 0, 0, 0));
    assertThat(view.quotas())
        .filteredOn(quota -> quota.quota().equals("messages"))
        .singleElement()
        .satisfies(
            quota -> {
              assertThat(quota.used()).isEqualTo(1);
              assertThat(quota.reserved()).isZero();
            });
  }

  @Test
  void itCountsEvenIfNothingFollows() {
    usageIs(0, 1, 0);
    bed.settle(settled(due, DeliveryState.CANCELLED, null));
    usageIs(0, 1, 0);
  }

  @Test
  void itsRepetitionNeedsNoMoreRoomAndIsTheSameMessage() {
    DueDelivery again = after(due, 1);
    assertThat(bed.claimOne(again)).isEqualTo(Verdict.PASS);
    bed.settle(accepted(again));
    usageIs(1, 0, 0);
  }

  @Test
  void severalOfThemCountOnce() {
    DueDelivery again = after(due, 1);
    assertThat(bed.claimOne(again)).isEqualTo(Verdict.PASS);
    bed.settle(settled(again, DeliveryState.QUEUED, new Outcome.Unknown("timeout", "")));
    DueDelivery third = after(due, 2);
    assertThat(bed.claimOne(third)).isEqualTo(Verdict.PASS);
    bed.settle(unknown(third));
    usageIs(0, 1, 0);
    bed.settle(accepted(third));
    usageIs(1, 0, 0);
  }

  @Test
  void aRefusalAfterItTakesNothingBack() {
    DueDelivery again = after(due, 1);
    assertThat(bed.claimOne(again)).isEqualTo(Verdict.PASS);
    bed.settle(rejected(again));
    usageIs(0, 1, 1);
  }

  @Test
  @Tag("TRUTH-3")
  void aReceiptWhileItWaitsMakesItAccepted() {
    bed.settle(settled(due, DeliveryState.DELIVERED, null));
    usageIs(1, 0, 0);
  }
}
