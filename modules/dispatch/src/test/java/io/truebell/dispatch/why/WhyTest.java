package io.truebell.dispatch.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Witness;
import io.truebell.dispatch.Spine;
import io.truebell.dispatch.explain.MessageView;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.why.WhyView.WhyFactView;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whoever asks why a person got something, or did not, is told what the rows tell. */
@Tag("TRUTH-4")
class WhyTest {
  // 16:00 in Shanghai, where the people of the test bed are
  private static final Behaviour YES = Behaviour.answer(200, "ok");

  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private WhyView ask(String person, Instant at, @Nullable String within) {
    WhyController controller = new WhyController(spine.bean(Why.class), spine.clock);
    return spine.within(() -> controller.why(person, at.toString(), within));
  }

  private WhyView ask(String person) {
    return ask(person, spine.clock.instant(), null);
  }

  private UUID post(Post post) {
    return spine.within(() -> spine.intake().post(post)).messages().getFirst();
  }

  private UUID sent(String name, Behaviour answer) {
    spine.reachable(name, name);
    spine.provider.always(answer);
    UUID message = post(Post.to(name));
    spine.run();
    return message;
  }

  private static List<String> kinds(WhyView view) {
    return view.facts().stream().map(WhyFactView::kind).toList();
  }

  @Test
  void somebodyWhoIsNotKnownIsSaidToBeUnknown() {
    spine.recipient("Ann");
    for (String id : List.of("ann", "no body", "x".repeat(300), "\u0000")) {
      WhyView view = ask(id);
      assertThat(view.recipient().known()).isFalse();
      assertThat(view.recipient().externalId()).isEqualTo(id);
      assertThat(view.answer().en()).contains("Nobody is known here", "capital letters count");
      assertThat(view.answer().zh()).contains("区分大小写");
      assertThat(view.messages()).isEmpty();
      assertThat(view.before()).isNull();
    }
  }

  @Test
  void somebodyWhoWasMadeLaterIsSaidToHaveBeenUnknownThen() {
    Instant asked = spine.clock.instant();
    spine.clock.tick(Duration.ofDays(1));
    spine.recipient("ann");

    WhyView view = ask("ann", asked, null);

    assertThat(view.recipient().known()).isTrue();
    assertThat(view.recipient().zone()).isEqualTo("Asia/Shanghai");
    assertThat(view.answer().en())
        .contains("made known here only at 2026-12-01 16:00", "There is none after.");
  }

  @Test
  void whereThisJavaDoesNotKnowThePersonsZoneTimesAreThoseOfUtc() {
    spine.account("main");
    UUID message = sent("ann", YES);
    int moved =
        spine.within(() -> spine.jdbc.sql("UPDATE recipient SET zone = 'Mars/Base'").update());
    assertThat(moved).isOne();

    WhyView view = ask("ann");

    assertThat(view.messages()).extracting(MessageView::id).containsExactly(message);
    assertThat(view.messages().getFirst().deliveries().getFirst().status().en()).contains("08:00");
  }

  @Test
  void whereNothingWasMadeTheNearestBeforeAndAfterAreNamed() {
    spine.account("main");
    UUID before = sent("ann", YES);
    spine.clock.tick(Duration.ofDays(2));
    Instant asked = spine.clock.instant();
    spine.clock.tick(Duration.ofDays(2));
    UUID after = post(Post.to("ann").payload(Map.of("title", "Boarding")));

    WhyView view = ask("ann", asked, "PT1H");

    assertThat(view.messages()).isEmpty();
    assertThat(view.before()).extracting(MessageView::id).isEqualTo(before);
    assertThat(view.after()).extracting(MessageView::id).isEqualTo(after);
    assertThat(view.answer().en())
        .isEqualTo(
            "No message was made for this person between 15:00 and 17:00."
                + " The last one before was \"Gate changed\" at 2026-11-30 16:00."
                + " The next one was \"Boarding\" at 2026-12-04 16:00.");
    assertThat(view.answer().zh()).contains("没有为此人生成任何消息", "“Boarding”");
  }

  @Test
  void anAcceptedOneIsNeverSaidToHaveArrived() {
    spine.account("main");
    UUID message = sent("ann", YES);
    WhyView view = ask("ann");
    assertThat(view.messages()).extracting(MessageView::id).containsExactly(message);
    assertThat(view.answer().en())
        .isEqualTo(
            "One message was for this person. \"Gate changed\" was accepted by Test at 16:00 and no"
                + " receipt has come: it may not have arrived.");
    assertThat(view.answer().zh()).contains("可能没有送达").doesNotContain("已送达");

    spine.clock.tick(Duration.ofHours(2));
    spine.reconcile();
    assertThat(ask("ann").answer().en())
        .contains("accepted by Test at 16:00 and its receipt is overdue: it may not have arrived.");
  }

  @Test
  void everyEndIsToldAsWhatItIs() {
    spine.account("main");
    sent("yes", Behaviour.answer(200, "confirmed"));
    sent("lost", new Behaviour.Reset());
    sent("no", Behaviour.answer(400, "too rude"));
    sent("down", Behaviour.answer(503, "down"));
    sent("later", Behaviour.answer(429, "slow"));
    spine.recipient("unreachable");
    post(Post.to("unreachable"));
    spine.reachable("gone", "gone");
    spine.within(() -> spine.intake().withdraw(spine.intake().post(Post.to("gone")).id()));

    assertThat(ask("yes").answer().en()).contains("arrived through Test: proven at 16:00");
    assertThat(ask("lost").answer().en()).contains("may or may not have arrived", "not sent again");
    assertThat(ask("no").answer().en()).contains("was refused at 16:00", "too rude");
    assertThat(ask("down").answer().en()).contains("failed at 16:00", "not sent again");
    assertThat(ask("later").answer().en()).contains("still waits to be sent", "retry 1 of");
    assertThat(ask("unreachable").answer().en())
        .contains("went to the inbox alone", "no channel can be used for this person");
    assertThat(ask("gone").answer().en()).contains("before it was sent", "withdrew");
    for (String name : List.of("yes", "lost", "no", "down", "later", "unreachable", "gone")) {
      assertThat(ask(name).answer().zh()).as(name).endsWith("。").doesNotContain("?", "{");
      assertThat(ask(name).facts()).as(name).isNotEmpty();
    }
  }

  @Test
  void manyAreCountedAndTheNearestIsTold() {
    spine.account("main");
    sent("ann", YES);
    spine.clock.tick(Duration.ofHours(3));
    spine.provider.always(Behaviour.answer(400, "no"));
    post(Post.to("ann").payload(Map.of("title", "Lounge")));
    spine.run();

    WhyView view = ask("ann", Instant.parse("2026-11-30T10:50:00Z"), "PT4H");

    assertThat(view.answer().en())
        .startsWith(
            "2 messages were for this person: 1 accepted without proof of arrival, 1 refused or"
                + " failed. Nearest to the time asked about: \"Lounge\" was refused at 19:00.");
    assertThat(view.messages())
        .extracting(MessageView::title)
        .containsExactly("Gate changed", "Lounge");
    assertThat(view.facts()).isSortedAccordingTo(Comparator.comparing(WhyFactView::at));
  }

  @Test
  void aMessageThatWasMadeBeforeAndMovedInThatTimeIsMeant() {
    spine.account("main");
    spine.reachable("ann", "a");
    UUID message = post(Post.to("ann").notBefore(spine.clock.instant().plus(Duration.ofDays(2))));
    spine.clock.tick(Duration.ofDays(2));
    spine.provider.always(YES);
    spine.run();

    WhyView view = ask("ann", spine.clock.instant(), "PT1H");

    assertThat(view.messages()).extracting(MessageView::id).containsExactly(message);
    assertThat(view.before()).isNull();
    assertThat(view.messages().getFirst().deliveries().getFirst().state())
        .isEqualTo(DeliveryState.ACCEPTED);
    assertThat(kinds(view)).containsExactly("delivery_accepted");
    assertThat(view.facts().getFirst().delivery())
        .isEqualTo(view.messages().getFirst().deliveries().getFirst().id());
  }

  @Test
  void addressesAndAccountsThatCameAndWentAreFacts() {
    Instant start = spine.clock.instant();
    UUID ann = spine.recipient("ann");
    assertThat(kinds(ask("ann"))).contains("no_account_then", "no_address_then", "recipient_made");
    spine.clock.tick(Duration.ofMinutes(10));
    UUID account = spine.account("main");
    UUID endpoint = spine.endpoint(ann, "a");
    spine.clock.tick(Duration.ofMinutes(10));
    change("UPDATE endpoint SET removed_at = :now::timestamptz WHERE id = :id", endpoint);
    change(
        "UPDATE channel_account SET enabled = false, updated_at = :now::timestamptz WHERE id = :id",
        account);
    spine.clock.tick(Duration.ofMinutes(1));

    WhyView view = ask("ann", start.plus(Duration.ofMinutes(15)), "PT7M");

    assertThat(kinds(view))
        .as("what happened outside is left out")
        .containsExactly("address_added", "account_added", "address_removed", "account_off");
    assertThat(view.facts())
        .allSatisfy(
            fact -> {
              assertThat(fact.said().en()).contains("Test").doesNotContain("?", "{");
              assertThat(fact.said().zh()).contains("测试");
            });
    assertThat(kinds(ask("ann", spine.clock.instant().plus(Duration.ofDays(1)), null)))
        .as("the account is off, and no address was there all the time")
        .containsExactly("no_address_then");
  }

  private void change(String sql, UUID id) {
    int ignored =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql(sql)
                    .param("now", spine.clock.instant().toString())
                    .param("id", id)
                    .update());
  }

  @Test
  void whatOtherModulesKnowIsToldWithItsReasonAndAPlanAnswers() {
    spine.recipient("ann");
    Instant noon = spine.clock.instant();
    spine.witness.tells(
        new Witness.Testimony(
            noon,
            "plan_became_paused",
            Reason.of("sender_withdrew"),
            Reason.of("no_account_then"),
            null,
            "water"));

    WhyView view = ask("ann");

    assertThat(view.facts())
        .filteredOn(fact -> "water".equals(fact.plan()))
        .singleElement()
        .satisfies(
            fact -> {
              assertThat(fact.said().en())
                  .isEqualTo(
                      "The sender withdrew it: In all that time there was no channel account.");
              assertThat(fact.said().zh()).contains("：");
            });
    assertThat(view.answer().en())
        .contains("No message was made", "The sender withdrew it: In all that time");
    assertThat(spine.witness.asked()).contains(new RecipientId(UUID.fromString(id("ann"))));
  }

  private String id(String person) {
    return spine.within(
        () ->
            spine
                .jdbc
                .sql("SELECT id::text FROM recipient WHERE external_id = :person")
                .param("person", person)
                .query(String.class)
                .single());
  }

  @Test
  void aQuestionThatCannotBeUnderstoodNamesItsField() {
    spine.recipient("ann");
    Why why = spine.bean(Why.class);
    WhyController controller = new WhyController(why, spine.clock);
    assertThat(blamed(() -> controller.why("ann", "yesterday", null))).containsExactly("at");
    assertThat(blamed(() -> controller.why("ann", null, "6 hours"))).containsExactly("within");
    assertThat(blamed(() -> controller.why("ann", null, "P8D"))).containsExactly("within");
    assertThat(blamed(() -> controller.why("ann", "x", "-PT1H"))).containsExactly("at", "within");
    assertThat(spine.within(() -> controller.why("ann", null, "P7D")).to())
        .isEqualTo(spine.clock.instant().plus(Duration.ofDays(7)));
  }

  private List<String> blamed(Supplier<WhyView> question) {
    List<String> fields = new ArrayList<>();
    assertThatThrownBy(() -> spine.within(question))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> problem.fields().stream().map(FieldProblem::field).forEach(fields::add));
    return fields;
  }
}
