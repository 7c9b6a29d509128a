package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.Received;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionSystemException;

/** Many workers, workers that die, workers that stop. */
class WorkersTest {
  private Spine spine;
  private boolean broken;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private void post(List<String> people) {
    spine.within(() -> spine.intake().post(Post.to(people.toArray(String[]::new))));
  }

  @Test
  @Tag("SEND-6")
  void twoNodesCallTheProviderOnceForEachDelivery() throws Exception {
    spine.provider.always(Behaviour.answer(200, "ok"));
    try (Spine other = spine.secondNode()) {
      for (int round = 0; round < 5; round++) {
        if (round == 0) {
          spine.crowd(60);
        }
        post(java.util.stream.IntStream.rangeClosed(1, 60).mapToObj(i -> "p" + i).toList());
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
          for (Spine node : List.of(spine, other)) {
            Future<?> ignored =
                threads.submit(
                    () -> {
                      start.await();
                      node.run();
                      return null;
                    });
          }
          start.countDown();
        }
        // a node that found every row locked leaves them to the other; nobody is left behind
        spine.run();
      }
      Map<String, Long> calls =
          spine.provider.received().stream()
              .map(Received::text)
              .collect(Collectors.groupingBy(t -> t.split("\\|", -1)[0], Collectors.counting()));
      assertThat(calls).hasSize(300).allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
      assertThat(spine.states()).isEqualTo(Map.of("ACCEPTED", 300L));
    }
  }

  @Test
  @Tag("SEND-1")
  void aSlowProviderHoldsNoRowLockNoTransactionAndNoConnection() throws InterruptedException {
    List<String> people = spine.crowd(20);
    spine.provider.always(new Behaviour.Hang());
    post(people);
    spine.visit();
    spine.provider.awaitRequests(20);

    assertThat(spine.pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    Long lockable =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT count(*) FROM (SELECT 1 FROM delivery FOR UPDATE NOWAIT) x")
                    .query(Long.class)
                    .single());
    Long open =
        spine
            .shared
            .sql(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'
                """)
            .query(Long.class)
            .single();
    assertThat(lockable).isEqualTo(20);
    assertThat(open).isZero();
    assertThat(spine.states()).isEqualTo(Map.of("CLAIMED", 20L));
    spine.provider.release();
    spine.settle();
  }

  @Test
  @Tag("SEND-6")
  void aWorkerThatDiesAfterTheClaimLeavesAnExplainedUnknown() {
    spine.reachable("ann", "a");
    post(List.of("ann"));
    Spine dying = spine.secondNode();
    spine.provider.always(new Behaviour.Hang());
    dying.visit();
    // it never settles: nobody pumps its outcomes any more
    assertThat(spine.stateOf("ann")).isEqualTo("CLAIMED");

    spine.clock.tick(Duration.ofMinutes(5).minusSeconds(1));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("CLAIMED");
    spine.clock.tick(Duration.ofSeconds(1));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.reasonOf("ann")).isEqualTo("lease_expired");
    assertThat(spine.count("attempt")).isEqualTo(1);
    assertThat(spine.gate.settled)
        .as("whoever took something for it hears that nobody knows")
        .singleElement()
        .satisfies(
            settled -> {
              assertThat(settled.state()).isEqualTo(DeliveryState.UNKNOWN);
              assertThat(settled.attempt()).isEqualTo(1);
              assertThat(settled.outcome()).isInstanceOf(Outcome.Unknown.class);
            });
    spine.clock.tick(Duration.ofDays(1));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    spine.provider.release();
    dying.close();
  }

  @Test
  @Tag("SEND-4")
  @Tag("SEND-6")
  void anAcceptanceThatComesAfterTheLeaseIsEvidenceAndNoSecondCall() throws InterruptedException {
    spine.reachable("ann", "a");
    post(List.of("ann"));
    CountDownLatch answer = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              await(answer);
              return Behaviour.answer(200, "ok");
            }));
    spine.visit();
    spine.provider.awaitRequests(1);
    spine.clock.tick(Duration.ofMinutes(6));
    try (Spine other = spine.secondNode()) {
      other.run();
      assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
      answer.countDown();
      spine.settle();
      other.run();
    }

    assertThat(spine.story("ann"))
        .containsExactly(
            "->QUEUED planned",
            "QUEUED>CLAIMED gates_passed",
            "CLAIMED>UNKNOWN lease_expired",
            "UNKNOWN>ACCEPTED accepted_late");
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  @Tag("SEND-6")
  void aLateRefusalAfterTheLeaseDoesNotQueueItAgain() throws InterruptedException {
    spine.reachable("ann", "a");
    post(List.of("ann"));
    CountDownLatch answer = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              await(answer);
              return Behaviour.answer(429, "later");
            }));
    spine.visit();
    spine.provider.awaitRequests(1);
    spine.clock.tick(Duration.ofMinutes(6));
    try (Spine other = spine.secondNode()) {
      other.run();
    }
    answer.countDown();
    spine.settle();
    spine.clock.tick(Duration.ofHours(2));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  @Tag("SEND-6")
  void aFailingSettleIsTriedAgainAndNeverLeadsToASecondCall() {
    spine.reachable("ann", "a");
    spine.reachable("bob", "b");
    post(List.of("ann", "bob"));
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              // from the first call on, settling hits a broken table for a while
              breakAttempts();
              return Behaviour.answer(200, "ok");
            }));
    spine.visit();
    try (ExecutorService repair = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> ignored = repair.submit(this::repairAttemptsAfterFailure);
      spine.settle();
    }

    assertThat(spine.states()).isEqualTo(Map.of("ACCEPTED", 2L));
    assertThat(spine.provider.received()).hasSize(2);
  }

  @Test
  @Tag("SEND-6")
  @Tag("SEND-8")
  void aClaimWhoseCommitIsNotConfirmedIsNeverCalledAndGivenBackAtTheNextVisit() {
    spine.reachable("ann", "a");
    spine.provider.always(Behaviour.answer(200, "ok"));
    post(List.of("ann"));
    spine.loseConfirmations(1);
    assertThatThrownBy(spine::visit).isInstanceOf(TransactionSystemException.class);
    assertThat(spine.stateOf("ann")).isEqualTo("CLAIMED");
    assertThat(spine.provider.received()).isEmpty();

    spine.bean(DeliveryPath.class).visit(spine.tenant);
    spine.settle();

    assertThat(spine.story("ann"))
        .containsExactly(
            "->QUEUED planned",
            "QUEUED>CLAIMED gates_passed",
            "CLAIMED>QUEUED claim_unconfirmed",
            "QUEUED>CLAIMED gates_passed",
            "CLAIMED>ACCEPTED provider_accepted");
    assertThat(spine.provider.received()).hasSize(1);
    // the gates were told that the first claim came to nothing
    assertThat(spine.gate.settled).extracting(SettledDelivery::attempt).containsExactly(1, 2);
  }

  @Test
  @Tag("SEND-6")
  void anOutcomeWhoseCommitIsNotConfirmedIsBookedOnceAndNothingElseIsGivenBack()
      throws InterruptedException {
    spine.waitLong();
    spine.reachable("ann", "a");
    spine.reachable("bob", "b");
    CountDownLatch bobs = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              if (request.header("X-Address").orElseThrow().equals("b")) {
                await(bobs);
              }
              return Behaviour.answer(200, "ok");
            }));
    post(List.of("ann", "bob"));
    spine.visit();
    spine.provider.awaitRequests(2);
    DeliveryPath path = spine.bean(DeliveryPath.class);
    while (path.waitingOf(spine.tenant) < 1) {
      Thread.onSpinWait();
    }
    spine.loseConfirmations(1);
    assertThatThrownBy(() -> path.visit(spine.tenant))
        .isInstanceOf(TransactionSystemException.class);
    // bob's call is still under way: his claim is known, and stays
    path.visit(spine.tenant);
    assertThat(spine.stateOf("bob")).isEqualTo("CLAIMED");
    bobs.countDown();
    spine.settle();

    assertThat(spine.states()).isEqualTo(Map.of("ACCEPTED", 2L));
    assertThat(spine.count("attempt")).isEqualTo(2);
    assertThat(spine.provider.received()).hasSize(2);
    assertThat(spine.gate.settled).hasSize(2);
  }

  private synchronized void breakAttempts() {
    if (broken) {
      return;
    }
    broken = true;
    spine.within(
        () -> spine.jdbc.sql("ALTER TABLE IF EXISTS attempt RENAME TO attempt_away").update());
  }

  /** Waits until the database has counted a failed transaction, then puts the table back. */
  private void repairAttemptsAfterFailure() {
    long before = rollbacks();
    while (rollbacks() == before) {
      Thread.onSpinWait();
    }
    spine.within(() -> spine.jdbc.sql("ALTER TABLE attempt_away RENAME TO attempt").update());
  }

  private long rollbacks() {
    spine.shared.sql("SELECT pg_stat_clear_snapshot()").query().listOfRows();
    return spine
        .shared
        .sql("SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()")
        .query(Long.class)
        .single();
  }

  @Test
  @Tag("SEND-8")
  void aGracefulStopGivesBackWhatHasNotBegunAndFinishesWhatHas() throws InterruptedException {
    spine.reachable("ann", "a");
    post(List.of("ann"));
    CountDownLatch answer = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              await(answer);
              return Behaviour.answer(200, "ok");
            }));
    spine.visit();
    spine.provider.awaitRequests(1);

    DeliveryPath path = spine.bean(DeliveryPath.class);
    spine.reachable("bob", "b");
    post(List.of("bob"));
    // the stop comes while bob's delivery is being claimed
    spine.gate.onExamine(path::stopBeginning);
    assertThat(spine.visit()).isEqualTo(1);
    spine.gate.onExamine(() -> {});
    answer.countDown();
    spine.settle();

    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.stateOf("bob")).isEqualTo("QUEUED");
    assertThat(spine.reasonOf("bob")).isEqualTo("worker_stopping");
    assertThat(spine.gate.settled).anyMatch(settled -> settled.outcome() == null);
    assertThat(spine.provider.received()).hasSize(1);
    path.resume();
    spine.run();
    assertThat(spine.stateOf("bob")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("SEND-8")
  void aClaimWhoseLeaseNoLongerCoversACallIsGivenBackUncalled() {
    spine.reachable("ann", "a");
    post(List.of("ann"));
    spine.provider.always(Behaviour.answer(200, "ok"));
    // between claim and call this node stands still for almost the whole lease
    spine.gate.onExamine(() -> spine.clock.tick(Duration.ofMinutes(4).plusSeconds(58)));
    spine.visit();
    spine.settle();
    spine.gate.onExamine(() -> {});

    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(spine.reasonOf("ann")).isEqualTo("lease_too_short");
    assertThat(spine.provider.received()).isEmpty();
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("SEND-6")
  void theOnlyWorkerOfADatabaseSweepsWhatItsPredecessorLeftAtOnce() {
    spine.reachable("ann", "a");
    post(List.of("ann"));
    Spine dying = spine.secondNode();
    spine.provider.always(new Behaviour.Hang());
    dying.visit();

    assertThat(spine.bean(DeliveryPath.class).sweepLeftBehind(spine.tenant)).isEqualTo(1);
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.reasonOf("ann")).isEqualTo("worker_died");
    spine.provider.release();
    dying.close();
  }

  @Test
  void oneSlowAccountLeavesPlacesForTheOthers() throws InterruptedException {
    spine.close();
    spine = Spine.open(Spine.settings(4));
    spine.account("slow");
    List<String> people = spine.crowd(10);
    spine.provider.always(new Behaviour.Hang());
    post(people);
    spine.visit();
    spine.provider.awaitRequests(4);
    assertThat(spine.states()).isEqualTo(Map.of("CLAIMED", 4L, "QUEUED", 6L));
    assertThat(spine.visit()).isZero();
    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.provider.release();
    spine.settle();
    spine.run();
    assertThat(spine.states()).isEqualTo(Map.of("UNKNOWN", 4L, "ACCEPTED", 6L));
  }

  @Test
  void transactionalGoesBeforeMarketingAndTheOldestFirst() {
    spine.close();
    spine = Spine.open(Spine.settings(1));
    spine.account("main");
    List<String> people = spine.crowd(4);
    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.within(() -> spine.intake().post(Post.to("p1").category("marketing")));
    spine.clock.tick(Duration.ofSeconds(1));
    spine.within(() -> spine.intake().post(Post.to("p2").category("marketing")));
    spine.within(() -> spine.intake().post(Post.to("p3")));
    spine.clock.tick(Duration.ofSeconds(1));
    spine.within(() -> spine.intake().post(Post.to("p4")));
    spine.run();

    assertThat(people).hasSize(4);
    assertThat(spine.provider.received())
        .extracting(r -> r.header("X-Address").orElseThrow())
        .containsExactly("address-3", "address-4", "address-1", "address-2");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
