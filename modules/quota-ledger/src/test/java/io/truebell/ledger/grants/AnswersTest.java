package io.truebell.ledger.grants;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.retried;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ConsentListener;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.grants.RegisterAnswer.Submission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AnswersTest {
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
    ann = "bob-" + ++people;
    bed.heard.clear();
    bed.clock.tick(Duration.ofMinutes(1));
  }

  private Instant now() {
    return bed.clock.instant();
  }

  private DueDelivery claimed() {
    DueDelivery due = bed.due(ann);
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Pass.class);
    bed.clock.tick(Duration.ofSeconds(1));
    return due;
  }

  private Registered lasting(String request) {
    return bed.within(
        () ->
            bed.bean(StoredGrants.class)
                .register(
                    new Submission(
                        bed.purpose(ann), request, AnswerStatus.ACCEPT, "long_term", now(), "api"),
                    LedgerBed.CLIENT));
  }

  @Test
  @Tag("GRANT-1")
  void oneAnswerIsOneAuthorisationHoweverOftenItIsHandedIn() {
    assertThat(bed.answer(ann, "q1", "accept")).isEqualTo(Registered.GRANTED);
    Instant then = now();
    bed.clock.tick(Duration.ofDays(7));

    assertThat(bed.answer(ann, "q1", "accept", then)).isEqualTo(Registered.REPEATED);
    assertThat(bed.answer(ann, "q1", "accept")).isEqualTo(Registered.REPEATED);
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");
    assertThat(bed.heard).containsExactly("granted tpl-1");
  }

  @Test
  @Tag("GRANT-1")
  void handedInInParallelItIsOneToo() throws Exception {
    List<Callable<Registered>> all = Collections.nCopies(12, () -> bed.answer(ann, "q", "accept"));
    List<Registered> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Registered> one : threads.invokeAll(all)) {
        results.add(one.get());
      }
    }
    assertThat(results).containsOnlyOnce(Registered.GRANTED).contains(Registered.REPEATED);
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");
  }

  @Test
  @Tag("GRANT-1")
  void anotherAnswerWithTheSameIdIsRefusedAndNothingIsWritten() {
    bed.answer(ann, "q1", "accept");
    assertThatThrownBy(() -> bed.answer(ann, "q1", "reject"))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(409);
              assertThat(problem).hasMessageContaining("q1");
            });
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");
  }

  @Test
  void anAnswerFromTheFutureIsRefusedAndOneFromASkewedClockIsNot() {
    assertThatThrownBy(() -> bed.answer(ann, "q", "accept", now().plus(Duration.ofMinutes(6))))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> assertThat(problem.fields().getFirst().field()).isEqualTo("answered_at"));
    assertThat(bed.answer(ann, "q", "accept", now().plus(Duration.ofMinutes(4))))
        .isEqualTo(Registered.GRANTED);
    bed.answer(ann, "no", "reject");
    assertThat(bed.counts(ann)).as("it is no younger than its registration").isEqualTo("0/0/0/1");
  }

  @Test
  @Tag("GRANT-5")
  void theBalanceSaysWhatIsNeededAndWhatIsWorthAsking() {
    assertThat(bed.balance(ann).needsGrant()).isTrue();
    bed.answer(ann, "q1", "acceptWithAudio");
    assertThat(bed.balance(ann).needsGrant()).isFalse();
    assertThat(bed.balance(ann).worthAsking()).isTrue();
    bed.answer(ann, "q2", "acceptWithAlert");
    assertThat(bed.balance(ann).worthAsking()).isFalse();
    assertThat(bed.answer(ann, "q3", "ban")).isEqualTo(Registered.NOTHING);
    assertThat(bed.answer(ann, "q4", "filter")).isEqualTo(Registered.NOTHING);
    assertThat(bed.counts(ann)).isEqualTo("2/0/0/0");
  }

  @Test
  @Tag("GRANT-6")
  void aRefusalVoidsWhatIsUnusedAtOnceAlsoAmidAClaim() {
    bed.answer(ann, "q1", "accept");
    bed.answer(ann, "q2", "accept");
    DueDelivery due = claimed();
    bed.heard.clear();

    assertThat(bed.answer(ann, "no", "reject")).isEqualTo(Registered.REFUSED);
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/2");
    assertThat(bed.balance(ann).refusedAt()).isEqualTo(now());
    assertThat(bed.heard).containsExactly("voided grant_person_refused");

    bed.settle(accepted(due));
    assertThat(bed.counts(ann)).as("void is final").isEqualTo("0/0/0/2");
    bed.clock.tick(Duration.ofSeconds(1));
    bed.answer(ann, "q3", "accept");
    assertThat(bed.balance(ann).refusedAt()).isNull();
    assertThat(bed.answer(ann, "no", "reject", now())).isEqualTo(Registered.REPEATED);
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/2");
  }

  @Test
  @Tag("GRANT-6")
  void turningOffVoidsEverythingAndSaysWhy() {
    bed.answer(ann, "q1", "accept");
    bed.answer(ann, "q2", "accept");
    DueDelivery due = claimed();

    int voided =
        bed.within(() -> bed.grants().voidAll(bed.purpose(ann), "turned_off", LedgerBed.CLIENT));

    assertThat(voided).isEqualTo(2);
    assertThat(bed.heard).contains("voided turned_off");
    bed.settle(retried(due));
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/2");
    assertThat(bed.balance(ann).refusedAt()).as("turning off refuses nothing").isNull();
  }

  @Test
  @Tag("GRANT-6")
  void anAnswerThatComesLateCountsForWhenItWasGiven() {
    Instant first = now();
    bed.clock.tick(Duration.ofMinutes(1));
    Instant second = now();
    bed.clock.tick(Duration.ofDays(2));

    bed.answer(ann, "no", "reject", second);
    assertThat(bed.answer(ann, "yes", "accept", first)).isEqualTo(Registered.NOTHING);
    assertThat(bed.counts(ann)).as("refused since").isEqualTo("0/0/0/1");

    String bob = ann + "-late";
    bed.answer(bob, "yes", "accept", second);
    assertThat(bed.answer(bob, "no", "reject", first)).isEqualTo(Registered.REFUSED);
    assertThat(bed.counts(bob)).as("granted since").isEqualTo("1/0/0/0");
    assertThat(bed.balance(bob).refusedAt()).isNull();
  }

  @Test
  void aLastingOneIsNeverUsedUpAndEndsByRefusal() {
    assertThat(lasting("q")).isEqualTo(Registered.GRANTED);
    assertThat(bed.balance(ann).longTerm()).isTrue();
    assertThat(bed.balance(ann).worthAsking()).isFalse();
    DueDelivery first = claimed();
    DueDelivery second = claimed();
    bed.settle(accepted(first), unknown(second));
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");

    DueDelivery third = claimed();
    bed.settle(rejected(third, Proof.NO_AUTHORISATION));
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/1");
    assertThat(bed.balance(ann).refusedAt()).isNotNull();
  }

  @Test
  @Tag("GRANT-2")
  void theProvidersNoVoidsThisOneAndTheOthersAndAnotherRefusalDoesNot() {
    bed.answer(ann, "q1", "accept");
    bed.answer(ann, "q2", "accept");
    bed.answer(ann, "q3", "accept");
    DueDelivery malformed = claimed();
    bed.settle(rejected(malformed));
    assertThat(bed.counts(ann)).isEqualTo("3/0/0/0");

    DueDelivery refused = claimed();
    bed.answer(ann, "q4", "accept");
    bed.settle(rejected(refused, Proof.NO_AUTHORISATION));

    assertThat(bed.counts(ann)).as("what was given after the call stays").isEqualTo("1/0/0/3");
    assertThat(bed.balance(ann).refusedAt()).isNull();
  }

  @Test
  @Tag("TRUTH-3")
  void aRefusingReceiptCountsOnceInWhateverOrderAndNumber() {
    bed.answer(ann, "q1", "accept");
    bed.answer(ann, "q2", "accept");
    DueDelivery due = claimed();

    bed.refusedByReceipt(due, "r1");
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/2");
    bed.settle(accepted(due));
    bed.clock.tick(Duration.ofMinutes(10));
    bed.answer(ann, "q3", "accept");
    bed.refusedByReceipt(due, "r2");
    bed.refusedByReceipt(due, "r3");

    assertThat(bed.counts(ann)).as("a new consent is not disproved").isEqualTo("1/0/0/2");
    assertThat(
            bed.count(
                "SELECT count(*) FROM ledger_entry WHERE reason = 'grant_receipt_refused'"
                    + " AND kind = 'noted' AND delivery_id = '"
                    + due.id()
                    + "'"))
        .isEqualTo(1);
  }

  @Test
  @Tag("TRUTH-3")
  void aReceiptAfterTheAcceptanceLeavesWhatIsUsedUp() {
    bed.answer(ann, "q1", "accept");
    bed.answer(ann, "q2", "accept");
    DueDelivery due = claimed();
    bed.settle(accepted(due));
    bed.refusedByReceipt(due, "r1");
    assertThat(bed.counts(ann)).isEqualTo("0/0/1/1");
    assertThat(bed.balance(ann).refusedAt()).isNotNull();
  }

  @Test
  @Tag("TRUTH-3")
  void whatTheProviderReportsOfAWillRefusesButNeverGrants() {
    bed.answer(ann, "q1", "accept");
    bed.clock.tick(Duration.ofMinutes(1));
    report("e1", "accept");
    assertThat(bed.counts(ann)).isEqualTo("1/0/0/0");

    report("e2", "reject");
    assertThat(bed.counts(ann)).isEqualTo("0/0/0/1");
    bed.clock.tick(Duration.ofMinutes(1));
    bed.answer(ann, "q2", "accept");
    report("e2", "reject");
    assertThat(bed.counts(ann)).as("told again").isEqualTo("1/0/0/1");
    assertThat(bed.count("SELECT count(*) FROM consent_evidence WHERE status = 'accept'"))
        .isEqualTo(1);
  }

  @Test
  @Tag("GRANT-6")
  @Tag("TRUTH-3")
  void aReportedRefusalMeansWhatWasGivenInItsWholeSecond() {
    Instant second = now();
    bed.answer(ann, "q1", "accept");
    bed.clock.tick(Duration.ofNanos(999_600_000));
    bed.answer(ann, "q2", "accept");
    bed.clock.tick(Duration.ofNanos(400_000));
    bed.answer(ann, "q3", "accept");

    bed.clock.tick(Duration.ofSeconds(5));
    report("e1", "reject", second);

    assertThat(bed.counts(ann)).as("the next second's is a new consent").isEqualTo("1/0/0/2");
    assertThat(bed.balance(ann).refusedAt()).isNull();
  }

  private void report(String id, String status) {
    report(id, status, now());
  }

  private void report(String id, String status, Instant at) {
    ConsentNews news = new ConsentNews(id, ann, LedgerBed.TEMPLATE, status, at);
    boolean ignored =
        bed.inTransaction(
            () -> {
              bed.bean(ConsentListener.class)
                  .reported(new AccountId(new UUID(0, 0)), LedgerBed.NEEDY, news);
              return true;
            });
  }
}
