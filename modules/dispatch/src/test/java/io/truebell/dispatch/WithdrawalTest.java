package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.fanout.TestFanOut;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.intake.TestIntake.Withdrawn;
import io.truebell.testkit.Behaviour;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What withdrawing ends, and what it is too late for. */
class WithdrawalTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    spine.provider.always(Behaviour.answer(200, "ok"));
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private void post(Post post) {
    spine.within(() -> spine.intake().post(post));
  }

  @Test
  @Tag("FACT-5")
  void aSubjectMeansAllAboutItSoFarAndTooLateIsCounted() {
    spine.crowd(4);
    post(Post.to("p1"));
    spine.run();
    post(Post.to("p2", "p3"));
    post(Post.to("p4").type("trip.cancelled"));

    Withdrawn changed =
        spine.within(() -> spine.intake().withdrawSubject("trip:42", "trip.changed"));
    assertThat(changed).isEqualTo(new Withdrawn(1, 2, Map.of(DeliveryState.ACCEPTED, 1L)));
    Withdrawn rest = spine.within(() -> spine.intake().withdrawSubject("trip:42", null));
    assertThat(rest)
        .isEqualTo(
            new Withdrawn(1, 1, Map.of(DeliveryState.ACCEPTED, 1L, DeliveryState.CANCELLED, 2L)));
    spine.run();

    assertThat(spine.provider.received()).hasSize(1);
    assertThat(spine.count("message")).isEqualTo(4);
    post(Post.to("p2"));
    spine.run();
    assertThat(spine.provider.received()).as("a later one is not meant").hasSize(2);
  }

  @Test
  @Tag("FACT-5")
  void aRecipientMeansWhatIsQueuedForThemAndNobodyElse() {
    spine.crowd(2);
    post(Post.to("p1", "p2"));
    post(Post.to("p1").type("other.type"));

    Withdrawn typed = spine.within(() -> spine.intake().withdrawRecipient("p1", "other.type"));
    Withdrawn all = spine.within(() -> spine.intake().withdrawRecipient("p1", null));
    spine.run();

    assertThat(typed).isEqualTo(new Withdrawn(0, 1, Map.of()));
    assertThat(all).isEqualTo(new Withdrawn(0, 1, Map.of(DeliveryState.CANCELLED, 1L)));
    assertThat(spine.stateOf("p2")).isEqualTo("ACCEPTED");
    assertThat(spine.provider.received()).hasSize(1);
    assertThat(spine.count("message")).isEqualTo(3);
    assertThatThrownBy(() -> spine.within(() -> spine.intake().withdrawRecipient("ghost", null)))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(422));
  }

  @Test
  void whatAWorkerHoldsIsTooLateAndSaidToBe() throws Exception {
    try (Spine slow = Spine.open(Spine.settings(4))) {
      slow.account("main");
      CountDownLatch asked = new CountDownLatch(1);
      slow.provider.always(
          new Behaviour.Decide(
              request -> {
                try {
                  asked.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return Behaviour.answer(200, "ok");
              }));
      String[] names = slow.crowd(10).toArray(String[]::new);
      UUID id = slow.within(() -> slow.intake().post(Post.to(names)).id());
      slow.visit();
      slow.provider.awaitRequests(4);

      Withdrawn withdrawn = slow.within(() -> slow.intake().withdrawOne(id));
      asked.countDown();
      slow.settle();
      slow.run();

      assertThat(withdrawn).isEqualTo(new Withdrawn(1, 6, Map.of(DeliveryState.CLAIMED, 4L)));
      assertThat(slow.states())
          .containsExactlyInAnyOrderEntriesOf(Map.of("ACCEPTED", 4L, "CANCELLED", 6L));
      assertThat(slow.provider.received()).hasSize(4);
    }
  }

  @Test
  void amidClaimsEachDeliveryIsEitherEndedAndNeverCalledOrTooLate() throws Exception {
    int people = 300;
    List<String> names = spine.crowd(people);
    TestFanOut fanOut = spine.bean(TestFanOut.class);
    UUID id = spine.within(() -> fanOut.begin("k", false));
    spine.within(() -> fanOut.put(id, 0, String.join("\n", names)));

    try (Spine other = spine.secondNode();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> one = threads.submit(spine::run);
      Future<?> two = threads.submit(other::run);
      spine.provider.awaitRequests(20);
      Future<Withdrawn> first =
          threads.submit(() -> spine.within(() -> spine.intake().withdrawOne(id)));
      Future<Withdrawn> second =
          threads.submit(() -> spine.within(() -> spine.intake().withdrawSubject("term:1", null)));
      int both = first.get().cancelled() + second.get().cancelled();
      one.get();
      two.get();
      spine.run();
      // what the gate ended itself was neither of the two's
      assertThat(both).isLessThanOrEqualTo(spine.states().getOrDefault("CANCELLED", 0L).intValue());
    }

    Map<String, Long> states = spine.states();
    long sent = states.getOrDefault("ACCEPTED", 0L);
    assertThat((long) spine.provider.received().size()).isEqualTo(sent);
    assertThat(sent + states.getOrDefault("CANCELLED", 0L)).isEqualTo(people);
    assertThat(
            spine.within(
                () ->
                    spine
                        .jdbc
                        .sql(
                            """
                            SELECT count(*) FROM delivery d
                            WHERE state = 'CANCELLED' AND EXISTS (SELECT 1 FROM attempt a WHERE a.delivery_id = d.id)
                            """)
                        .query(Long.class)
                        .single()))
        .isZero();
  }
}
