package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptListener.Stored;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Receipts;
import io.truebell.core.spi.Receipts.Effect;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What receipts say, whom they mean, and what they prove beyond their delivery. */
class ReceiptsTest {
  private Spine spine;
  private AccountId account;
  private final AtomicInteger names = new AtomicInteger();

  @BeforeEach
  void open() {
    spine = Spine.open();
    account = new AccountId(spine.account("main"));
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private String sent(Behaviour answer) {
    String name = "p" + names.incrementAndGet();
    spine.reachable(name, name);
    spine.provider.always(answer);
    spine.within(() -> spine.intake().post(Post.to(name)));
    spine.run();
    return name;
  }

  private Effect tell(ReceiptMatch match, AccountId from, String id, ReceiptNews news) {
    ReceiptArrived receipt =
        new ReceiptArrived(from, match, id, news, "c1", "text", null, "provider", 1);
    return spine.within(() -> spine.bean(Receipts.class).arrived(receipt));
  }

  private Effect tell(String name, String id, ReceiptNews news) {
    return tell(
        new ReceiptMatch.ByDelivery(new DeliveryId(spine.delivery(name))), account, id, news);
  }

  private String endpointOf(String name) {
    UUID endpoint = UUID.fromString(spine.only(name, "endpoint_id"));
    return spine.within(
        () ->
            spine
                .jdbc
                .sql("SELECT status || ' ' || version FROM endpoint WHERE id = :id")
                .param("id", endpoint)
                .query(String.class)
                .single());
  }

  private long disagreements() {
    return spine.count("receipt WHERE disagrees");
  }

  @Test
  void aReceiptFindsItsDeliveryByTheProvidersId() {
    String name = sent(Behaviour.answer(200, "ok-77"));
    ReceiptMatch match = new ReceiptMatch.ByProviderRef("ref-ok-77");

    assertThat(tell(match, account, "r1", ReceiptNews.delivered())).isEqualTo(Effect.MOVED);

    assertThat(spine.stateOf(name)).isEqualTo("DELIVERED");
  }

  @Test
  @Tag("WALL-1")
  void anAccountsProviderReachesNoOtherAccountsDeliveries() {
    String name = sent(Behaviour.answer(200, "ok-78"));
    AccountId other = new AccountId(spine.account("other"));

    assertThat(
            tell(new ReceiptMatch.ByProviderRef("ref-ok-78"), other, "r1", ReceiptNews.delivered()))
        .isEqualTo(Effect.UNMATCHED);
    assertThat(
            tell(
                new ReceiptMatch.ByDelivery(new DeliveryId(spine.delivery(name))),
                other,
                "r1",
                ReceiptNews.delivered()))
        .isEqualTo(Effect.UNMATCHED);
    assertThat(spine.stateOf(name)).isEqualTo("ACCEPTED");
  }

  @Test
  void anIdThatTwoDeliveriesHaveIsNotGuessed() {
    sent(Behaviour.answer(200, "ok-same"));
    sent(Behaviour.answer(200, "ok-same"));
    ReceiptMatch match = new ReceiptMatch.ByProviderRef("ref-ok-same");

    assertThat(tell(match, account, "r1", ReceiptNews.delivered())).isEqualTo(Effect.AMBIGUOUS);

    assertThat(spine.states()).containsOnlyKeys("ACCEPTED");
    assertThat(spine.count("receipt")).isZero();
  }

  @Test
  void everyOrderOfSendingSentAndDeliveredEndsDelivered() {
    List<ReceiptNews> news =
        List.of(ReceiptNews.progress(), ReceiptNews.progress(), ReceiptNews.delivered());
    for (List<Integer> order : permutations()) {
      for (Behaviour answer : List.of(Behaviour.answer(200, "ok"), new Behaviour.Reset())) {
        String name = sent(answer);
        order.forEach(i -> tell(name, "r" + i, news.get(i)));
        assertThat(spine.stateOf(name)).as(order + " after " + answer).isEqualTo("DELIVERED");
      }
    }
    assertThat(spine.count("receipt")).isEqualTo(6 * 2 * 3);
    assertThat(disagreements()).isZero();
  }

  private static List<List<Integer>> permutations() {
    return List.of(
        List.of(0, 1, 2),
        List.of(0, 2, 1),
        List.of(1, 0, 2),
        List.of(1, 2, 0),
        List.of(2, 0, 1),
        List.of(2, 1, 0));
  }

  @Test
  @Tag("SEND-4")
  void aMessageThatItIsUnderWayMakesAnUnknownAcceptedAndNoMore() {
    String name = sent(new Behaviour.Reset());
    assertThat(tell(name, "r1", ReceiptNews.progress())).isEqualTo(Effect.MOVED);
    assertThat(spine.stateOf(name)).isEqualTo("ACCEPTED");
    assertThat(spine.reasonOf(name)).isEqualTo("receipt_accepted");
    assertThat(tell(name, "r2", ReceiptNews.progress())).isEqualTo(Effect.KEPT);
  }

  @Test
  @Tag("SEND-3")
  void proofThatItArrivedCallsOffTheRetryThatWaits() {
    String name = sent(Behaviour.answer(429, "later"));
    assertThat(spine.stateOf(name)).isEqualTo("QUEUED");

    assertThat(tell(name, "r1", ReceiptNews.delivered())).isEqualTo(Effect.MOVED);
    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofHours(1));
    spine.run();

    assertThat(spine.stateOf(name)).isEqualTo("DELIVERED");
    assertThat(spine.reasonOf(name)).isEqualTo("receipt_ends_retries");
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  @Tag("SEND-3")
  void anUnknownThatIsToBeAskedAgainIsNotOnceItIsKnownToHaveArrived() {
    spine.bean(TestChannel.class).deduplicatesFor(Duration.ofMinutes(30));
    String name = sent(new Behaviour.Reset());
    assertThat(spine.reasonOf(name)).isEqualTo("unknown_asked_again");

    tell(name, "r1", ReceiptNews.delivered());
    spine.clock.tick(Duration.ofMinutes(5));
    spine.run();

    assertThat(spine.stateOf(name)).isEqualTo("DELIVERED");
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  void aBadReceiptOfAnEarlierAttemptDoesNotSpoilTheRetry() {
    String name = sent(Behaviour.answer(429, "later"));
    assertThat(tell(name, "r1", ReceiptNews.undelivered())).isEqualTo(Effect.KEPT);
    assertThat(spine.stateOf(name)).isEqualTo("QUEUED");

    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofMinutes(2));
    spine.run();

    assertThat(spine.stateOf(name)).isEqualTo("ACCEPTED");
  }

  @Test
  void aReceiptForWhatWasNeverSentIsKeptAsADisagreement() {
    spine.reachable("ann", "a");
    spine.within(
        () -> spine.intake().post(Post.to("ann").notBefore(spine.clock.instant().plusSeconds(60))));
    assertThat(tell("ann", "r1", ReceiptNews.delivered())).isEqualTo(Effect.KEPT);
    assertThat(disagreements()).isEqualTo(1);

    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofMinutes(2));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  void aReceiptThatContradictsAFinalStateIsKeptAndReported() {
    String delivered = sent(Behaviour.answer(200, "confirmed"));
    String refused = sent(Behaviour.answer(400, "bad"));
    String failed = sent(Behaviour.answer(503, "down"));
    assertThat(tell(failed, "r", ReceiptNews.undelivered())).isEqualTo(Effect.KEPT);
    assertThat(disagreements()).as("both say that it did not arrive").isZero();

    assertThat(tell(delivered, "r", ReceiptNews.undelivered())).isEqualTo(Effect.KEPT);
    assertThat(tell(refused, "r", ReceiptNews.delivered())).isEqualTo(Effect.KEPT);
    assertThat(tell(failed, "r2", ReceiptNews.delivered())).isEqualTo(Effect.KEPT);

    assertThat(disagreements()).isEqualTo(3);
    assertThat(spine.stateOf(delivered)).isEqualTo("DELIVERED");
    assertThat(spine.stateOf(refused)).isEqualTo("REJECTED");
    assertThat(spine.stateOf(failed)).isEqualTo("FAILED");
  }

  @Test
  @Tag("TRUTH-3")
  void aProofThatTheAddressIsDeadEndsItOnceHoweverOftenItComes() {
    String name = sent(Behaviour.answer(200, "ok"));
    for (int i = 0; i < 50; i++) {
      tell(name, "dead", ReceiptNews.undelivered(Proof.ENDPOINT_DEAD));
    }
    assertThat(spine.stateOf(name)).isEqualTo("UNDELIVERED");
    assertThat(endpointOf(name)).isEqualTo("dead 1");

    spine.within(() -> spine.jdbc.sql("UPDATE endpoint SET status = 'verified'").update());
    tell(name, "dead", ReceiptNews.undelivered(Proof.ENDPOINT_DEAD));
    assertThat(endpointOf(name))
        .as("an old receipt does not undo a new proof")
        .contains("verified");
  }

  @Test
  @Tag("TRUTH-3")
  void refusalsChangeDeliveryAndEndpointTheSameInEveryOrder() {
    List<ReceiptNews> news =
        List.of(
            ReceiptNews.progress(),
            ReceiptNews.undelivered(Proof.PERSON_REFUSED),
            ReceiptNews.undelivered(Proof.ENDPOINT_DEAD));
    for (List<Integer> order : permutations()) {
      spine.listener.stored().clear();
      String name = sent(Behaviour.answer(200, "ok"));
      List<Integer> twice = new ArrayList<>(order);
      twice.addAll(order);
      twice.forEach(i -> tell(name, "r" + i, news.get(i)));
      assertThat(spine.stateOf(name)).isEqualTo("UNDELIVERED");
      assertThat(endpointOf(name)).isEqualTo("dead 1");
      assertThat(spine.listener.stored())
          .extracting(Stored::receiptId)
          .containsExactlyInAnyOrder("r0", "r1", "r2");
    }
  }

  @Test
  @Tag("TRUTH-3")
  void fiftyCopiesAtOnceTellTheListenerOnce() throws Exception {
    String name = sent(Behaviour.answer(200, "ok"));
    UUID delivery = spine.delivery(name);
    List<Future<Effect>> effects = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
      for (int i = 0; i < 50; i++) {
        effects.add(
            threads.submit(
                () ->
                    tell(
                        new ReceiptMatch.ByDelivery(new DeliveryId(delivery)),
                        account,
                        "r",
                        ReceiptNews.undelivered(Proof.NO_AUTHORISATION))));
      }
    }
    List<Effect> all = new ArrayList<>();
    for (Future<Effect> effect : effects) {
      all.add(effect.get());
    }
    assertThat(Collections.frequency(all, Effect.MOVED)).isEqualTo(1);
    assertThat(Collections.frequency(all, Effect.REPEATED)).isEqualTo(49);
    assertThat(spine.listener.stored())
        .singleElement()
        .satisfies(
            stored -> {
              assertThat(stored.moved()).isTrue();
              assertThat(stored.news().provenBeyond()).containsExactly(Proof.NO_AUTHORISATION);
            });
    assertThat(spine.count("receipt WHERE times = 50")).isEqualTo(1);
  }

  @Test
  @Tag("TRUTH-3")
  void whatAListenerCannotTakeIsNotStoredEither() {
    String name = sent(Behaviour.answer(200, "ok"));
    spine.listener.fails(true);
    assertThatThrownBy(() -> tell(name, "r", ReceiptNews.undelivered(Proof.PERSON_REFUSED)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(spine.stateOf(name)).isEqualTo("ACCEPTED");
    assertThat(spine.count("receipt")).isZero();

    spine.listener.fails(false);
    assertThat(tell(name, "r", ReceiptNews.undelivered(Proof.PERSON_REFUSED)))
        .isEqualTo(Effect.MOVED);
  }
}
