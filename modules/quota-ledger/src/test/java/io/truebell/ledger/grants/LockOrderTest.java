package io.truebell.ledger.grants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Grants.Answer;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.grants.BulkGrantsController.BulkGrantRequest;
import io.truebell.ledger.grants.RegisterAnswer.Submission;
import io.truebell.ledger.grants.RegisterMany.ItemResult;
import io.truebell.ledger.verify.Balance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.PessimisticLockingFailureException;

/** Whoever waits for an account has nothing in its hand that the one before it may want. */
class LockOrderTest {
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE NOT granted"
          + " AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
  // a sequence is not rolled back: it counts the failures
  private static final String TROUBLE =
      """
      CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('trouble') <= 0 THEN
          RAISE EXCEPTION 'lost in a circle' USING ERRCODE = 'deadlock_detected';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER trouble BEFORE INSERT ON consent_answer FOR EACH ROW EXECUTE FUNCTION trouble();
      """;

  private LedgerBed bed;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  private Registered give(String name, String template, String request) {
    Purpose purpose = new Purpose(bed.person(name), LedgerBed.NEEDY, template);
    Answer answer = new Answer(purpose, request, "accept", bed.clock.instant(), "api");
    return bed.within(() -> bed.grants().register(answer, LedgerBed.CLIENT));
  }

  private UUID accountOf(String name, String template) {
    Purpose purpose = new Purpose(bed.person(name), LedgerBed.NEEDY, template);
    return bed.within(() -> bed.bean(AccountRows.class).find(purpose)).orElseThrow().id();
  }

  private static BulkGrantRequest item(String name) {
    return new BulkGrantRequest(
        name, "bulk-" + name, "needy", LedgerBed.TEMPLATE, null, "reject", null, null, null);
  }

  /** Locks {@code first}, has {@code work} wait for it, and then wants {@code next} at once. */
  private <T> T meet(UUID first, Callable<T> work, String next) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<T> done =
          bed.inTransaction(
              () -> {
                List<GrantAccount> ignored = bed.bean(AccountRows.class).lock(List.of(first));
                Future<T> running = threads.submit(work);
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                while (bed.count(WAITING) == 0 && System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
                assertThat(bed.jdbc.sql(next).query(UUID.class).list()).isNotEmpty();
                return running;
              });
      return done.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void manyAnswersLockTheirAccountsInTheOrderOfSettlements() throws Exception {
    var ann = bed.person("ann");
    var bob = bed.person("bob");
    assertThat(ann.value()).isLessThan(bob.value());
    assertThat(give("bob", LedgerBed.TEMPLATE, "q")).isEqualTo(Registered.GRANTED);
    assertThat(give("ann", LedgerBed.TEMPLATE, "q")).isEqualTo(Registered.GRANTED);
    List<@Nullable BulkGrantRequest> items = new ArrayList<>(List.of(item("ann"), item("bob")));

    List<ItemResult> results =
        meet(
            accountOf("bob", LedgerBed.TEMPLATE),
            () -> bed.within(() -> bed.bean(RegisterMany.class).all(items, LedgerBed.CLIENT)),
            "SELECT id FROM grant_account WHERE id = '%s' FOR UPDATE NOWAIT"
                .formatted(accountOf("ann", LedgerBed.TEMPLATE)));

    assertThat(results).extracting(ItemResult::word).containsOnly("refused");
  }

  @Test
  @Tag("GRANT-6")
  void voidingSeveralAccountsTouchesNothingBeforeItHasThemAll() throws Exception {
    bed.templates.put("tpl-2", List.of("pill"));
    assertThat(give("ann", LedgerBed.TEMPLATE, "q1")).isEqualTo(Registered.GRANTED);
    assertThat(give("ann", "tpl-2", "q2")).isEqualTo(Registered.GRANTED);

    int voided =
        meet(
            accountOf("ann", "tpl-2"),
            () ->
                bed.within(
                    () ->
                        bed.bean(StoredGrants.class)
                            .voidMatching(bed.person("ann"), null, null, LedgerBed.CLIENT)),
            "SELECT id FROM authorisation WHERE account_id = '%s' FOR UPDATE NOWAIT"
                .formatted(accountOf("ann", LedgerBed.TEMPLATE)));

    assertThat(voided).isEqualTo(2);
  }

  @Test
  @Tag("GRANT-6")
  void aLastingOneThatIsBeingVoidedIsNoLongerUsed() throws Exception {
    Submission lasting =
        new Submission(
            bed.purpose("ann"), "q", AnswerStatus.ACCEPT, "long_term", bed.clock.instant(), "api");
    var ignored =
        bed.within(() -> bed.bean(StoredGrants.class).register(lasting, LedgerBed.CLIENT));
    DueDelivery due = bed.due("ann");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Verdict> meanwhile =
          bed.inTransaction(
              () -> {
                int voided =
                    bed.grants().voidAll(bed.purpose("ann"), "turned_off", LedgerBed.CLIENT);
                assertThat(voided).isEqualTo(1);
                Future<Verdict> claim = threads.submit(() -> bed.claimOne(due));
                assertThat(claim).succeedsWithin(Duration.ofSeconds(30));
                return claim;
              });
      assertThat(meanwhile.get())
          .isInstanceOfSatisfying(
              Verdict.Hold.class, hold -> assertThat(hold.reason().code()).isEqualTo("grant_busy"));
    }
    assertThat(bed.claimOne(due)).isInstanceOf(Verdict.Degrade.class);
  }

  private void trouble(int times) {
    String sequence = "CREATE SEQUENCE trouble MINVALUE -9 START WITH " + (1 - times);
    int ignored =
        bed.within(() -> bed.jdbc.sql(sequence).update() + bed.jdbc.sql(TROUBLE).update());
  }

  @Test
  void whoeverLosesInACircleOfLocksTriesTwiceMore() {
    trouble(2);
    assertThat(give("ann", LedgerBed.TEMPLATE, "q")).isEqualTo(Registered.GRANTED);
    assertThat(bed.counts("ann")).isEqualTo("1/0/0/0");
  }

  @Test
  void afterThatItGivesUpAndHasWrittenNothing() {
    trouble(3);
    assertThrows(
        PessimisticLockingFailureException.class, () -> give("ann", LedgerBed.TEMPLATE, "q"));
    assertThat(bed.count("SELECT count(*) FROM grant_account")).isZero();
  }

  @Test
  void inSomebodyElsesTransactionNothingIsTriedAgain() {
    trouble(1);
    assertThrows(
        PessimisticLockingFailureException.class,
        () -> bed.inTransaction(() -> give("ann", LedgerBed.TEMPLATE, "q")));
    assertThat(bed.count("SELECT last_value FROM trouble")).as("one try").isZero();
  }
}
