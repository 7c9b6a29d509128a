package io.truebell.channel.wechat.simulator;

import static io.truebell.channel.wechat.simulator.WechatHouse.MINI;
import static io.truebell.channel.wechat.simulator.WechatHouse.OFFICIAL;
import static io.truebell.channel.wechat.simulator.WechatHouse.REAL;
import static io.truebell.channel.wechat.simulator.WechatHouse.TEMPLATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.channel.wechat.simulator.PersonRequests.AnswerRequest;
import io.truebell.channel.wechat.simulator.PersonRequests.ChangeRequest;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptNews.Proof;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPatternParser;

/** From the adapter over HTTP to the simulated WeChat, and by its push back to the parser. */
class WechatLoopTest {
  private static final AtomicInteger PEOPLE = new AtomicInteger();
  private static WechatHouse house;

  private final String name = "." + "p" + PEOPLE.incrementAndGet();
  private final String person = "sandbox-accepted" + name;
  private PeopleController people;

  @BeforeAll
  static void start() throws IOException {
    house = new WechatHouse();
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  @BeforeEach
  void quiet() {
    people = house.bean(PeopleController.class);
    house.accounts.mode = "safe";
    house.pushed.clear();
  }

  @Test
  @Tag("GRANT-1")
  void oneConsentIsOneMessage() {
    answer(person, "accept");

    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.send(MINI, person)).satisfies(WechatLoopTest::lacksConsent);
    assertThat(look(person).messages()).hasSize(1);
  }

  @Test
  void consentsAddUp() {
    answer(person, "accept");
    answer(person, "accept");

    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.send(MINI, person)).satisfies(WechatLoopTest::lacksConsent);
  }

  @Test
  void aLongTermConsentIsNeverUsedUp() {
    decide(
        () -> people.answer(id(MINI), person, new AnswerRequest(TEMPLATE, "accept", null, true)));

    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
  }

  @Test
  void whoNeverDecidedAnythingConsents() {
    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"safe", "compatible", "plain"})
  @Tag("TRUTH-3")
  void whatAPersonDecidesIsPushed(String mode) {
    house.accounts.mode = mode;
    for (int turn = 0; turn < 2; turn++) { // XML and JSON take turns with the seconds
      answer(person, "accept");
      assertThat(house.consents()).singleElement().satisfies(news -> says(news, "accept"));
      house.clock.tick(Duration.ofSeconds(1));
    }

    decide(() -> people.change(id(MINI), person, new ChangeRequest(TEMPLATE, "reject")));

    assertThat(house.consents()).singleElement().satisfies(news -> says(news, "reject"));
    assertThat(house.send(MINI, person)).satisfies(WechatLoopTest::lacksConsent);
  }

  @Test
  void takingARefusalBackInTheSettingsIsNotPushedAndGivesNoConsent() {
    decide(() -> people.change(id(MINI), person, new ChangeRequest(TEMPLATE, "reject")));
    house.pushed.clear();

    decide(() -> people.change(id(MINI), person, new ChangeRequest(TEMPLATE, "accept")));

    assertThat(house.pushed).isEmpty();
    assertThat(house.send(MINI, person)).satisfies(WechatLoopTest::lacksConsent);
  }

  @Test
  void aKeptAnswerIsRepeatedWithoutADialogAndWithoutAPush() {
    decide(
        () -> people.answer(id(MINI), person, new AnswerRequest(TEMPLATE, "accept", true, null)));
    house.pushed.clear();

    var again = answer(person, "reject");

    assertThat(again.consent().status()).isEqualTo("accept");
    assertThat(again.consent().remaining()).isEqualTo(2);
    assertThat(again.shown()).isFalse();
    assertThat(again.pushed()).isFalse();
    assertThat(house.pushed).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "receipt-delivered, true, 0",
    "receipt-undelivered, false, 1001",
    "receipt-gone, false, 1001"
  })
  @Tag("TRUTH-1")
  void whatBecameOfAMessageIsReportedByItsId(String word, boolean arrived, String code) {
    for (int turn = 0; turn < 2; turn++) { // as XML and as JSON
      Outcome outcome = house.send(MINI, "sandbox-" + word + name);

      assertThat(house.receipts())
          .singleElement()
          .satisfies(
              receipt -> {
                assertThat(receipt.match()).isEqualTo(byRefOf(outcome));
                assertThat(receipt.news() instanceof ReceiptNews.Delivered).isEqualTo(arrived);
                assertThat(receipt.code()).isEqualTo(code);
              });
    }
  }

  @Test
  void anAnswerMayComeWithoutAnId() {
    assertThat(house.send(MINI, "sandbox-receipt-delivered.no-msgid"))
        .isInstanceOfSatisfying(
            Accepted.class, accepted -> assertThat(accepted.providerRef()).isNull());
  }

  @ParameterizedTest
  @CsvSource({
    "sandbox-rejected, 47003",
    "sandbox-not-found, 40003",
    "sandbox-gone, 43101",
    "sandbox-rejected.code-41030, 41030",
    "sandbox-accepted.code-43116, 43116"
  })
  void anAddressChoosesTheRefusal(String address, String code) {
    assertThat(house.send(MINI, address))
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(code));
    assertThat(house.pushed).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"sandbox-cooldown, 45011", "sandbox-accepted.code-45009, 45009"})
  void anAddressChoosesTheWait(String address, String code) {
    assertThat(house.send(MINI, address))
        .isInstanceOfSatisfying(Transient.class, later -> assertThat(later.code()).isEqualTo(code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sandbox-500", "sandbox-garbage", "sandbox-accepted.code--1"})
  void whatNoDocumentDescribesIsUnknown(String address) {
    assertThat(house.send(MINI, address)).isInstanceOf(Unknown.class);
  }

  @Test
  void aTokenLastsUntilItEndsAndIsThenFetchedOnce() {
    house.send(MINI, person);
    house.send(MINI, person);
    int fetched = house.tokens.fetched();

    decide(
        () -> {
          people.expire(id(MINI));
          return true;
        });

    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.send(MINI, person)).isInstanceOf(Accepted.class);
    assertThat(house.tokens.fetched()).isEqualTo(fetched + 1);
  }

  @Test
  @Tag("SEND-3")
  void anOfficialAccountShowsOneMessageForOneIdWithinTenMinutes() {
    String follower = "sandbox-receipt-delivered" + name;
    Outcome first = house.send(OFFICIAL, follower);
    house.clock.tick(Duration.ofMinutes(9));
    Outcome second = house.send(OFFICIAL, follower);

    assertThat(byRefOf(second)).isEqualTo(byRefOf(first));
    assertThat(lookAt(OFFICIAL, follower).messages())
        .singleElement()
        .satisfies(message -> assertThat(message.shown()).isEqualTo(1));
    assertThat(house.pushed).hasSize(1);

    house.clock.tick(Duration.ofMinutes(2));
    house.send(OFFICIAL, follower);

    assertThat(lookAt(OFFICIAL, follower).messages())
        .singleElement()
        .satisfies(message -> assertThat(message.shown()).isEqualTo(2));
  }

  @ParameterizedTest
  @CsvSource({
    "receipt-delivered, true, success",
    "receipt-undelivered, false, failed:systemfailed",
    "receipt-gone, false, failed:userblock"
  })
  void anOfficialAccountReportsWhatBecameOfAMessage(String word, boolean arrived, String code) {
    Outcome outcome = house.send(OFFICIAL, "sandbox-" + word + name);

    List<ProviderReceipt> receipts = house.receipts();

    assertThat(receipts)
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.match()).isEqualTo(byRefOf(outcome));
              assertThat(receipt.news() instanceof ReceiptNews.Delivered).isEqualTo(arrived);
              assertThat(receipt.code()).isEqualTo(code);
            });
  }

  @Test
  void peopleBelongToSandboxAccountsOfTheChannelAndDecideOnlyWhatThereIs() {
    AnswerRequest fine = new AnswerRequest(TEMPLATE, "accept", null, null);
    assertProblem(404, () -> people.answer(id(REAL), person, fine));
    assertProblem(404, () -> people.answer(id(OFFICIAL), person, fine));
    assertProblem(404, () -> people.answer(new UUID(9, 9), person, fine));
    assertProblem(404, () -> people.answer(id(MINI), "o6_bmjrPTlm6_2sgVt7hMZOPfL2M", fine));
    assertProblem(
        422, () -> people.answer(id(MINI), person, new AnswerRequest("x", "accept", null, null)));
    assertProblem(
        422, () -> people.answer(id(MINI), person, new AnswerRequest(TEMPLATE, "no", null, null)));
    assertProblem(422, () -> people.change(id(MINI), person, new ChangeRequest(null, "reject")));
    assertThat(look(person).consents()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"answer", "change"})
  void anActionStandsBehindThePersonsName(String action) {
    String path = "/v1/sandbox/wechat/{account}/people/{openid}:" + action;
    var found =
        PathPatternParser.defaultInstance
            .parse(path)
            .matchAndExtract(
                PathContainer.parsePath("/v1/sandbox/wechat/a/people/" + person + ":" + action));

    assertThat(found).isNotNull();
    assertThat(found.getUriVariables()).containsEntry("openid", person);
  }

  private PersonView.DecidedView answer(String openid, String status) {
    return decide(
        () -> people.answer(id(MINI), openid, new AnswerRequest(TEMPLATE, status, null, null)));
  }

  private <T> T decide(Supplier<T> what) {
    return house.in(what);
  }

  private PersonView look(String openid) {
    return lookAt(MINI, openid);
  }

  private PersonView lookAt(AccountId account, String openid) {
    return house.in(() -> people.person(id(account), openid));
  }

  private static UUID id(AccountId account) {
    return account.value();
  }

  private static void lacksConsent(Outcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.code()).isEqualTo("43101");
              assertThat(rejected.proofs()).contains(Proof.NO_AUTHORISATION);
            });
  }

  private void says(ConsentNews news, String status) {
    assertThat(news.address()).isEqualTo(person);
    assertThat(news.template()).isEqualTo(TEMPLATE);
    assertThat(news.status()).isEqualTo(status);
    assertThat(news.at()).isEqualTo(house.clock.instant());
  }

  private static ReceiptMatch byRefOf(Outcome outcome) {
    return outcome instanceof Accepted accepted && accepted.providerRef() != null
        ? new ReceiptMatch.ByProviderRef(accepted.providerRef())
        : new ReceiptMatch.ByProviderRef("none");
  }

  private static void assertProblem(int status, Supplier<?> call) {
    assertThatThrownBy(() -> house.in(call))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }
}
