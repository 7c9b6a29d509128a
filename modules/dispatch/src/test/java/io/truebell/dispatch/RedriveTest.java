package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.explain.TestExplain;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.redrive.TestRedrive;
import io.truebell.dispatch.redrive.TestRedrive.Resent;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What reached nobody is listed with what is safe, and sent again only where that is. */
class RedriveTest {
  private Spine spine;
  private TestRedrive redrive;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    redrive = spine.bean(TestRedrive.class);
  }

  @AfterEach
  void close() {
    spine.close();
  }

  /** A person's delivery that ended with this answer. */
  private UUID ended(String person, Behaviour answer) {
    spine.reachable(person, person);
    spine.provider.then(answer);
    spine.within(() -> spine.intake().post(Post.to(person)));
    spine.run();
    return spine.delivery(person);
  }

  private UUID failed(String person) {
    return ended(person, Behaviour.answer(503, "down"));
  }

  private UUID unknown(String person) {
    return ended(person, Behaviour.answer(200, "surprise"));
  }

  private Resent resend(UUID delivery) {
    return spine.within(() -> redrive.resend(delivery));
  }

  private void refused(UUID delivery, String code) {
    long before = spine.count("delivery");
    assertThatThrownBy(() -> resend(delivery))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(409);
              assertThat(problem.code()).isEqualTo(code);
            });
    assertThat(spine.count("delivery")).isEqualTo(before);
  }

  private String state(UUID delivery) {
    return spine.within(
        () ->
            spine
                .jdbc
                .sql("SELECT state FROM delivery WHERE id = :id")
                .param("id", delivery)
                .query(String.class)
                .single());
  }

  @Test
  @Tag("TRUTH-4")
  void aFailedOneIsFollowedByANewOneAndStaysAsItWas() {
    UUID old = failed("ann");
    assertThat(state(old)).isEqualTo("FAILED");
    assertThat(spine.within(redrive::list)).containsExactly("ann FAILED [resend]");
    spine.provider.then(Behaviour.answer(200, "ok"));

    Resent made = resend(old);
    spine.run();

    assertThat(made.resendOf()).isEqualTo(old);
    assertThat(state(old)).isEqualTo("FAILED");
    assertThat(state(made.delivery())).isEqualTo("ACCEPTED");
    assertThat(spine.count("message")).isEqualTo(1);
    assertThat(spine.within(redrive::list)).isEmpty();
    assertThat(
            spine.within(
                () ->
                    spine
                        .jdbc
                        .sql(
                            """
                            SELECT t.actor || ' ' || (t.numbers ->> 'resend_of') || ' ' || (t.numbers ->> 'asked_because')
                              || ' ' || r.asked_by
                            FROM trace t JOIN resend r ON r.delivery_id = t.delivery_id
                            WHERE t.delivery_id = :id AND t.seq = 1
                            """)
                        .param("id", made.delivery())
                        .query(String.class)
                        .single()))
        .isEqualTo("api_key:test " + old + " the customer called api_key:test");
    spine.within(
        () -> {
          new TestExplain(spine.bean(Sentences.class)).assertEverySentenceIsWhole(spine.jdbc);
          return true;
        });
  }

  @Test
  @Tag("SEND-3")
  void anUnknownOneNeedsTheCallersWordThatADuplicateIsAcceptable() {
    UUID old = unknown("ann");
    assertThat(spine.within(redrive::list))
        .containsExactly("ann UNKNOWN [resend_if_duplicate_acceptable]");
    refused(old, "resend_unknown");
    spine.provider.then(Behaviour.answer(503, "down"));

    Resent made = spine.within(() -> redrive.resend(old, true, null));
    spine.run();

    assertThat(state(old)).isEqualTo("UNKNOWN");
    assertThat(state(made.delivery())).isEqualTo("FAILED");
    // the first one may still have arrived, so the word is needed again
    assertThat(spine.within(redrive::list))
        .containsExactly("ann FAILED [resend_if_duplicate_acceptable]");
    refused(made.delivery(), "resend_unknown");
  }

  @Test
  void twoPressesAfterAFailureAreTwoAuditedRetriesOneAfterTheOther() {
    UUID old = failed("ann");
    spine.provider.then(Behaviour.answer(503, "down"));
    Resent first = resend(old);
    refused(old, "resend_still_open");
    spine.run();
    spine.provider.then(Behaviour.answer(200, "ok"));

    Resent second = resend(old);
    spine.run();

    assertThat(second.resendOf()).isEqualTo(first.delivery());
    assertThat(spine.count("resend")).isEqualTo(2);
    assertThat(spine.provider.received()).hasSize(3);
    refused(old, "resend_accepted");
    refused(first.delivery(), "resend_accepted");
  }

  @Test
  @Tag("SEND-6")
  void ofManyWhoAskAtOnceOneGetsANewDelivery() throws Exception {
    UUID old = failed("ann");
    spine.provider.then(Behaviour.answer(200, "ok"));
    CountDownLatch start = new CountDownLatch(1);
    List<Future<String>> presses = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        presses.add(
            threads.submit(
                () -> {
                  start.await();
                  try {
                    resend(old);
                    return "made";
                  } catch (ApiProblem problem) {
                    return problem.code();
                  }
                }));
      }
      start.countDown();
    }
    List<String> results = new ArrayList<>();
    for (Future<String> press : presses) {
      results.add(press.get());
    }
    spine.run();

    assertThat(results).containsOnlyOnce("made").containsOnly("made", "resend_still_open");
    assertThat(spine.count("delivery")).isEqualTo(2);
    assertThat(spine.provider.received()).hasSize(2);
  }

  @Test
  void twoDeliveriesOfOneMessageSentAgainAtOnceDoNotChooseTheSameAddress() throws Exception {
    UUID person = spine.reachable("ann", "first");
    spine.endpoint(person, "second");
    spine.provider.then(Behaviour.answer(404, "gone"), Behaviour.answer(404, "gone"));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();
    List<UUID> old =
        spine.within(() -> spine.jdbc.sql("SELECT id FROM delivery").query(UUID.class).list());
    spine.endpoint(person, "third");
    spine.provider.always(Behaviour.answer(200, "ok"));
    CountDownLatch start = new CountDownLatch(1);
    List<Future<String>> presses = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (UUID one : old) {
        presses.add(
            threads.submit(
                () -> {
                  start.await();
                  try {
                    resend(one);
                    return "made";
                  } catch (ApiProblem problem) {
                    return "refused";
                  }
                }));
      }
      start.countDown();
    }
    List<String> results = new ArrayList<>();
    for (Future<String> press : presses) {
      results.add(press.get());
    }
    spine.run();

    assertThat(results).containsExactlyInAnyOrder("made", "refused");
    assertThat(spine.provider.received())
        .extracting(r -> r.header("X-Address").orElseThrow())
        .containsOnlyOnce("third");
  }

  @Test
  @Tag("FACT-4")
  void theSameKeyGetsTheSameResendAndAnotherContentIsRefused() {
    UUID old = failed("ann");
    UUID other = failed("bob");
    spine.provider.always(Behaviour.answer(200, "ok"));

    Resent first = spine.within(() -> redrive.resend(old, false, "k"));
    spine.run();
    Resent again = spine.within(() -> redrive.resend(old, false, "k"));

    assertThat(again).isEqualTo(new Resent(first.delivery(), old, true));
    for (UUID delivery : List.of(old, other)) {
      assertThatThrownBy(
              () -> spine.within(() -> redrive.resend(delivery, delivery.equals(old), "k")))
          .isInstanceOfSatisfying(
              ApiProblem.class,
              problem -> assertThat(problem.code()).isEqualTo("idempotency_key_reused"));
    }
    assertThat(spine.count("delivery")).isEqualTo(3);
  }

  @Test
  void whatIsOpenAcceptedExpiredOrWithdrawnIsNotSentAgain() {
    UUID accepted = ended("ann", Behaviour.answer(200, "ok"));
    refused(accepted, "resend_accepted");

    spine.reachable("bob", "b1");
    UUID notification = spine.within(() -> spine.intake().post(Post.to("bob")).id());
    refused(spine.delivery("bob"), "resend_still_open");
    spine.within(() -> spine.intake().withdraw(notification));
    refused(spine.delivery("bob"), "resend_withdrawn");

    spine.reachable("cid", "c1");
    spine.within(
        () -> spine.intake().post(Post.to("cid").expiresAt(spine.clock.instant().plusSeconds(60))));
    spine.clock.tick(Duration.ofHours(1));
    spine.run();
    assertThat(spine.stateOf("cid")).isEqualTo("EXPIRED");
    refused(spine.delivery("cid"), "resend_expired");

    assertThat(spine.within(redrive::list))
        .containsExactly(
            "cid EXPIRED [] resend_expired", "bob CANCELLED [post_again] resend_withdrawn");
    assertThatThrownBy(() -> resend(new UUID(1, 1)))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(404));
  }

  @Test
  void anAddressThatCannotBeUsedIsPutRightFirstAndANewOneIsTaken() {
    UUID old = failed("ann");
    spine.within(() -> spine.jdbc.sql("UPDATE endpoint SET status = 'dead'").update());
    assertThat(spine.within(redrive::list))
        .containsExactly("ann FAILED [fix_endpoint_first] resend_no_way");
    refused(old, "resend_no_way");
    UUID person =
        spine.within(() -> spine.jdbc.sql("SELECT id FROM recipient").query(UUID.class).single());
    UUID endpoint = spine.endpoint(person, "another");
    spine.provider.then(Behaviour.answer(200, "ok"));

    Resent made = resend(old);
    spine.run();

    assertThat(state(made.delivery())).isEqualTo("ACCEPTED");
    assertThat(
            spine.within(
                () ->
                    spine
                        .jdbc
                        .sql("SELECT endpoint_id FROM delivery WHERE id = :id")
                        .param("id", made.delivery())
                        .query(UUID.class)
                        .single()))
        .isEqualTo(endpoint);
  }

  @Test
  @Tag("SEND-3")
  void anUnknownOneNeedsTheWordForAnotherAddressToo() {
    UUID old = unknown("ann");
    UUID person =
        spine.within(() -> spine.jdbc.sql("SELECT id FROM recipient").query(UUID.class).single());
    spine.within(() -> spine.jdbc.sql("UPDATE endpoint SET status = 'dead'").update());
    spine.endpoint(person, "another");
    refused(old, "resend_unknown");
  }

  @Test
  void anAddressThatHasTheMessageAlreadyIsNeverTakenForAnother() {
    UUID person = spine.reachable("ann", "a1");
    spine.endpoint(person, "a2");
    spine.provider.then(Behaviour.answer(503, "down")).then(Behaviour.answer(200, "ok"));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();
    spine.within(
        () ->
            spine
                .jdbc
                .sql(
                    """
                    UPDATE endpoint SET status = 'dead'
                    WHERE id = (SELECT endpoint_id FROM delivery WHERE state = 'FAILED')
                    """)
                .update());
    UUID failed =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT id FROM delivery WHERE state = 'FAILED'")
                    .query(UUID.class)
                    .single());
    refused(failed, "resend_no_way");
  }

  @Test
  void manyAreSentAgainWhereThatIsSafeAndEachIsReported() {
    failed("ann");
    unknown("bob");
    failed("cid");
    assertThat(spine.within(() -> redrive.page("FAILED", 1)))
        .containsExactly("cid FAILED [resend]");
    spine.provider.always(Behaviour.answer(200, "ok"));

    assertThat(spine.within(() -> redrive.all(false)))
        .containsExactly("resent", "resend_unknown", "resent");
    spine.run();
    assertThat(spine.within(() -> redrive.all(false))).containsExactly("resend_unknown");
    assertThat(spine.within(() -> redrive.all(true))).containsExactly("resent");
    spine.run();

    assertThat(spine.within(redrive::list)).isEmpty();
    assertThat(spine.states())
        .containsExactlyInAnyOrderEntriesOf(
            java.util.Map.of("FAILED", 2L, "UNKNOWN", 1L, "ACCEPTED", 3L));
    spine.provider.received();
  }
}
