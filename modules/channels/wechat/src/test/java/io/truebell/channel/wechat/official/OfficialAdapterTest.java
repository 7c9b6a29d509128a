package io.truebell.channel.wechat.official;

import static io.truebell.testkit.Behaviour.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.channel.wechat.api.Accounts;
import io.truebell.core.message.Fault;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Tokens;
import io.truebell.core.wire.Wire;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.ChannelAdapterContract;
import io.truebell.testkit.Received;
import io.truebell.testkit.TestClock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class OfficialAdapterTest extends ChannelAdapterContract {
  private TestClock clock = TestClock.atEight();

  @BeforeEach
  void atEight() {
    clock = TestClock.atEight();
  }

  @Override
  protected ChannelAdapter adapter(Wire wire, URI provider) {
    return new OfficialAdapter(Accounts.api(wire, provider), clock);
  }

  @Override
  protected String address(URI provider) {
    return Accounts.OPEN_ID;
  }

  @Override
  protected String secretPart() {
    return Accounts.OPEN_ID;
  }

  @Override
  protected String sandboxAddress() {
    return "sandbox-accepted";
  }

  @Override
  protected Map<String, String> credentials() {
    return Accounts.CREDENTIALS;
  }

  @Override
  protected Map<String, Object> settings() {
    return Accounts.settings(
        Map.of(
            "url",
            "https://trips.example/1",
            "miniprogram",
            Map.of("appid", "wx0000000000000000", "pagepath", "pages/trip")));
  }

  @Override
  protected Tokens tokens() {
    return Accounts.tokens();
  }

  @Override
  protected Optional<String> idempotencyKeyOf(Received request) {
    return Optional.of(
        JsonMapper.shared().readTree(request.body()).path("client_msg_id").asString(""));
  }

  @Override
  protected Behaviour acceptance() {
    return json(200, "{\"errcode\":0,\"errmsg\":\"ok\",\"msgid\":200228332}");
  }

  @Override
  protected List<Example> examples() {
    return List.of(
        new Example(said(43004), Rejected.class),
        new Example(said(-1), Unknown.class),
        new Example(said(40252), Unknown.class),
        new Example(said(99999), Unknown.class),
        new Example(json(503, "{\"errcode\":-1}"), Unknown.class));
  }

  private static Behaviour.Answer said(int errcode) {
    return json(200, "{\"errcode\":" + errcode + ",\"errmsg\":\"as documented\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "40003, RECIPIENT",
    "-41000, RECIPIENT",
    "43004, RECIPIENT",
    "43019, RECIPIENT",
    "43101, RECIPIENT",
    "48002, RECIPIENT",
    "50005, RECIPIENT",
    "40249, MESSAGE",
    "47001, MESSAGE",
    "47003, MESSAGE",
    "40241, MESSAGE",
    "40037, CONFIGURATION",
    "43116, CONFIGURATION",
    "48001, CONFIGURATION",
    "48004, CONFIGURATION",
    "50002, CONFIGURATION",
    "40013, CONFIGURATION",
    "40164, CONFIGURATION",
    "41001, CONFIGURATION",
  })
  @Tag("SEND-2")
  void aRefusalNamesWhoseFaultItIs(int errcode, Fault fault) {
    provider.always(said(errcode));
    assertThat(send(1, CallFixture.AMPLE))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.fault()).isEqualTo(fault);
              // who switched messages off did so; everything else has other causes too
              assertThat(rejected.proofs().contains(Proof.PERSON_REFUSED))
                  .isEqualTo(errcode == 48002);
            });
  }

  @ParameterizedTest
  @CsvSource({"43117, RECIPIENT, PT5M", "45009, ACCOUNT, PT1M", "45011, ACCOUNT, PT1M"})
  @Tag("SEND-5")
  void aLimitSlowsWhatItIsAbout(int errcode, SlowScope scope, Duration wait) {
    provider.always(said(errcode));
    assertThat(send(1, CallFixture.AMPLE))
        .isEqualTo(new Transient(Integer.toString(errcode), "as documented", wait, scope));
  }

  @Test
  @Tag("SEND-3")
  void whatWaitsForReviewIsNeverSentAgain() {
    provider.always(said(40252));
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
    assertThat(sendAfter("40252", "unknown"))
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.code()).isEqualTo("40252"));
    assertThat(provider.received()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "timeout", "-1"})
  @Tag("SEND-3")
  void aDuplicateAfterACallThatMayHaveBeenCarriedOutStaysUnknown(String earlier) {
    provider.always(said(40241));
    assertThat(sendAfter(earlier)).isInstanceOf(Unknown.class);
  }

  @Test
  @Tag("SEND-3")
  void aBusyProviderIsAskedAgainWhileItRemembersTheKeyAndNotLater() {
    provider.always(acceptance());
    clock.tick(Duration.ofMinutes(5));
    assertThat(sendAfter("-1")).isInstanceOf(Accepted.class);
    clock.tick(Duration.ofMinutes(4));
    assertThat(sendAfter("-1"))
        .isInstanceOfSatisfying(Unknown.class, u -> assertThat(u.code()).isEqualTo("-1"));
    assertThat(sendAfter("45009")).isInstanceOf(Accepted.class);
    assertThat(provider.received()).hasSize(2);
  }

  private Outcome sendAfter(String... earlier) {
    CallFixture fixture =
        CallFixture.to(Accounts.OPEN_ID)
            .settings(settings())
            .tokens(tokens())
            .earlierCodes(earlier)
            .within(Duration.ofSeconds(10));
    credentials().forEach(fixture::credential);
    return adapter(wire(), provider.uri("")).send(fixture.call());
  }

  @Test
  void theRequestIsAsTheDocumentDescribesIt() {
    provider.always(acceptance());
    assertThat(send(1, CallFixture.AMPLE)).isEqualTo(new Accepted("200228332", "0", "ok", false));
    assertThat(provider.only().path()).isEqualTo("/cgi-bin/message/template/send");
    assertThat(JsonMapper.shared().readTree(provider.only().body()))
        .isEqualTo(
            JsonMapper.shared()
                .readTree(
                    """
                    {
                      "touser": "o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
                      "template_id": "TnAZdCzwzPd5f0_JKZl-6e0pLBWhxWr1gpMy6cJKB3A",
                      "url": "https://trips.example/1",
                      "miniprogram": {"appid": "wx0000000000000000", "pagepath": "pages/trip"},
                      "client_msg_id": "dlv_0193f2c8a5b17e0aa1b2c3d4e5f60718",
                      "data": {
                        "thing1": { "value": "行程有变" },
                        "character_string2": { "value": "G7" },
                        "phrase3": { "value": "已变更" }
                      }
                    }
                    """));
  }

  @Test
  void theWindowIsShorterThanWhatWechatPromises() {
    assertThat(adapter(wire(), provider.uri("")).descriptor().deduplicatesFor())
        .isEqualTo(Duration.ofMinutes(9));
  }
}
