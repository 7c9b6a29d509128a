package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.Receipts;
import io.truebell.core.spi.Receipts.Effect;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Receipts in whatever order and number they come. */
class EvidenceTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    spine.reachable("ann", "a");
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private void post() {
    spine.within(() -> spine.intake().post(Post.to("ann")));
  }

  private Effect receipt(String id, boolean delivered) {
    UUID delivery = spine.delivery("ann");
    return spine.within(
        () ->
            spine
                .bean(Receipts.class)
                .arrived(
                    new ReceiptArrived(
                        new DeliveryId(delivery), id, delivered, "c1", "text", "provider")));
  }

  @Test
  @Tag("SEND-4")
  void aLateReceiptUpgradesAnUnknown() {
    spine.provider.always(new Behaviour.Reset());
    post();
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");

    assertThat(receipt("r1", true)).isEqualTo(Effect.MOVED);

    assertThat(spine.stateOf("ann")).isEqualTo("DELIVERED");
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  @Tag("SEND-4")
  void aReceiptCanAlsoSayThatAnUnknownDidNotArrive() {
    spine.provider.always(new Behaviour.Reset());
    post();
    spine.run();
    receipt("r1", false);
    assertThat(spine.stateOf("ann")).isEqualTo("UNDELIVERED");
  }

  @Test
  void theSameReceiptFiftyTimesIsOneEntryAndACounter() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    post();
    spine.run();
    assertThat(receipt("r1", true)).isEqualTo(Effect.MOVED);
    for (int i = 0; i < 49; i++) {
      assertThat(receipt("r1", true)).isEqualTo(Effect.REPEATED);
    }
    assertThat(spine.count("receipt")).isEqualTo(1);
    assertThat(spine.story("ann")).hasSize(4);
    Integer times =
        spine.within(
            () -> spine.jdbc.sql("SELECT times FROM receipt").query(Integer.class).single());
    assertThat(times).isEqualTo(50);
  }

  @Test
  void aReceiptNeverMovesADeliveryBack() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    post();
    spine.run();
    receipt("r1", true);
    assertThat(receipt("r2", false)).isEqualTo(Effect.KEPT);
    assertThat(spine.stateOf("ann")).isEqualTo("DELIVERED");
    assertThat(spine.count("receipt")).isEqualTo(2);
  }

  @Test
  void aReceiptThatIsFasterThanTheAnswerWaitsForIt() throws InterruptedException {
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
    post();
    spine.visit();
    spine.provider.awaitRequests(1);

    assertThat(receipt("r1", true)).isEqualTo(Effect.KEPT);
    assertThat(spine.stateOf("ann")).isEqualTo("CLAIMED");
    answer.countDown();
    spine.settle();

    assertThat(spine.story("ann"))
        .containsSubsequence(
            "CLAIMED>ACCEPTED provider_accepted", "ACCEPTED>DELIVERED receipt_delivered");
  }

  @Test
  void aReceiptForNobodyChangesNothing() {
    Effect effect =
        spine.within(
            () ->
                spine
                    .bean(Receipts.class)
                    .arrived(
                        new ReceiptArrived(
                            new DeliveryId(new UUID(1, 2)), "r", true, "c", "", "provider")));
    assertThat(effect).isEqualTo(Effect.UNMATCHED);
    assertThat(spine.count("receipt")).isZero();
  }

  @Test
  void nothingOfAReceiptCountsBeforeTheDeliveryWasSent() {
    post();
    assertThat(receipt("r1", true)).isEqualTo(Effect.KEPT);
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(List.of("->QUEUED planned")).isEqualTo(spine.story("ann"));
  }
}
