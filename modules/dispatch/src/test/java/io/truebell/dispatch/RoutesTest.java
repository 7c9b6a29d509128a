package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.Receipts;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.routes.TestRoutes;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.Received;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Through which channels a type goes, and what follows where one provably failed. */
class RoutesTest {
  private Spine spine;
  private Caller caller;
  private UUID ann;
  private AccountId first;

  @BeforeEach
  void open() {
    spine = Spine.open();
    caller = new Caller(new Actor("api_key", "test"), spine.tenant, Set.of());
    first = new AccountId(spine.account("main"));
    UUID _ = spine.account("second", "other");
    ann = spine.reachable("ann", "ann-on-test");
    UUID _ = spine.endpoint(ann, "other", "ann-on-other");
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private int route(String mode, Boolean duplicates, String... channels) {
    return spine.within(
        () -> spine.bean(TestRoutes.class).put(caller, "trip.changed", mode, duplicates, channels));
  }

  private UUID post(Post post) {
    return spine.within(() -> spine.intake().post(post)).id();
  }

  /** The first channel's provider answers so, the other's accepts. */
  private void answers(Behaviour onTest) {
    spine.provider.always(
        new Behaviour.Decide(
            r ->
                r.header("X-Address").orElse("").contains("on-test")
                    ? onTest
                    : Behaviour.answer(200, "ok")));
  }

  /** Channel, state and reason of each delivery, oldest first. */
  private List<String> deliveries() {
    return spine.within(
        () ->
            spine
                .jdbc
                .sql("SELECT channel || ' ' || state || ' ' || reason FROM delivery ORDER BY id")
                .query(String.class)
                .list());
  }

  private List<String> called() {
    return spine.provider.received().stream().map(r -> address(r)).toList();
  }

  private static String address(Received call) {
    return call.header("X-Address").orElse("");
  }

  @Test
  void withoutARouteAMessageGoesThroughEveryChannel() {
    answers(Behaviour.answer(200, "ok"));
    post(Post.to("ann"));
    spine.run();

    assertThat(called()).containsExactlyInAnyOrder("ann-on-test", "ann-on-other");
  }

  @Test
  @Tag("FACT-5")
  void theFirstChannelThatCanIsEnoughAndTheOthersAreNamedAsKeptForLater() {
    answers(Behaviour.answer(200, "ok"));
    route("first", null, "test", "other");
    post(Post.to("ann"));
    spine.run();

    assertThat(deliveries()).containsExactly("test ACCEPTED provider_accepted");
    assertThat(called()).containsExactly("ann-on-test");
    String notes =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT not_planned::text FROM message")
                    .query(String.class)
                    .single());
    assertThat(notes).contains("kept_for_fallback").contains("other");
  }

  @Test
  void aChannelWithoutAnAddressIsPassedOverWhenItIsPlanned() {
    answers(Behaviour.answer(200, "ok"));
    UUID bob = spine.recipient("bob");
    UUID _ = spine.endpoint(bob, "other", "bob-on-other");
    route("first", null, "test", "other");
    post(Post.to("bob"));
    spine.run();

    assertThat(deliveries()).containsExactly("other ACCEPTED provider_accepted");
  }

  @Test
  @Tag("SEND-2")
  void whatOneChannelRefusesGoesThroughTheNextAndBothSayWhy() {
    answers(Behaviour.answer(404, "gone"));
    route("first", null, "test", "other");
    post(Post.to("ann"));
    spine.run();

    assertThat(deliveries())
        .containsExactly("test REJECTED rejected_recipient", "other ACCEPTED provider_accepted");
    assertThat(called()).containsExactly("ann-on-test", "ann-on-other");
    List<String> why =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql(
                        "SELECT t.reason || ' ' || (t.numbers ->> 'after') FROM trace t JOIN delivery d ON d.id = t.delivery_id"
                            + " WHERE d.resend_of IS NOT NULL AND t.seq = 1")
                    .query(String.class)
                    .list());
    assertThat(why).containsExactly("fallback test");
  }

  @Test
  @Tag("SEND-3")
  void ofTwoAddressesTheLastOneThatFailsIsFollowedAndNoneWhileTheOtherMayHaveArrived() {
    UUID _ = spine.endpoint(ann, "test", "ann-too-on-test");
    route("first", null, "test", "other");
    spine.provider.always(
        new Behaviour.Decide(
            r ->
                address(r).equals("ann-too-on-test")
                    ? Behaviour.answer(404, "gone")
                    : Behaviour.answer(200, "ok")));
    post(Post.to("ann"));
    spine.run();
    assertThat(deliveries())
        .containsExactlyInAnyOrder(
            "test ACCEPTED provider_accepted", "test REJECTED rejected_recipient");

    answers(Behaviour.answer(404, "gone"));
    UUID bob = spine.recipient("bob");
    UUID _ = spine.endpoint(bob, "test", "bob-on-test");
    UUID _ = spine.endpoint(bob, "test", "bob-too-on-test");
    UUID _ = spine.endpoint(bob, "other", "bob-on-other");
    post(Post.to("bob"));
    spine.run();
    assertThat(called().stream().filter(a -> a.startsWith("bob")).toList())
        .containsExactlyInAnyOrder("bob-on-test", "bob-too-on-test", "bob-on-other");
  }

  @Test
  @Tag("SEND-3")
  void whatWasOnceUnknownIsNotFollowedUnlessDuplicatesAreAccepted() {
    answers(Behaviour.answer(404, "gone"));
    post(Post.to("ann").channels("test"));
    spine.run();
    UUID ended =
        spine.within(
            () -> {
              int _ = spine.jdbc.sql("UPDATE attempt SET outcome = 'unknown'").update();
              return spine.jdbc.sql("SELECT id FROM delivery").query(UUID.class).single();
            });
    int _ = spine.within(() -> spine.jdbc.sql("UPDATE notification SET channels = NULL").update());

    assertThat(spine.within(() -> spine.bean(TestRoutes.class).fallBack(ended, "other"))).isEmpty();
    route("first", true, "test", "other");
    assertThat(spine.within(() -> spine.bean(TestRoutes.class).fallBack(ended, "other")))
        .isPresent();
  }

  @Test
  @Tag("SEND-3")
  void anUnknownOutcomeIsNotFollowedByAnotherChannel() {
    answers(Behaviour.answer(500, "?"));
    route("first", null, "test", "other");
    post(Post.to("ann"));
    spine.run();

    assertThat(deliveries()).containsExactly("test UNKNOWN outcome_unknown");
    assertThat(called()).containsExactly("ann-on-test");
  }

  @Test
  @Tag("SEND-3")
  void unlessTheTenantAcceptsDuplicatesAndThenTheTraceSaysSo() {
    answers(Behaviour.answer(500, "?"));
    route("first", true, "test", "other");
    post(Post.to("ann"));
    spine.run();

    assertThat(deliveries())
        .containsExactly("test UNKNOWN outcome_unknown", "other ACCEPTED provider_accepted");
    long said =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT count(*) FROM trace WHERE reason = 'fallback_after_unknown'")
                    .query(Long.class)
                    .single());
    assertThat(said).isOne();
  }

  @Test
  @Tag("TRUTH-2")
  void aReceiptThatProvesFailureLetsTheNextChannelFollow() {
    answers(Behaviour.answer(200, "ok"));
    route("first", null, "test", "other");
    post(Post.to("ann"));
    spine.run();
    ReceiptMatch match = new ReceiptMatch.ByDelivery(new DeliveryId(spine.delivery("ann")));
    ReceiptArrived bad =
        new ReceiptArrived(
            first, match, "r1", ReceiptNews.undelivered(), "c1", "blocked", null, "provider", 1);
    for (int i = 0; i < 2; i++) {
      Receipts.Effect _ = spine.within(() -> spine.bean(Receipts.class).arrived(bad));
    }
    spine.run();

    assertThat(deliveries())
        .containsExactly(
            "test UNDELIVERED receipt_undelivered", "other ACCEPTED provider_accepted");
  }

  @Test
  @Tag("STOP-1")
  void whoIsBannedOnOneChannelIsTriedOnTheNextButWhoHasHadEnoughIsNot() {
    answers(Behaviour.answer(200, "ok"));
    for (String type : List.of("gate.suppress", "gate.degrade")) {
      int ignored =
          spine.within(
              () -> spine.bean(TestRoutes.class).put(caller, type, "first", null, "test", "other"));
      post(Post.to("ann").type(type));
    }
    spine.run();
    // nothing was claimed, so nothing told the run to go on
    spine.run();

    // the scripted gate bans the type on every channel
    assertThat(deliveries())
        .containsExactlyInAnyOrder(
            "test SUPPRESSED scripted_unsubscribed",
            "other SUPPRESSED scripted_unsubscribed",
            "test DEGRADED scripted_cap");
    assertThat(called()).isEmpty();
  }

  @Test
  void aNotificationThatNamesChannelsIgnoresTheRoute() {
    answers(Behaviour.answer(404, "gone"));
    route("first", null, "test", "other");
    post(Post.to("ann").channels("test"));
    spine.run();

    assertThat(deliveries()).containsExactly("test REJECTED rejected_recipient");
    assertThat(called()).containsExactly("ann-on-test");
  }

  @Test
  @Tag("TRUTH-5")
  void theDryRunPlansAsTheRouteSays() {
    route("first", null, "other", "test");

    assertThat(spine.<List<String>>within(() -> spine.intake().rehearse(Post.to("ann"))))
        .containsExactly("ann would_be_sent gates_would_pass");
  }

  @Test
  void routesAreVersionedAndBadOnesNameTheField() {
    assertThat(route("first", null, "test", "other")).isEqualTo(1);
    assertThat(route("first", null, "test", "other")).isEqualTo(1);
    assertThat(route(null, null, "other")).isEqualTo(2);
    List<String> listed = spine.within(() -> spine.bean(TestRoutes.class).list());
    assertThat(listed).containsExactly("trip.changed all [other] 2");

    assertThatThrownBy(() -> route("second", null, "test")).hasMessageContaining("mode");
    assertThatThrownBy(() -> route("all", true, "test")).hasMessageContaining("accept_duplicates");
    assertThatThrownBy(() -> route("all", null)).hasMessageContaining("channels");
    assertThatThrownBy(() -> route("all", null, "test", "pigeon"))
        .isInstanceOf(ApiProblem.class)
        .hasMessageContaining("channels[1]");
    assertThatThrownBy(() -> route("all", null, "test", "test"))
        .hasMessageContaining("channels[1]");
  }

  // ---- followers that plugins ask for ---------------------------------------------------------

  @Test
  @Tag("CALM-2")
  void aMergedDeliveryCarriesOnOnceAndOnlyWhileItsMessageIsWanted() {
    answers(Behaviour.answer(200, "ok"));
    UUID notification = post(Post.to("ann").type("gate.merge").channels("test"));
    spine.run();
    UUID merged = spine.delivery("ann");
    assertThat(spine.stateOf("ann")).isEqualTo("MERGED");

    var later = spine.clock.instant().plus(Duration.ofHours(1));
    var carried =
        spine.<java.util.Optional<UUID>>within(
            () -> inTransaction(() -> spine.bean(TestRoutes.class).carryOn(merged, later)));
    assertThat(carried).isPresent();
    assertThat(
            spine.<java.util.Optional<UUID>>within(
                () -> inTransaction(() -> spine.bean(TestRoutes.class).carryOn(merged, later))))
        .isEmpty();
    assertThat(deliveries()).contains("test QUEUED digest_carried_on");

    UUID second = post(Post.to("ann").type("gate.merge").channels("test").key("again"));
    spine.run();
    int _ = spine.within(() -> spine.intake().withdraw(second));
    UUID withdrawn =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT id FROM delivery WHERE notification_id = :n")
                    .param("n", second)
                    .query(UUID.class)
                    .single());
    assertThat(
            spine.<java.util.Optional<UUID>>within(
                () -> inTransaction(() -> spine.bean(TestRoutes.class).carryOn(withdrawn, later))))
        .isEmpty();
    assertThat(notification).isNotNull();
  }

  private <T> T inTransaction(java.util.function.Supplier<T> work) {
    return spine
        .bean(org.springframework.transaction.support.TransactionTemplate.class)
        .execute(status -> work.get());
  }
}
