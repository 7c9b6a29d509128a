package io.truebell.ledger.grants;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.after;
import static io.truebell.ledger.LedgerBed.failed;
import static io.truebell.ledger.LedgerBed.givenBack;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.retried;
import static io.truebell.ledger.LedgerBed.settled;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GrantClaimsTest {
  private static LedgerBed bed;
  private static int people;
  private String ann;

  @BeforeAll
  static void open() {
    bed = new LedgerBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  @BeforeEach
  void somebodyNew() {
    ann = "ann-" + ++people;
    bed.heard.clear();
  }

  private void granted(int times) {
    for (int i = 0; i < times; i++) {
      bed.answer(ann, "granted-" + i, "accept");
      bed.clock.tick(Duration.ofSeconds(1));
    }
  }

  private static Object number(Verdict verdict, String name) {
    return ((Verdict.Pass) verdict).numbers().get(name);
  }

  private static String reason(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Degrade degrade -> degrade.reason().code();
      case Verdict.Hold hold -> hold.reason().code();
      default -> verdict.toString();
    };
  }

  private String step(String authorisation) {
    return bed.within(
        () ->
            bed.jdbc
                .sql(
                    "SELECT string_agg(kind || ':' || reason, ' ' ORDER BY seq) FROM ledger_entry"
                        + " WHERE authorisation_id = :id::uuid")
                .param("id", authorisation)
                .query(String.class)
                .single());
  }

  @Test
  void itStandsLastButForThePlan() {
    assertThat(bed.bean(GrantGate.class).place()).isEqualTo(GatePlace.GRANT);
  }

  @Test
  @Tag("GRANT-2")
  void theOldestIsReservedByTheClaimAndUsedUpByTheAcceptance() {
    granted(3);
    DueDelivery due = bed.due(ann);

    Verdict verdict = bed.claimOne(due);
    assertThat(number(verdict, "grants_left")).isEqualTo(2L);
    assertThat(bed.counts(ann)).isEqualTo("2/1/0/0");
    bed.settle(accepted(due));

    assertThat(bed.counts(ann)).isEqualTo("2/0/1/0");
    assertThat(step(String.valueOf(number(verdict, "grant"))))
        .isEqualTo("granted:grant_given reserved:grant_reserved consumed:grant_accepted");
    assertThat(
            bed.count(
                "SELECT count(*) FROM authorisation a JOIN consent_answer c USING (id)"
                    + " WHERE a.state = 'consumed' AND c.request_id = 'granted-0' AND a.delivery_id = '"
                    + due.id()
                    + "'"))
        .as("the first one that was given")
        .isEqualTo(1);
  }

  @Test
  @Tag("GRANT-4")
  void withoutOneNothingIsReservedAndTheReasonSaysSo() {
    assertThat(reason(bed.claimOne(bed.due(ann)))).isEqualTo("quota_exhausted");
    granted(1);
    DueDelivery first = bed.due(ann);
    DueDelivery second = bed.due(ann);

    var verdicts = bed.claim(first, second);

    assertThat(verdicts.get(first.id())).isInstanceOf(Verdict.Pass.class);
    assertThat(reason(verdicts.get(second.id()))).isEqualTo("quota_exhausted");
    assertThat(bed.counts(ann)).isEqualTo("0/1/0/0");
  }

  @Test
  @Tag("GRANT-4")
  void whoRefusedIsSaidToHaveRefusedUntilANewGrant() {
    bed.answer(ann, "no", "reject");
    assertThat(reason(bed.claimOne(bed.due(ann)))).isEqualTo("authorisation_refused");

    bed.clock.tick(Duration.ofSeconds(1));
    bed.answer(ann, "yes", "accept");
    DueDelivery due = bed.due(ann);
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    assertThat(reason(bed.claimOne(bed.due(ann)))).isEqualTo("quota_exhausted");
  }

  @Test
  @Tag("GRANT-2")
  void whatProvesThatNothingWasUsedReleasesIt() {
    granted(1);
    DueDelivery due = bed.due(ann);
    int attempts = 0;
    for (var fate : List.of("retried", "given back", "rejected")) {
      DueDelivery now = after(due, attempts++);
      assertThat(bed.claimOne(now)).as(fate).isInstanceOf(Verdict.Pass.class);
      bed.settle(
          switch (fate) {
            case "retried" -> retried(now);
            case "given back" -> givenBack(now);
            default -> rejected(now);
          });
      assertThat(bed.counts(ann)).as(fate).isEqualTo("1/0/0/0");
    }
    DueDelivery last = bed.due(ann);
    assertThat(bed.claimOne(last)).isInstanceOf(Verdict.Pass.class);
    bed.settle(
        settled(
            last,
            DeliveryState.FAILED,
            new Outcome.Transient("busy", "", null, Outcome.SlowScope.DELIVERY)));
    assertThat(bed.counts(ann)).as("retries used up, and nothing was done").isEqualTo("1/0/0/0");
  }

  @Test
  @Tag("GRANT-2")
  @Tag("SEND-6")
  void whatMayHaveBeenUsedIsVoidAndALateAcceptanceIsOnlyNoted() {
    granted(2);
    DueDelivery swept = bed.due(ann);
    DueDelivery broken = bed.due(ann);
    Verdict verdict = bed.claimOne(swept);
    assertThat(bed.claimOne(broken)).isInstanceOf(Verdict.Pass.class);

    bed.settle(unknown(swept), failed(broken));
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/2");
    bed.settle(accepted(swept));
    bed.settle(accepted(swept));

    assertThat(bed.counts(ann)).isEqualTo("0/0/0/2");
    assertThat(step(String.valueOf(number(verdict, "grant"))))
        .isEqualTo(
            "granted:grant_given reserved:grant_reserved voided:grant_outcome_unknown"
                + " noted:grant_accepted_late");
  }

  @Test
  @Tag("GRANT-2")
  void settlingTwiceOrWithAnotherAttemptChangesNothing() {
    granted(2);
    DueDelivery due = bed.due(ann);
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    bed.settle(givenBack(due));
    DueDelivery again = after(due, 1);
    assertThat(bed.claimOne(again)).isInstanceOf(Verdict.Pass.class);

    bed.settle(unknown(due));
    assertThat(bed.counts(ann)).as("the first attempt is over").isEqualTo("1/1/0/0");
    bed.settle(accepted(again));
    bed.settle(accepted(again));
    bed.settle(unknown(again));
    assertThat(bed.counts(ann)).isEqualTo("1/0/1/0");
  }

  @Test
  @Tag("GRANT-3")
  void claimersAtTheSameTimeNeverShareOne() throws Exception {
    int claimers = 8;
    granted(3);
    List<DueDelivery> due = new ArrayList<>();
    for (int i = 0; i < claimers; i++) {
      due.add(bed.due(ann));
    }
    CyclicBarrier together = new CyclicBarrier(claimers);
    List<Callable<Verdict>> claims = new ArrayList<>();
    for (DueDelivery one : due) {
      claims.add(
          () ->
              bed.inTransaction(
                  () -> {
                    List<DecidedDelivery> decided = bed.examine(List.of(one), false);
                    meet(together);
                    return bed.decide(decided).get(one.id());
                  }));
    }
    List<Verdict> verdicts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Verdict> verdict : threads.invokeAll(claims)) {
        verdicts.add(verdict.get());
      }
    }

    List<Object> used = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      if (verdict instanceof Verdict.Pass) {
        used.add(number(verdict, "grant"));
      } else {
        assertThat(reason(verdict)).isEqualTo("grant_busy");
      }
    }
    assertThat(used).hasSize(3).doesNotHaveDuplicates();
    assertThat(bed.counts(ann)).isEqualTo("0/3/0/0");
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Tag("GRANT-3")
  void whatALaterGateHoldsOrEndsKeepsNone() {
    granted(1);
    DueDelivery held = bed.due(ann);
    int seen =
        bed.inTransaction(
            () -> {
              List<DecidedDelivery> decided = bed.examine(List.of(held), false);
              assertThat(decided.getFirst().verdict()).isInstanceOf(Verdict.Pass.class);
              return bed.decide(List.of()).size();
            });
    assertThat(seen).isZero();
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");
    assertThat(bed.claimOne(bed.due(ann))).isInstanceOf(Verdict.Pass.class);
  }

  @Test
  @Tag("GRANT-3")
  void aClaimThatIsRolledBackLeavesItAsItWas() {
    granted(1);
    DueDelivery due = bed.due(ann);
    assertThatThrownBy(
            () ->
                bed.inTransaction(
                    () -> {
                      bed.decide(bed.examine(List.of(due), false));
                      throw new IllegalStateException("the node dies");
                    }))
        .hasMessage("the node dies");
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
  }

  @Test
  void aDryRunSaysTheSameAndWritesNothing() {
    granted(1);
    DueDelivery first = bed.due(ann);
    DueDelivery second = bed.due(ann);
    long before = bed.count("SELECT count(*) FROM ledger_entry");

    var verdicts = bed.rehearse(first, second);

    assertThat(verdicts.get(first.id())).isInstanceOf(Verdict.Pass.class);
    assertThat(reason(verdicts.get(second.id()))).isEqualTo("quota_exhausted");
    assertThat(bed.count("SELECT count(*) FROM ledger_entry")).isEqualTo(before);
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");
  }

  @Test
  @Tag("GRANT-2")
  void aCallThatIsMadeAgainWithItsKeyKeepsItsAuthorisation() {
    granted(2);
    DueDelivery due = bed.due(ann);
    Object first = number(bed.claimOne(due), "grant");
    bed.settle(settled(due, DeliveryState.QUEUED, new Outcome.Unknown("timeout", "")));
    assertThat(bed.counts(ann)).isEqualTo("1/1/0/0");

    DueDelivery again = after(due, 1);
    assertThat(number(bed.claimOne(again), "grant")).isEqualTo(first);
    bed.settle(retried(again));
    assertThat(bed.counts(ann)).as("it may have been used").isEqualTo("1/1/0/0");
    DueDelivery third = after(due, 2);
    assertThat(number(bed.claimOne(third), "grant")).isEqualTo(first);
    bed.settle(accepted(third));
    assertThat(bed.counts(ann)).isEqualTo("1/0/1/0");
  }

  @Test
  @Tag("GRANT-2")
  void whatIsWithdrawnWhileItIsInDoubtIsVoid() {
    granted(1);
    DueDelivery due = bed.due(ann);
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    bed.settle(settled(due, DeliveryState.QUEUED, new Outcome.Unknown("timeout", "")));
    bed.settle(settled(due, DeliveryState.CANCELLED, null));
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/1");
  }

  @Test
  void channelsThatNeedNoneAreNotLookedAt() {
    DueDelivery free = bed.due(ann, LedgerBed.FREE);
    assertThat(bed.claimOne(free)).isEqualTo(Verdict.PASS);
    bed.settle(accepted(free));
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/0");
  }
}
