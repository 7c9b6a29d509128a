package io.truebell.receipts.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.receipts.address.Addresses;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From the address to the deliveries' door. */
class InboundTest {
  private PostOffice office;
  private String token;

  @BeforeEach
  void open() {
    office = new PostOffice();
    token = office.token();
  }

  @AfterEach
  void close() {
    office.close();
  }

  private Authenticity.Reply send(Letter letter) {
    return office.bean(ReceiveReceipts.class).receive(token, letter);
  }

  private Authenticity.Reply send(String sid, String status) {
    return send(office.letter(token, Map.of("MessageSid", sid, "MessageStatus", status)));
  }

  private List<InboundReceiptView> listed(String status) {
    return office.within(() -> office.bean(InboundRows.class).page(status, new UUID(-1, -1), 100));
  }

  private static int status(Throwable e) {
    return ((ApiProblem) e).status();
  }

  @Test
  void whatAProviderSignedIsStoredAnsweredAndThenRead() {
    office.knownRefs.add("SM1");
    assertThat(send("SM1", "delivered").status()).isEqualTo(200);
    assertThat(office.told).as("the provider does not wait for that").isEmpty();
    assertThat(listed("received")).hasSize(1);

    assertThat(office.read()).isTrue();

    assertThat(office.told)
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.account()).isEqualTo(PostOffice.ACCOUNT);
              assertThat(receipt.news().word()).isEqualTo("delivered");
              assertThat(receipt.source()).isEqualTo("twilio-like");
            });
    assertThat(listed("processed")).hasSize(1);
  }

  @Test
  @Tag("TRUTH-3")
  void whatAProviderSaysOfAPersonsWillIsHandedToWhoeverListens() {
    send(office.letter(token, Map.of("Stop", "+4912345")));
    office.doorFails = true;
    assertThat(office.read()).isTrue();
    assertThat(office.heard).as("it could not be taken, and is read again").isEmpty();

    office.doorFails = false;
    office.clock.tick(Duration.ofMinutes(1));
    assertThat(office.read()).isTrue();

    assertThat(office.heard)
        .singleElement()
        .satisfies(news -> assertThat(news).contains("twilio-like", "+4912345", "status=reject"));
    assertThat(listed("processed")).hasSize(1);
  }

  @Test
  @Tag("TRUTH-1")
  void whatIsNotSignedLeavesNothingButACount() {
    Letter letter = office.letter(token, "MessageSid=SM1&MessageStatus=delivered", "forged");
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> send(letter)).satisfies(e -> assertThat(status(e)).isEqualTo(401));
    }
    assertThat(office.count("inbound_receipt")).isZero();
    assertThat(office.within(() -> office.bean(InboundRows.class).refusals(PostOffice.ACCOUNT)))
        .singleElement()
        .satisfies(refused -> assertThat(refused.times()).isEqualTo(3));
    assertThat(office.read()).as("and nothing to do").isFalse();
  }

  @Test
  void aChallengeIsAnsweredAndNotStored() {
    Letter challenge =
        new Letter("GET", "https://bell.example.com/in/x", "", "", Map.of(), new byte[0]);
    assertThat(new String(send(challenge).body(), StandardCharsets.UTF_8)).isEqualTo("hello");
    assertThat(office.count("inbound_receipt")).isZero();
  }

  @Test
  @Tag("WALL-1")
  void anAddressThatIsNobodysIsNotFound() {
    for (String nobodys :
        List.of("x", "A".repeat(43), token + "A", token.substring(1), "../" + token)) {
      assertThatThrownBy(
              () ->
                  office
                      .bean(ReceiveReceipts.class)
                      .receive(nobodys, office.letter(token, Map.of("MessageSid", "SM1"))))
          .satisfies(e -> assertThat(status(e)).isEqualTo(404));
    }
  }

  @Test
  void aStoppedTenantsProviderIsToldToComeBack() {
    office.suspended.add(office.tenant.id());
    assertThatThrownBy(() -> send("SM1", "delivered"))
        .satisfies(e -> assertThat(status(e)).isEqualTo(503));
  }

  @Test
  @Tag("WALL-1")
  void aTenantsAddressLeadsToItsOwnAccountsOnly() {
    String others =
        TenantScope.call(
                office.other, () -> office.bean(Addresses.class).of(PostOffice.ACCOUNT).path())
            .substring(Addresses.ROOT.length());
    assertThat(others).isNotEqualTo(token);
    assertThatThrownBy(
            () ->
                office
                    .bean(ReceiveReceipts.class)
                    .receive(others, office.letter(others, Map.of("MessageSid", "SM1"))))
        .satisfies(e -> assertThat(status(e)).isEqualTo(404));
  }

  @Test
  void theSameBytesFiftyTimesAreOneRowAndToldAsOftenAsTheyCame() {
    office.knownRefs.add("SM1");
    for (int i = 0; i < 20; i++) {
      send("SM1", "delivered");
    }
    office.read();
    for (int i = 0; i < 30; i++) {
      send("SM1", "delivered");
    }
    office.read();

    assertThat(office.count("inbound_receipt")).isEqualTo(1);
    assertThat(office.told).extracting(ReceiptArrived::times).containsExactly(20, 30);
    assertThat(office.told).extracting(ReceiptArrived::receiptId).containsOnly("SM1/delivered");
  }

  @Test
  @Tag("SEND-4")
  void aReceiptIsParkedUntilItsDeliveryAppears() {
    send("SM9", "delivered");
    office.read();
    assertThat(listed("parked"))
        .singleElement()
        .satisfies(
            parked -> {
              assertThat(parked.waitsFor()).containsExactly("provider ref SM9");
              assertThat(parked.nextAt()).isEqualTo(office.clock.instant().plusSeconds(1));
            });
    assertThat(office.read()).as("not before its time").isFalse();

    office.knownRefs.add("SM9");
    office.clock.tick(Duration.ofSeconds(1));
    assertThat(office.read()).isTrue();

    assertThat(office.told).hasSize(1);
    assertThat(listed("processed")).hasSize(1);
  }

  @Test
  void waitsGrowToAnHourAndEndAfterAWeek() {
    send("SM9", "delivered");
    int reads = 0;
    for (int minute = 0; minute < 8 * 24 * 60; minute += 30) {
      reads += office.read() ? 1 : 0;
      office.clock.tick(Duration.ofMinutes(30));
    }
    assertThat(listed("ignored"))
        .singleElement()
        .satisfies(
            given -> {
              assertThat(given.reason()).isEqualTo("given_up_parked");
              assertThat(given.nextAt()).isNull();
              assertThat(given.attempts()).isBetween(150, 200);
            });
    assertThat(reads).isLessThan(250);
  }

  @Test
  void ofSeveralReceiptsInOneThoseThatMatchAreToldOnceWhileTheOthersWait() {
    office.knownRefs.add("SM1");
    send(office.letter(token, Map.of("Batch", "SM1,SM2,SM3", "MessageStatus", "delivered")));
    office.read();
    assertThat(listed("parked").getFirst().waitsFor())
        .containsExactly("provider ref SM2", "provider ref SM3");
    office.knownRefs.add("SM2");
    office.clock.tick(Duration.ofSeconds(1));
    office.read();
    office.knownRefs.add("SM3");
    office.clock.tick(Duration.ofSeconds(10));
    office.read();
    assertThat(office.told)
        .extracting(ReceiptArrived::receiptId)
        .containsExactly("SM1/delivered", "SM2/delivered", "SM3/delivered");
    assertThat(office.told).extracting(ReceiptArrived::times).containsOnly(1);
  }

  @Test
  void whatCannotBeReadIsKeptAndTriedAgain() {
    send("SM1", "a-word-of-tomorrow");
    office.read();
    assertThat(listed("unreadable"))
        .singleElement()
        .satisfies(unreadable -> assertThat(unreadable.nextAt()).isNotNull());
    assertThat(office.told).isEmpty();
  }

  @Test
  void whatSaysNothingAboutADeliveryIsIgnored() {
    send(office.letter(token, Map.of("Hello", "world")));
    office.read();
    assertThat(listed("ignored"))
        .singleElement()
        .satisfies(ignored -> assertThat(ignored.reason()).isEqualTo("nothing_in_it"));
  }

  @Test
  void whatTheDoorCannotTakeIsTriedAgainAndNothingIsLost() {
    office.knownRefs.add("SM1");
    send("SM1", "delivered");
    office.doorFails = true;
    office.read();
    assertThat(listed("received")).hasSize(1);
    office.doorFails = false;
    office.clock.tick(Duration.ofSeconds(2));
    office.read();
    assertThat(office.told).hasSize(1);
  }

  @Test
  @Tag("SEAL-2")
  void whatCameInIsStoredSealed() {
    send(office.letter(token, Map.of("MessageSid", "SM1", "Text", "call-13800138000")));
    String stored =
        office.within(
            () ->
                office
                    .jdbc
                    .sql(
                        "SELECT encode(raw, 'escape') || inbound_receipt::text FROM inbound_receipt")
                    .query(String.class)
                    .single());
    assertThat(stored).doesNotContain("13800138000", "MessageSid", "twilio-signature");
  }

  @Test
  @Tag("WALL-4")
  void whatIsDoneIsKeptForAWhileThenGoesAndTheTenantIsIdle() {
    office.knownRefs.add("SM1");
    send("SM1", "delivered");
    office.read();
    assertThat(office.read()).as("idle until it is to be purged").isFalse();
    office.clock.tick(Duration.ofDays(30));
    assertThat(office.read()).isTrue();
    assertThat(office.count("inbound_receipt")).isZero();
    office.clock.tick(Duration.ofDays(365));
    assertThat(office.read()).isFalse();
  }

  @Test
  void aNewAddressReplacesTheOldOneWhichWorksForAWhile() {
    office.within(() -> office.bean(Addresses.class).rotate(PostOffice.ACCOUNT));
    String second = office.token();
    assertThat(second).isNotEqualTo(token);
    assertThat(office.bean(Addresses.class).find(second)).isPresent();
    assertThat(office.bean(Addresses.class).find(token)).isPresent();
    assertThat(
            office.within(() -> office.bean(Addresses.class).of(PostOffice.ACCOUNT)).olderUntil())
        .isEqualTo(office.clock.instant().plus(Duration.ofDays(7)));

    office.clock.tick(Duration.ofDays(7));
    assertThat(office.bean(Addresses.class).find(token)).isEmpty();
    assertThat(office.token()).isEqualTo(second);
  }

  @Test
  void theStoredAddressDoesNotGiveTheTokenAway() {
    Boolean stored =
        office.within(
            () ->
                office
                    .jdbc
                    .sql(
                        "SELECT bool_or(a::text LIKE '%' || :token || '%') FROM"
                            + " platform.receipt_address a")
                    .param("token", token)
                    .query(Boolean.class)
                    .single());
    assertThat(stored).isFalse();
  }
}
