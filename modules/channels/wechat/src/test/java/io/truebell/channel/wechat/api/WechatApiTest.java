package io.truebell.channel.wechat.api;

import static io.truebell.testkit.Behaviour.answer;
import static io.truebell.testkit.Behaviour.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.Tokens;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.WireSettings;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.FakeProvider;
import io.truebell.testkit.LocalTokens;
import io.truebell.testkit.LogCapture;
import io.truebell.testkit.Received;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WechatApiTest {
  private static final String PATH = "/cgi-bin/message/some/send";
  private static final Errcodes CODES =
      new Errcodes(
          Map.of(
              40001, Meaning.TOKEN,
              40014, Meaning.TOKEN,
              42001, Meaning.TOKEN,
              40003, Meaning.RECIPIENT));
  private static final Behaviour OK = json(200, "{\"errcode\":0,\"errmsg\":\"ok\"}");

  private final HttpWire wire = new HttpWire(WireSettings.DEFAULT, AddressResolver.system());
  private final FakeProvider provider = FakeProvider.plain();

  @AfterEach
  void close() {
    provider.close();
    wire.close();
  }

  private static Behaviour.Answer token(String token) {
    return json(200, "{\"access_token\":\"" + token + "\",\"expires_in\":7200}");
  }

  private static Behaviour.Answer said(int errcode) {
    return json(200, "{\"errcode\":" + errcode + ",\"errmsg\":\"no\"}");
  }

  private CallFixture fixture(Tokens tokens) {
    CallFixture fixture =
        CallFixture.to(Accounts.OPEN_ID).settings(Accounts.settings(Map.of())).tokens(tokens);
    Accounts.CREDENTIALS.forEach(fixture::credential);
    return fixture;
  }

  private Outcome send(CallFixture fixture) {
    byte[] body = "{\"touser\":\"x\"}".getBytes(StandardCharsets.UTF_8);
    return Accounts.api(wire, provider.uri("")).send(fixture.call(), PATH, body, CODES);
  }

  private Outcome send(Tokens tokens) {
    return send(fixture(tokens));
  }

  private List<String> paths() {
    return provider.received().stream().map(Received::path).toList();
  }

  @Test
  void theTokenIsAskedForOnceInNormalModeAndKept() {
    LocalTokens tokens = new LocalTokens();
    provider.then(token("T1"), OK, OK);
    assertThat(send(tokens)).isInstanceOf(Accepted.class);
    assertThat(send(tokens)).isInstanceOf(Accepted.class);
    assertThat(paths()).containsExactly(AccessToken.PATH, PATH, PATH);
    JsonNode asked = JsonMapper.shared().readTree(provider.received().getFirst().body());
    assertThat(asked)
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {
                      "grant_type": "client_credential",
                      "appid": "wx8f4c2a1b3d5e6f70",
                      "secret": "7f3a9c0de1b2a4c8d5e6f7081920a1b2",
                      "force_refresh": false
                    }
                    """));
    assertThat(provider.received().get(1).target()).isEqualTo(PATH + "?access_token=T1");
  }

  @ParameterizedTest
  @ValueSource(ints = {40001, 40014, 42001})
  @Tag("SEND-2")
  void aRefusedTokenIsReplacedOnceAndTheSameRequestMadeOnceMore(int errcode) {
    provider.then(said(errcode), token("T2"), OK);
    assertThat(send(Accounts.tokens())).isInstanceOf(Accepted.class);
    assertThat(paths()).containsExactly(PATH, AccessToken.PATH, PATH);
    assertThat(provider.received().get(2).body()).isEqualTo(provider.received().get(0).body());
    assertThat(provider.received().get(2).target()).endsWith("?access_token=T2");
  }

  @Test
  @Tag("SEND-2")
  void aSecondRefusalIsTheConfigurationsAndIsNotTriedAgain() {
    provider.then(said(40001), token("T2"), said(42001));
    assertThat(send(Accounts.tokens()))
        .isEqualTo(new Rejected(Fault.CONFIGURATION, "42001", "no", false));
    assertThat(provider.received()).hasSize(3);
  }

  @Test
  @Tag("SEND-3")
  void whatIsLostAfterTheTokenWasReplacedIsUnknown() {
    provider.then(said(40001), token("T2"), new Behaviour.Reset());
    assertThat(send(Accounts.tokens())).isInstanceOf(Unknown.class);
  }

  @Test
  @Tag("SEND-2")
  void whenNoNewTokenComesNothingWasSent() {
    provider.then(said(40001), new Behaviour.Reset());
    assertThat(send(Accounts.tokens()))
        .isInstanceOfSatisfying(
            Transient.class,
            outcome -> {
              assertThat(outcome.code()).isEqualTo("token_connection_lost");
              assertThat(outcome.scope()).isEqualTo(SlowScope.ACCOUNT);
            });
    assertThat(provider.received()).hasSize(2);
  }

  @Test
  @Tag("SEND-2")
  void fiveSendsAtOnceWithAnExpiredTokenReplaceItOnceAndSendOnceEach()
      throws ExecutionException, InterruptedException {
    LocalTokens tokens = Accounts.tokens();
    provider.always(
        new Behaviour.Decide(
            r ->
                r.path().equals(AccessToken.PATH)
                    ? token("T2")
                    : r.target().endsWith("=T2") ? OK : said(42001)));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Outcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        outcomes.add(threads.submit(() -> send(tokens)));
      }
      for (Future<Outcome> outcome : outcomes) {
        assertThat(outcome.get()).isInstanceOf(Accepted.class);
      }
    }
    assertThat(paths()).filteredOn(AccessToken.PATH::equals).hasSize(1);
    assertThat(provider.received()).filteredOn(r -> r.target().endsWith("=T2")).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({
    "40001, CONFIGURATION",
    "40002, CONFIGURATION",
    "40013, CONFIGURATION",
    "40125, CONFIGURATION",
    "40164, CONFIGURATION",
    "41002, CONFIGURATION",
    "41004, CONFIGURATION",
    "48001, CONFIGURATION",
    "50002, CONFIGURATION",
  })
  void aTokenThatIsRefusedForGoodIsTheConfigurations(int errcode, Fault fault) {
    provider.always(said(errcode));
    assertThat(send(new LocalTokens()))
        .isEqualTo(new Rejected(fault, "token_" + errcode, "no", false));
    assertThat(paths()).containsExactly(AccessToken.PATH);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | {\"errcode\":-1,\"errmsg\":\"busy\"} | token_-1 |",
        "200 | {\"errcode\":45009,\"errmsg\":\"much\"} | token_45009 | PT1M",
        "200 | {\"errcode\":45011,\"errmsg\":\"much\"} | token_45011 | PT1M",
        "200 | {\"errcode\":99999} | token_99999 |",
        "200 | {} | token_unrecognised_answer |",
        "200 | <html> | token_unrecognised_answer |",
        "200 | {\"access_token\":\"LEAKED\"} | token_unrecognised_answer |",
        "200 | {\"access_token\":\"LEAKED TOKEN\",\"expires_in\":7200} | token_unrecognised_answer |",
        "200 | {\"access_token\":7,\"expires_in\":7200} | token_unrecognised_answer |",
        "500 | {\"access_token\":\"LEAKED\",\"expires_in\":7200} | token_http_500 |",
        "404 | nothing | token_http_404 |",
      })
  @Tag("SEND-2")
  @Tag("SEAL-2")
  void withoutATokenNothingWasSentWhateverElseHappened(
      int status, String body, String code, Duration wait) {
    provider.always(answer(status, body));
    Outcome outcome = send(new LocalTokens());
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Transient.class,
            later -> {
              assertThat(later.code()).isEqualTo(code);
              assertThat(later.retryAfter()).isEqualTo(wait);
              assertThat(later.text()).doesNotContain("LEAKED");
            });
    assertThat(paths()).containsExactly(AccessToken.PATH);
  }

  @Test
  @Tag("SEND-2")
  void silenceInsteadOfATokenIsNoUnknownOutcome() {
    provider.always(new Behaviour.Hang());
    assertThat(send(fixture(new LocalTokens()).within(Duration.ofMillis(300))))
        .isInstanceOfSatisfying(
            Transient.class, later -> assertThat(later.code()).isEqualTo("token_timeout"));
    assertThat(paths()).doesNotContain(PATH);
  }

  @Test
  void aCallThatWouldBeginTooLateIsNotBegun() {
    assertThat(new Budget(Duration.ofNanos(10)).left()).isZero();
    assertThat(new Budget(Duration.ofMinutes(1)).left()).isGreaterThan(Duration.ofSeconds(6));
    assertThat(send(fixture(Accounts.tokens()).within(Duration.ofNanos(10))))
        .isInstanceOfSatisfying(
            Transient.class, later -> assertThat(later.code()).isEqualTo("no_time_left"));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void withoutAnAppSecretNothingIsCalled() {
    CallFixture none = CallFixture.to(Accounts.OPEN_ID).settings(Accounts.settings(Map.of()));
    assertThat(send(none))
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo("token_no_secret"));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void aSandboxAccountGetsItsTokenFromTheSimulatorToo() {
    try (FakeProvider simulator = FakeProvider.plain()) {
      simulator.then(token("T1"), OK);
      Outcome outcome = send(fixture(new LocalTokens()).sandbox(simulator.uri("/sandbox/ticket")));
      assertThat(outcome).isInstanceOf(Accepted.class);
      assertThat(simulator.received())
          .extracting(Received::path)
          .containsExactly("/sandbox/ticket" + AccessToken.PATH, "/sandbox/ticket" + PATH);
      assertThat(provider.connections()).isZero();
    }
  }

  @Test
  @Tag("SEAL-2")
  void neitherTokenNorSecretIsEverLogged() {
    provider.then(token("FRESH-TOKEN-1"), said(40001), token("FRESH-TOKEN-2"), said(40003));
    try (LogCapture logs = new LogCapture()) {
      Outcome outcome = send(new LocalTokens());
      assertThat(outcome).isInstanceOf(Rejected.class);
      assertThat(outcome + logs.text())
          .doesNotContain("FRESH-TOKEN", Accounts.CREDENTIALS.get("app_secret"), Accounts.OPEN_ID);
    }
  }
}
