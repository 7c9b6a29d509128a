package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.QueryAnswer;
import io.truebell.core.spi.QueryCall;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.Receipts;
import io.truebell.dispatch.evidence.Reconciliation;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Silence is marked, providers are asked, and nothing is invented. */
class ReconciliationTest {
  private final List<QueryCall> asked = new CopyOnWriteArrayList<>();
  private Spine spine;
  private AccountId account;

  @BeforeEach
  void open() {
    spine = Spine.open();
    account = new AccountId(spine.account("main"));
    spine.reachable("ann", "ann-address");
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private void send(Behaviour answer) {
    spine.provider.always(answer);
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();
  }

  private void query(QueryAnswer answer) {
    spine
        .bean(TestChannel.class)
        .answers(
            call -> {
              asked.add(call);
              return answer;
            });
  }

  private void receipt(boolean delivered) {
    DeliveryId delivery = new DeliveryId(spine.delivery("ann"));
    spine.within(
        () ->
            spine
                .bean(Receipts.class)
                .arrived(new ReceiptArrived(delivery, "r1", delivered, "c1", "t", "provider")));
  }

  @Test
  @Tag("TRUTH-2")
  void silencePastTheChannelsPatienceIsMarkedOnce() {
    send(Behaviour.answer(200, "ok"));
    spine.clock.tick(TestChannel.RECEIPT_WITHIN.minusSeconds(1));
    assertThat(spine.reconcile()).isFalse();
    assertThat(spine.count("delivery WHERE receipt_overdue_at IS NOT NULL")).isZero();

    spine.clock.tick(Duration.ofSeconds(1));
    assertThat(spine.reconcile()).isTrue();

    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.only("ann", "receipt_overdue_at")).isNotNull();
    assertThat(spine.story("ann")).last().isEqualTo("ACCEPTED>ACCEPTED receipt_overdue");
    spine.clock.tick(Duration.ofDays(9));
    assertThat(spine.reconcile()).isFalse();
    assertThat(spine.story("ann")).hasSize(4);
  }

  @Test
  @Tag("TRUTH-2")
  void aReceiptThatComesAfterTheMarkStillWins() {
    send(Behaviour.answer(200, "ok"));
    spine.clock.tick(TestChannel.RECEIPT_WITHIN);
    spine.reconcile();
    receipt(true);
    assertThat(spine.stateOf("ann")).isEqualTo("DELIVERED");
  }

  @Test
  @Tag("TRUTH-2")
  void aReceiptInTimeLeavesNothingToMark() {
    send(Behaviour.answer(200, "ok"));
    receipt(true);
    spine.clock.tick(Duration.ofDays(2));
    spine.reconcile();
    assertThat(spine.count("delivery WHERE receipt_overdue_at IS NOT NULL")).isZero();
    assertThat(spine.story("ann")).hasSize(4);
  }

  @Test
  @Tag("TRUTH-2")
  void anAccountsOwnPatienceGoesBeforeTheChannels() {
    spine.within(
        () -> spine.jdbc.sql("UPDATE channel_account SET receipt_within_seconds = 60").update());
    send(Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofMinutes(1));
    assertThat(spine.reconcile()).isTrue();
    assertThat(spine.only("ann", "receipt_overdue_at")).isNotNull();
  }

  @Test
  @Tag("TRUTH-2")
  void aProviderThatCannotBeAskedIsNotAskedAndNothingIsInvented() {
    send(new Behaviour.Reset());
    for (int i = 0; i < 50; i++) {
      spine.clock.tick(Duration.ofHours(3));
      assertThat(spine.reconcile()).isFalse();
    }
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.count("inquiry")).isZero();
    assertThat(spine.count("receipt")).isZero();
  }

  @Test
  @Tag("TRUTH-2")
  @Tag("SEND-4")
  void anUnknownIsClosedByWhatTheProviderKnows() {
    query(new QueryAnswer.Found(ReceiptNews.delivered(), "3", "received"));
    send(new Behaviour.Reset());
    spine.clock.tick(Duration.ofSeconds(59));
    assertThat(spine.reconcile()).isFalse();
    spine.clock.tick(Duration.ofSeconds(1));
    spine.reconcile();

    assertThat(spine.stateOf("ann")).isEqualTo("DELIVERED");
    assertThat(spine.count("receipt WHERE source = 'query' AND status = 'delivered'")).isEqualTo(1);
    assertThat(spine.count("inquiry WHERE answer = 'delivered' AND code = '3'")).isEqualTo(1);
    assertThat(spine.provider.received()).as("asking sends nothing").hasSize(1);
    assertThat(asked).singleElement().satisfies(call -> assertThat(call.providerRef()).isNull());
    spine.clock.tick(Duration.ofDays(3));
    spine.reconcile();
    assertThat(asked).hasSize(1);
    assertThat(spine.reconcile()).as("nothing is left to do").isFalse();
  }

  @Test
  @Tag("TRUTH-2")
  void anOverdueDeliveryIsAskedForWithItsProvidersId() {
    query(new QueryAnswer.Found(ReceiptNews.undelivered(), "2", "blocked"));
    send(Behaviour.answer(200, "ok-5"));
    spine.clock.tick(Duration.ofMinutes(5));
    assertThat(spine.reconcile()).as("a receipt may still be in time").isFalse();
    spine.clock.tick(TestChannel.RECEIPT_WITHIN);
    spine.reconcile();
    spine.reconcile();

    assertThat(spine.stateOf("ann")).isEqualTo("UNDELIVERED");
    assertThat(asked)
        .singleElement()
        .satisfies(call -> assertThat(call.providerRef()).isEqualTo("ref-ok-5"));
  }

  @Test
  @Tag("TRUTH-2")
  void aProviderThatKnowsNothingIsAskedAFewTimesAndThenLeftAlone() {
    query(new QueryAnswer.NotFound("none", "no record"));
    send(new Behaviour.Reset());
    for (int i = 0; i < 200; i++) {
      spine.clock.tick(Duration.ofMinutes(1));
      spine.reconcile();
    }
    assertThat(asked).hasSize(3);
    assertThat(spine.count("inquiry WHERE answer = 'not_found'")).isEqualTo(3);
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.count("receipt")).isZero();
  }

  @Test
  @Tag("SEND-7")
  void anAdapterThatStumblesHasGivenNoAnswer() {
    spine
        .bean(TestChannel.class)
        .answers(
            call -> {
              throw new IllegalStateException(call.address().revealText());
            });
    send(new Behaviour.Reset());
    spine.clock.tick(Duration.ofMinutes(1));
    spine.reconcile();
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.count("inquiry WHERE answer = 'no_answer' AND code = 'adapter_error'"))
        .isEqualTo(1);
    assertThat(spine.count("inquiry WHERE text LIKE '%ann-address%'")).isZero();
  }

  @Test
  @Tag("SEAL-2")
  void whatTheProviderSaysOfAnAddressIsHidden() {
    query(new QueryAnswer.NotFound("none", "no record of ann-address"));
    send(new Behaviour.Reset());
    spine.clock.tick(Duration.ofMinutes(1));
    spine.reconcile();
    assertThat(spine.count("inquiry")).isEqualTo(1);
    assertThat(spine.count("inquiry WHERE text LIKE '%ann-address%'")).isZero();
  }

  @Test
  void twoNodesAskOnce() throws InterruptedException {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    try (Spine second = spine.secondNode()) {
      for (Spine node : List.of(spine, second)) {
        node.bean(TestChannel.class)
            .answers(
                call -> {
                  calls.incrementAndGet();
                  try {
                    answer.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return new QueryAnswer.NotFound("none", "");
                });
      }
      send(new Behaviour.Reset());
      spine.clock.tick(Duration.ofMinutes(1));
      assertThat(spine.bean(Reconciliation.class).due()).containsExactly(spine.tenant.id());
      spine.bean(Reconciliation.class).visit(spine.tenant);
      second.bean(Reconciliation.class).visit(spine.tenant);
      answer.countDown();
      assertThat(spine.bean(Reconciliation.class).awaitAnswers(Duration.ofMinutes(1))).isTrue();
      assertThat(second.bean(Reconciliation.class).awaitAnswers(Duration.ofMinutes(1))).isTrue();
      assertThat(calls).hasValue(1);
    }
  }

  @Test
  @Tag("WALL-4")
  void aTenantWithNothingOverdueIsNotVisited() {
    send(Behaviour.answer(400, "bad"));
    spine.clock.tick(Duration.ofDays(30));
    assertThat(spine.bean(Reconciliation.class).due()).isEmpty();
    Long hints =
        spine.shared.sql("SELECT count(*) FROM datastore.work_due").query(Long.class).single();
    assertThat(hints).isZero();
  }

  @Test
  @Tag("WALL-4")
  void theHintGoesWhenTheLastWaitEnds() {
    send(Behaviour.answer(200, "ok"));
    receipt(true);
    spine.clock.tick(Duration.ofDays(1));
    spine.reconcile();
    Long hints =
        spine.shared.sql("SELECT count(*) FROM datastore.work_due").query(Long.class).single();
    assertThat(hints).isZero();
  }

  @Test
  void anAnswerThatCameLateBeginsTheWaitForAReceipt() throws InterruptedException {
    CountDownLatch answer = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              try {
                answer.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return Behaviour.answer(200, "ok");
            }));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.visit();
    spine.provider.awaitRequests(1);
    spine.clock.tick(Duration.ofMinutes(6));
    spine.visit();
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    answer.countDown();
    spine.settle();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    spine.clock.tick(TestChannel.RECEIPT_WITHIN);
    spine.reconcile();
    assertThat(spine.only("ann", "receipt_overdue_at")).isNotNull();
    UUID waited =
        spine.within(
            () -> spine.jdbc.sql("SELECT account_id FROM awaited").query(UUID.class).single());
    assertThat(waited).isEqualTo(account.value());
  }
}
