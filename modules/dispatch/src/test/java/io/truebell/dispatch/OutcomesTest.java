package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Outcome;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each outcome of a call means for its delivery. */
class OutcomesTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    spine.reachable("ann", "secret-address-1");
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

  private void neverSentAgain() {
    int calls = spine.provider.received().size();
    for (int day = 0; day < 3; day++) {
      spine.clock.tick(Duration.ofDays(1));
      spine.run();
    }
    assertThat(spine.provider.received()).hasSize(calls);
  }

  @Test
  @Tag("TRUTH-1")
  @Tag("SEND-2")
  void acceptedIsNotDelivered() {
    send(Behaviour.answer(200, "ok"));

    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.only("ann", "provider_ref")).isEqualTo("ref-ok");
    neverSentAgain();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("TRUTH-1")
  void anAnswerThatIsTheReceiversOwnEvidenceMakesTwoSteps() {
    send(Behaviour.answer(200, "confirmed"));

    assertThat(spine.story("ann"))
        .containsExactly(
            "->QUEUED planned",
            "QUEUED>CLAIMED gates_passed",
            "CLAIMED>ACCEPTED provider_accepted",
            "ACCEPTED>DELIVERED receiver_confirmed");
  }

  @Test
  @Tag("SEND-2")
  @Tag("SEND-3")
  void aTwoHundredThatTheProtocolDoesNotDocumentIsUnknownAndNeverResent() {
    send(Behaviour.answer(200, "<html>Welcome to the airport Wi-Fi</html>"));

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    neverSentAgain();
  }

  @Test
  @Tag("SEND-3")
  void aBrokenConnectionIsUnknownAndNeverResent() {
    send(new Behaviour.Reset());
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.provider.received()).hasSize(1);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-3")
  void aTimeoutIsUnknownAndNeverResent() {
    spine.within(() -> spine.jdbc.sql("UPDATE channel_account SET timeout_ms = 300").update());
    send(new Behaviour.Hang());
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.reasonOf("ann")).isEqualTo("outcome_unknown");
    assertThat(spine.provider.received()).hasSize(1);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-3")
  void aProviderThatRemovesDuplicatesIsAskedAgainWithTheSameKeyInsideItsWindow() {
    ((TestChannel) spine.bean(ChannelAdapter.class)).deduplicatesFor(Duration.ofMinutes(10));
    spine.provider.then(new Behaviour.Reset());
    send(Behaviour.answer(200, "ok"));
    assertThat(spine.reasonOf("ann")).isEqualTo("unknown_asked_again");
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.provider.received())
        .extracting(r -> r.text().split("\\|", -1)[0])
        .hasSize(2)
        .containsOnly(spine.only("ann", "idempotency_key"));
  }

  @Test
  @Tag("SEND-3")
  void outsideTheWindowOfSuchAProviderUnknownIsFinal() {
    ((TestChannel) spine.bean(ChannelAdapter.class)).deduplicatesFor(Duration.ofMinutes(5));
    send(new Behaviour.Reset());
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    // the second step of the ladder would call after the window
    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.provider.received()).hasSize(2);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-3")
  void aWorkerThatComesAfterTheWindowDoesNotAskAgain() {
    ((TestChannel) spine.bean(ChannelAdapter.class)).deduplicatesFor(Duration.ofMinutes(10));
    send(new Behaviour.Reset());
    assertThat(spine.reasonOf("ann")).isEqualTo("unknown_asked_again");
    spine.clock.tick(Duration.ofMinutes(11));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.provider.received()).hasSize(1);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-3")
  void aRefusalAfterAnUnknownCallLeavesItUnknown() {
    ((TestChannel) spine.bean(ChannelAdapter.class)).deduplicatesFor(Duration.ofMinutes(10));
    spine.provider.then(new Behaviour.Reset());
    send(Behaviour.answer(400, "bad text"));
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.reasonOf("ann")).isEqualTo("earlier_call_unknown");
    assertThat(spine.provider.received()).hasSize(2);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-3")
  @Tag("SEND-5")
  void aRetryThatAProviderPutsOffBeyondItsWindowIsNotMadeAfterAnUnknownCall() {
    ((TestChannel) spine.bean(ChannelAdapter.class)).deduplicatesFor(Duration.ofMinutes(10));
    spine.provider.then(new Behaviour.Reset());
    send(Behaviour.answer(429, "later").with("Retry-After", "3600"));
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("UNKNOWN");
    assertThat(spine.reasonOf("ann")).isEqualTo("earlier_call_unknown");
    assertThat(spine.provider.received()).hasSize(2);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-5")
  void permanentRefusalsStopAtOnceWithWhoseFault() {
    spine.reachable("bob", "b");
    spine.reachable("cid", "c");
    spine.provider.then(
        Behaviour.answer(400, "bad text"),
        Behaviour.answer(401, "bad key"),
        Behaviour.answer(404, "gone"));
    for (String person : List.of("ann", "bob", "cid")) {
      spine.within(() -> spine.intake().post(Post.to(person)));
      spine.run();
    }
    assertThat(spine.reasonOf("ann")).isEqualTo("rejected_message");
    assertThat(spine.reasonOf("bob")).isEqualTo("rejected_configuration");
    assertThat(spine.reasonOf("cid")).isEqualTo("rejected_recipient");
    assertThat(spine.states()).isEqualTo(Map.of("REJECTED", 3L));
    neverSentAgain();
  }

  @Test
  @Tag("SEND-5")
  void aProvenDeadAddressIsNotTriedByTheNextNotification() {
    send(Behaviour.answer(404, "gone"));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();

    assertThat(spine.provider.received()).hasSize(1);
    assertThat(spine.states()).isEqualTo(Map.of("REJECTED", 1L, "INBOX_ONLY", 1L));
  }

  @Test
  @Tag("SEND-5")
  void whatWaitsForADeadAddressIsRefusedWithoutACall() {
    spine.provider.then(Behaviour.answer(404, "gone")).always(Behaviour.answer(200, "ok"));
    Instant later = spine.clock.instant().plus(Duration.ofHours(1));
    spine.within(() -> spine.intake().post(Post.to("ann").notBefore(later)));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();
    spine.clock.tick(Duration.ofHours(1));
    spine.run();

    assertThat(spine.provider.received()).hasSize(1);
    assertThat(spine.states()).isEqualTo(Map.of("REJECTED", 2L));
  }

  @Test
  @Tag("SEND-5")
  void transientOutcomesClimbTheLadderAndThenFail() {
    send(Behaviour.answer(429, "slow down"));
    int calls = 1;
    for (long minutes : new long[] {1, 5, 30}) {
      assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
      spine.clock.tick(Duration.ofMinutes(minutes).minusSeconds(1));
      spine.run();
      assertThat(spine.provider.received()).hasSize(calls);
      spine.clock.tick(Duration.ofSeconds(1));
      spine.run();
      calls++;
      assertThat(spine.provider.received()).hasSize(calls);
    }
    assertThat(spine.stateOf("ann")).isEqualTo("FAILED");
    assertThat(spine.reasonOf("ann")).isEqualTo("retries_used_up");
    assertThat(spine.count("attempt")).isEqualTo(4);
    neverSentAgain();
  }

  @Test
  @Tag("SEND-5")
  void aLongerRetryAfterWinsAndAShorterOneDoesNot() {
    spine.provider.then(
        Behaviour.answer(429, "").with("Retry-After", "600"),
        Behaviour.answer(429, "").with("Retry-After", "2"));
    send(Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofSeconds(599));
    spine.run();
    assertThat(spine.provider.received()).hasSize(1);
    spine.clock.tick(Duration.ofSeconds(1));
    spine.run();
    assertThat(spine.provider.received()).hasSize(2);
    spine.clock.tick(Duration.ofSeconds(299));
    spine.run();
    assertThat(spine.provider.received()).hasSize(2);
    spine.clock.tick(Duration.ofSeconds(1));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("SEND-5")
  void eachAttemptCarriesTheSameKeyTowardsTheProvider() {
    spine.provider.then(Behaviour.answer(429, "later"));
    send(Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    assertThat(spine.provider.received())
        .extracting(r -> r.text().split("\\|", -1)[0])
        .hasSize(2)
        .containsOnly(spine.only("ann", "idempotency_key"));
  }

  @Test
  @Tag("SEND-2")
  void aProviderThatFailsIsNotCalledAgain() {
    send(Behaviour.answer(503, "we are down"));
    assertThat(spine.stateOf("ann")).isEqualTo("FAILED");
    assertThat(spine.reasonOf("ann")).isEqualTo("provider_failed");
    neverSentAgain();
  }

  @Test
  @Tag("SEND-7")
  void anExceptionInAnAdapterIsUnknownAndKeptShort() {
    spine.reachable("eve", "throws-and-leaks-this");
    spine.within(() -> spine.intake().post(Post.to("eve")));
    spine.run();

    assertThat(spine.stateOf("eve")).isEqualTo("UNKNOWN");
    String text =
        spine.within(() -> spine.jdbc.sql("SELECT text FROM attempt").query(String.class).single());
    assertThat(text)
        .startsWith("IllegalStateException")
        .hasSizeLessThanOrEqualTo(Outcome.MAX_TEXT)
        .doesNotContain("throws-and-leaks-this");
  }

  @Test
  @Tag("SEAL-2")
  void aSecretThatTheProviderEchoesIsKeptNowhere() {
    send(Behaviour.answer(400, "no such address: secret-address-1"));

    String everything =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql(
                        """
                        SELECT (SELECT string_agg(a::text, ' ') FROM attempt a)
                            || (SELECT string_agg(t::text, ' ') FROM trace t)
                            || (SELECT string_agg(d::text, ' ') FROM delivery d)
                        """)
                    .query(String.class)
                    .single());
    assertThat(everything).contains("no such address: •••").doesNotContain("secret-address-1");
  }

  @Test
  @Tag("SEAL-4")
  void fixedMinimalTextIsAllThatLeaves() {
    spine.within(
        () ->
            spine
                .jdbc
                .sql("UPDATE channel_account SET minimal_text = 'There is news, open the app'")
                .update());
    send(Behaviour.answer(200, "ok"));

    assertThat(spine.provider.only().text())
        .endsWith("|There is news, open the app||{}")
        .doesNotContain("Gate", "B12", "trip");
  }

  @Test
  @Tag("FACT-5")
  void whateverBecomesOfTheDeliveryTheInboxKeepsTheMessage() {
    List<String> types =
        List.of("gate.hold", "gate.merge", "gate.degrade", "gate.suppress", "trip.changed");
    spine.provider.always(Behaviour.answer(503, "down"));
    for (String type : types) {
      spine.within(() -> spine.intake().post(Post.to("ann").type(type)));
    }
    spine.run();

    assertThat(spine.states())
        .isEqualTo(
            Map.of("QUEUED", 1L, "MERGED", 1L, "DEGRADED", 1L, "SUPPRESSED", 1L, "FAILED", 1L));
    long unread =
        spine.within(
            () ->
                spine
                    .jdbc
                    .sql("SELECT count(*) FROM message WHERE inbox = 'unread'")
                    .query(Long.class)
                    .single());
    assertThat(unread).isEqualTo(types.size());
  }

  @Test
  void aDeadlineThatPassesBeforeSendingEndsIt() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    Instant now = spine.clock.instant();
    spine.within(
        () ->
            spine
                .intake()
                .post(
                    Post.to("ann").notBefore(now.plusSeconds(60)).expiresAt(now.plusSeconds(90))));
    spine.clock.tick(Duration.ofSeconds(90));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("EXPIRED");
    assertThat(spine.provider.received()).isEmpty();
  }

  @Test
  void anAccountThatIsSwitchedOffHoldsWhatWaitsForItUntilItIsOnAgain() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    account("enabled = false");
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(spine.reasonOf("ann")).isEqualTo("account_disabled");

    account("enabled = true");
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  void anAccountThatIsRemovedEndsWhatWaitsForIt() {
    spine.within(() -> spine.intake().post(Post.to("ann")));
    account("enabled = false, removed_at = now()");
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("CANCELLED");
    assertThat(spine.reasonOf("ann")).isEqualTo("account_removed");
    assertThat(spine.provider.received()).isEmpty();
  }

  @Test
  void eachDeliveryIsJudgedByItsOwnAccount() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    account("enabled = false, removed_at = now()");
    spine.account("second");
    spine.within(() -> spine.intake().post(Post.to("ann")));
    // one batch, one endpoint, two accounts
    spine.run();

    assertThat(spine.states()).isEqualTo(Map.of("CANCELLED", 1L, "ACCEPTED", 1L));
  }

  private void account(String change) {
    spine.within(() -> spine.jdbc.sql("UPDATE channel_account SET " + change).update());
  }

  @Test
  @Tag("SEND-7")
  void anAdapterThatAnswersNothingOrFailsHardIsUnknownToo() {
    for (String address : List.of("throws-null", "throws-error")) {
      spine.reachable(address, address);
      spine.within(() -> spine.intake().post(Post.to(address)));
      spine.run();
      assertThat(spine.stateOf(address)).isEqualTo("UNKNOWN");
    }
  }

  @Test
  @Tag("SEND-5")
  void troubleBeforeTheCallIsTriedAgainAndNeverRefused() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.keysAway(true);
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(spine.provider.received()).isEmpty();

    spine.keysAway(false);
    spine.clock.tick(Duration.ofMinutes(2));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  void gatesAreToldWhatBecameOfWhatTheyLetThrough() {
    send(Behaviour.answer(200, "ok"));
    assertThat(spine.gate.settled)
        .singleElement()
        .satisfies(
            settled -> {
              assertThat(settled.outcome()).isInstanceOf(Outcome.Accepted.class);
              assertThat(settled.state()).isEqualTo(DeliveryState.ACCEPTED);
            });
  }
}
