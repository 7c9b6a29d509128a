package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.intake.TestIntake.Posted;
import io.truebell.testkit.Behaviour;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is true once a notification is accepted, and what is not written when it is refused. */
class IntakeTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private Posted post(Post post) {
    return spine.within(() -> spine.intake().post(post));
  }

  private void refused(Post post, int status, String code) {
    long facts = spine.count("notification");
    assertThatThrownBy(() -> post(post))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(status);
              assertThat(
                      problem.fields().isEmpty()
                          ? problem.code()
                          : problem.fields().getFirst().code())
                  .isEqualTo(code);
            });
    assertThat(spine.count("notification")).isEqualTo(facts);
    assertThat(spine.count("message")).isEqualTo(spine.count("delivery"));
  }

  @Test
  @Tag("FACT-1")
  void factAndInboxMessagesAreTrueAtOnceAndNothingExternalHappens() {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.recipient("bob");

    Posted posted = post(Post.to("ann", "bob"));

    assertThat(posted.messages()).hasSize(2);
    assertThat(spine.count("message")).isEqualTo(2);
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(spine.provider.connections()).isZero();
  }

  @Test
  @Tag("FACT-1")
  void aFailureWithinAcceptanceLeavesNothingBehind() {
    spine.account("main");
    spine.reachable("ann", "a1");
    // the wake row is the last write of the transaction; without its table that write fails
    spine.shared.sql("ALTER TABLE datastore.wake RENAME TO gone").update();

    assertThatThrownBy(() -> post(Post.to("ann"))).isInstanceOf(RuntimeException.class);

    assertThat(spine.count("notification")).isZero();
    assertThat(spine.count("message")).isZero();
    assertThat(spine.count("delivery")).isZero();
    assertThat(spine.count("trace")).isZero();
  }

  @Test
  @Tag("FACT-2")
  void oneProviderThatHangsDelaysNoFactAndNoOtherDelivery() throws InterruptedException {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.reachable("bob", "b1");
    spine.provider.then(new Behaviour.Hang()).always(Behaviour.answer(200, "ok"));
    post(Post.to("ann"));
    spine.visit();
    spine.provider.awaitRequests(1);

    Posted second = post(Post.to("bob"));
    assertThat(second.messages()).hasSize(1);
    spine.visit();
    spine.provider.awaitRequests(1);
    spine.provider.release();
    spine.settle();

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.stateOf("bob")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("FACT-3")
  void aPersonNobodyCanReachGetsItInTheInboxAloneAndIsToldWhy() {
    spine.account("main");
    spine.recipient("bob");

    post(Post.to("bob"));
    spine.run();

    assertThat(spine.stateOf("bob")).isEqualTo("INBOX_ONLY");
    assertThat(spine.reasonOf("bob")).isEqualTo("no_usable_channel");
    assertThat(spine.count("message")).isEqualTo(1);
    assertThat(spine.provider.connections()).isZero();
  }

  @Test
  @Tag("FACT-3")
  void inboxOnlyNamesItsReasonInEachCase() {
    spine.recipient("none");
    post(Post.to("none"));
    assertThat(spine.reasonOf("none")).isEqualTo("no_channel_configured");

    spine.account("main");
    spine.reachable("wish", "w1");
    post(Post.to("wish").inboxOnly());
    assertThat(spine.reasonOf("wish")).isEqualTo("no_channel_asked");

    spine.reachable("dead", "d1");
    spine.within(() -> spine.jdbc.sql("UPDATE endpoint SET status = 'dead'").update());
    post(Post.to("dead"));
    assertThat(spine.reasonOf("dead")).isEqualTo("no_usable_channel");
    assertThat(spine.states()).containsOnlyKeys("INBOX_ONLY");
  }

  @Test
  @Tag("FACT-3")
  void anUnverifiedEndpointIsUsedUnlessTheAccountAsksForVerification() {
    spine.account("main");
    spine.reachable("ann", "a1");
    post(Post.to("ann"));
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");

    spine.within(
        () -> spine.jdbc.sql("UPDATE channel_account SET verified_endpoints_only = true").update());
    spine.reachable("bob", "b1");
    post(Post.to("bob"));
    assertThat(spine.stateOf("bob")).isEqualTo("INBOX_ONLY");
  }

  @Test
  @Tag("FACT-4")
  void theSameKeyAndContentReturnTheFirstResult() {
    spine.account("main");
    spine.reachable("ann", "a1");

    Posted first = post(Post.to("ann").key("k-1"));
    Posted second = post(Post.to("ann").key("k-1"));

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.messages()).isEqualTo(first.messages());
    assertThat(first.repeated()).isFalse();
    assertThat(second.repeated()).isTrue();
    assertThat(spine.count("delivery")).isEqualTo(1);
  }

  @Test
  @Tag("FACT-4")
  void aRepetitionAfterItsDeadlineStillReturnsTheFirstResult() {
    spine.recipient("ann");
    Post post = Post.to("ann").key("k-1").expiresAt(spine.clock.instant().plusSeconds(60));
    Posted first = post(post);
    spine.clock.tick(Duration.ofHours(1));

    assertThat(post(post).id()).isEqualTo(first.id());
  }

  @Test
  @Tag("FACT-4")
  void theOrderOfMembersIsNotOtherContent() {
    spine.recipient("ann");
    Map<String, Object> one = new java.util.LinkedHashMap<>();
    one.put("title", "Hi");
    one.put("a", Map.of("x", 1));
    Map<String, Object> other = new java.util.LinkedHashMap<>();
    other.put("a", Map.of("x", 1));
    other.put("title", "Hi");

    Posted first = post(Post.to("ann").payload(one).key("k-1"));

    assertThat(post(Post.to("ann").payload(other).key("k-1")).id()).isEqualTo(first.id());
  }

  @Test
  @Tag("FACT-4")
  void theSameKeyWithOtherContentIsRefusedAndNothingIsWritten() {
    spine.account("main");
    spine.reachable("ann", "a1");
    post(Post.to("ann").key("k-1"));

    refused(Post.to("ann").key("k-1").type("trip.cancelled"), 409, "idempotency_key_reused");
    refused(
        Post.to("ann").key("k-1").payload(Map.of("title", "Other")), 409, "idempotency_key_reused");
  }

  @Test
  @Tag("FACT-4")
  void twentyParallelPostsWithOneKeyAreOneNotification() throws Exception {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.provider.always(Behaviour.answer(200, "ok"));
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Posted>> posts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        posts.add(
            threads.submit(
                () -> {
                  start.await();
                  return post(Post.to("ann").key("same"));
                }));
      }
      start.countDown();
    }

    List<Posted> results = new ArrayList<>();
    for (Future<Posted> post : posts) {
      results.add(post.get());
    }
    spine.run();

    assertThat(results).extracting(Posted::id).containsOnly(results.getFirst().id());
    assertThat(results.stream().filter(r -> !r.repeated())).hasSize(1);
    assertThat(spine.count("notification")).isEqualTo(1);
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  @Tag("FACT-1")
  void aPersonNamedTwiceGetsItOnceAndTheTraceSaysSo() {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.reachable("bob", "b1");
    spine.provider.always(Behaviour.answer(200, "ok"));

    post(Post.to("ann", "bob", "ann"));
    spine.run();

    assertThat(spine.provider.received()).hasSize(2);
    String numbers =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT numbers::text FROM trace WHERE delivery_id = :id AND seq = 1")
                    .param("id", spine.delivery("ann"))
                    .query(String.class)
                    .single());
    assertThat(numbers).contains("\"named_times\": 2");
  }

  @Test
  void unknownRecipientsAreNamedAndNothingIsWritten() {
    spine.recipient("ann");
    refused(Post.to("ann", "ghost"), 422, "unknown_recipient");
  }

  @Test
  void badFieldsAreRefusedAndNothingIsWritten() {
    spine.recipient("ann");
    Post good = Post.to("ann");
    refused(good.type("Trip Changed"), 422, "invalid_form");
    refused(good.category("spam"), 422, "unknown_value");
    refused(good.channels("pigeon"), 422, "unknown_channel");
    refused(good.payload(Map.of("text", "no title")), 422, "required");
    refused(good.payload(Map.of("title", "bell \u0007")), 422, "control_character");
    refused(good.payload(Map.of("title", "half \ud83d")), 422, "lone_surrogate");
    refused(good.payload(Map.of("title", "x".repeat(201))), 422, "too_long");
    refused(good.payload(Map.of("title", 7)), 422, "invalid_type");
    for (Number beyond :
        List.of(1e308 * 10, 1e99, 1e-90, new BigDecimal("1e999999999"), new BigDecimal("1e60"))) {
      refused(good.payload(Map.of("title", "t", "n", beyond)), 422, "out_of_range");
    }
    refused(
        good.payload(Map.of("title", "t", "a", List.of("nul \u0000"))), 422, "control_character");
    refused(good.payload(Map.of("title", "t", "a\u0000", 1)), 422, "control_character");
    refused(good.expiresAt(spine.clock.instant()), 422, "already_past");
    refused(good.notBefore(spine.clock.instant().plus(Duration.ofDays(400))), 422, "out_of_range");
    refused(good.key("a key with spaces"), 422, "invalid_form");
    refused(Post.to(Collections.nCopies(1_001, "ann").toArray(String[]::new)), 422, "too_many");
    refused(Post.to(), 422, "required");
    refused(Post.to("ann", " "), 422, "required");
    refused(good.payload(deep(12)), 422, "too_deep");
    Map<String, Object> large = new HashMap<>();
    large.put("title", "t");
    for (int i = 0; i < 5; i++) {
      large.put("part" + i, "x".repeat(3_900));
    }
    refused(good.payload(large), 422, "too_large");
  }

  private static Map<String, Object> deep(int depth) {
    Map<String, Object> inner = Map.of("leaf", 1);
    for (int i = 0; i < depth; i++) {
      inner = Map.of("in", inner);
    }
    return Map.of("title", "t", "deep", inner);
  }

  @Test
  void aTimeInThePastMeansNowAndTheTraceKeepsWhatWasAsked() {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.provider.always(Behaviour.answer(200, "ok"));

    post(Post.to("ann").notBefore(spine.clock.instant().minus(Duration.ofMinutes(1))));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.story("ann").getFirst()).isEqualTo("->QUEUED planned");
  }

  @Test
  void aLaterTimeIsWaitedFor() {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.provider.always(Behaviour.answer(200, "ok"));
    post(Post.to("ann").notBefore(spine.clock.instant().plus(Duration.ofHours(1))));

    spine.run();
    assertThat(spine.provider.received()).isEmpty();
    spine.clock.tick(Duration.ofMinutes(59));
    spine.run();
    assertThat(spine.provider.received()).isEmpty();
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();
    assertThat(spine.provider.received()).hasSize(1);
  }

  @Test
  @Tag("TRUTH-5")
  void aRehearsalSaysWhatWouldHappenAndChangesNothing() {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.recipient("bob");
    spine.reachable("cap", "c1");

    List<String> forecast = spine.within(() -> spine.intake().rehearse(Post.to("ann", "bob")));
    List<String> held =
        spine.within(() -> spine.intake().rehearse(Post.to("cap").type("gate.hold")));
    List<String> capped =
        spine.within(() -> spine.intake().rehearse(Post.to("cap").type("gate.degrade")));

    assertThat(forecast)
        .containsExactlyInAnyOrder(
            "ann would_be_sent gates_would_pass", "bob inbox only no_usable_channel");
    assertThat(held).containsExactly("cap would_be_held scripted_hold");
    assertThat(capped).containsExactly("cap would_be_left_to_the_inbox scripted_cap");
    for (String table : List.of("notification", "message", "delivery", "trace", "datastore.wake")) {
      assertThat(spine.count(table)).as(table).isZero();
    }
  }

  @Test
  @Tag("TRUTH-5")
  void aRehearsalAgreesWithWhatThenHappens() {
    spine.account("main");
    spine.reachable("ann", "a1");
    for (String type : List.of("trip.changed", "gate.hold", "gate.degrade", "gate.suppress")) {
      String forecast =
          spine.within(() -> spine.intake().rehearse(Post.to("ann").type(type))).getFirst();
      spine.reachable(type, type);
      spine.provider.always(Behaviour.answer(200, "ok"));
      post(Post.to(type).type(type));
      spine.run();
      String happened =
          spine.story(type).size() > 1 ? spine.story(type).get(1).split(" ", -1)[1] : "nothing";
      String foretold = forecast.replace("gates_would_pass", "gates_passed");
      assertThat(foretold).as(type).endsWith(happened);
    }
  }

  @Test
  void withdrawingEndsWhatIsQueuedAndIsHonestAboutTheRest() throws InterruptedException {
    spine.account("main");
    spine.reachable("ann", "a1");
    spine.reachable("bob", "b1");
    spine.provider.then(Behaviour.answer(200, "ok"));
    Posted sent = post(Post.to("ann"));
    spine.run();
    Posted waiting = post(Post.to("bob"));

    assertThat(spine.<Integer>within(() -> spine.intake().withdraw(sent.id()))).isZero();
    assertThat(spine.<Integer>within(() -> spine.intake().withdraw(waiting.id()))).isEqualTo(1);
    spine.run();

    assertThat(spine.stateOf("bob")).isEqualTo("CANCELLED");
    assertThat(spine.provider.received()).hasSize(1);
    assertThat(spine.count("message")).isEqualTo(2);
  }

  @Test
  void aWithdrawnDeliveryThatComesBackForARetryEndsThen() throws InterruptedException {
    spine.account("main");
    spine.reachable("ann", "a1");
    CountDownLatch asked = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              awaitQuietly(asked);
              return Behaviour.answer(429, "later");
            }));
    Posted posted = post(Post.to("ann"));
    spine.visit();
    spine.provider.awaitRequests(1);
    // a worker holds it: too late
    assertThat(spine.<Integer>within(() -> spine.intake().withdraw(posted.id()))).isZero();
    asked.countDown();
    spine.settle();
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");

    spine.clock.tick(Duration.ofMinutes(2));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("CANCELLED");
    assertThat(spine.provider.received()).hasSize(1);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
