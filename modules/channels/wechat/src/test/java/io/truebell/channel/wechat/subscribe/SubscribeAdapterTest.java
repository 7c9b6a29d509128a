package io.truebell.channel.wechat.subscribe;

import static io.truebell.testkit.Behaviour.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.channel.wechat.api.Accounts;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Settings;
import io.truebell.core.spi.Tokens;
import io.truebell.core.wire.Wire;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.ChannelAdapterContract;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SubscribeAdapterTest extends ChannelAdapterContract {
  private static final String RID = " rid: 65b1c2d3-0a1b2c3d-4e5f6071";

  @Override
  protected ChannelAdapter adapter(Wire wire, URI provider) {
    return new SubscribeAdapter(Accounts.api(wire, provider));
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
    return Accounts.settings(Map.of("page", "pages/trip/index?id=1"));
  }

  @Override
  protected Tokens tokens() {
    return Accounts.tokens();
  }

  @Override
  protected Behaviour acceptance() {
    return json(200, "{\"errcode\":0,\"errmsg\":\"ok\",\"msgid\":3248681700827132819}");
  }

  @Override
  protected List<Example> examples() {
    return List.of(
        new Example(said(0), Accepted.class),
        new Example(said(43101), Rejected.class),
        new Example(said(47003), Rejected.class),
        new Example(said(-1), Unknown.class),
        new Example(said(45009), Transient.class),
        new Example(said(99999), Unknown.class),
        new Example(json(500, "{\"errcode\":0}"), Unknown.class),
        new Example(json(502, ""), Unknown.class),
        new Example(json(201, "{\"errcode\":0}"), Unknown.class),
        new Example(json(404, "{\"errcode\":40003}"), Unknown.class),
        new Example(json(200, "{\"errcode\":\"0\"}"), Unknown.class),
        new Example(json(200, "{\"errcode\":0.0}"), Unknown.class),
        new Example(json(200, "{\"errcode\":4294967296}"), Unknown.class),
        new Example(json(200, "{\"errcode\":40003,\"errcode\":0}"), Unknown.class),
        new Example(json(200, "{\"errcode\":0} {}"), Unknown.class),
        new Example(json(200, "{\"errmsg\":\"ok\"}"), Unknown.class));
  }

  private static Behaviour.Answer said(int errcode) {
    return json(200, "{\"errcode\":" + errcode + ",\"errmsg\":\"as documented" + RID + "\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "40003, RECIPIENT",
    "43101, RECIPIENT",
    "47003, MESSAGE",
    "47001, MESSAGE",
    "44002, MESSAGE",
    "45168, MESSAGE",
    "40037, CONFIGURATION",
    "41030, CONFIGURATION",
    "43107, CONFIGURATION",
    "43116, CONFIGURATION",
    "43106, CONFIGURATION",
    "40013, CONFIGURATION",
    "40125, CONFIGURATION",
    "41001, CONFIGURATION",
    "48001, CONFIGURATION",
    "50002, CONFIGURATION",
    "40164, CONFIGURATION",
  })
  @Tag("SEND-2")
  void aRefusalNamesWhoseFaultItIsAndKeepsTheRid(int errcode, Fault fault) {
    provider.always(said(errcode));
    assertThat(send(1, CallFixture.AMPLE))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.fault()).isEqualTo(fault);
              assertThat(rejected.code()).isEqualTo(Integer.toString(errcode));
              assertThat(rejected.text()).isEqualTo("as documented" + RID);
              assertThat(rejected.endpointDead()).isFalse();
              assertThat(rejected.proofs().contains(Proof.NO_AUTHORISATION))
                  .isEqualTo(errcode == 43101);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "43108, as documented, RECIPIENT, PT5S",
    "45011, as documented, ACCOUNT, PT1M",
    "45009, reach minute frequency, ACCOUNT, PT1M",
    // the clock stands at 16:00 in China: midnight comes in eight hours
    "45009, reach max api daily quota limit, ACCOUNT, PT8H1M",
    "40038, as documented, RECIPIENT, PT8H1M",
  })
  @Tag("SEND-2")
  @Tag("SEND-5")
  void aLimitSlowsWhatItIsAbout(int errcode, String text, SlowScope scope, Duration wait) {
    provider.always(json(200, "{\"errcode\":" + errcode + ",\"errmsg\":\"" + text + "\"}"));
    assertThat(send(1, CallFixture.AMPLE))
        .isEqualTo(new Transient(Integer.toString(errcode), text, wait, scope));
  }

  @Test
  @Tag("SEND-3")
  void aBusySystemMayHaveSentItAndIsNotAskedAgain() {
    provider.always(json(200, "{\"errcode\":-1,\"errmsg\":\"system error\"}"));
    assertThat(send(1, CallFixture.AMPLE)).isEqualTo(new Unknown("-1", "system error"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "timeout", "-1", "http_502", "unrecognised_answer", "99999"})
  @Tag("SEND-3")
  @Tag("GRANT-2")
  void noAuthorisationAfterACallThatMayHaveBeenCarriedOutStaysUnknown(String earlier) {
    provider.always(said(43101));
    Outcome outcome = sendAfter(earlier);
    assertThat(outcome).isInstanceOf(Unknown.class);
    assertThat(outcome.code()).isEqualTo("43101");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"43108", "45009", "connect_failed", "not_prepared", "no_time_left", "token_45009"})
  @Tag("SEND-2")
  void noAuthorisationAfterACallThatWasCertainlyNotCarriedOutIsARefusal(String earlier) {
    provider.always(said(43101));
    assertThat(sendAfter(earlier)).isInstanceOf(Rejected.class);
  }

  private Outcome sendAfter(String earlier) {
    return adapter(wire(), provider.uri("")).send(fixture().earlierCodes(earlier).call());
  }

  private CallFixture fixture() {
    CallFixture fixture = CallFixture.to(Accounts.OPEN_ID).settings(settings()).tokens(tokens());
    credentials().forEach(fixture::credential);
    return fixture;
  }

  @ParameterizedTest
  @CsvSource({
    "3248681700827132819, 3248681700827132819",
    "18446744073709551615, 18446744073709551615",
    "'\"3248681700827132819\"', 3248681700827132819",
    "null,",
    "0,",
    "-5,",
    "1.5,",
    "'\"abc\"',",
    "{},",
  })
  @Tag("TRUTH-1")
  void anAcceptanceKeepsTheMsgidWhereThereIsOneAndIsNeverDelivered(String msgid, String ref) {
    provider.always(json(200, "{\"errcode\":0,\"errmsg\":\"ok\",\"msgid\":" + msgid + "}"));
    assertThat(send(1, CallFixture.AMPLE)).isEqualTo(new Accepted(ref, "0", "ok", false));
  }

  @Test
  void theRequestIsAsTheDocumentDescribesIt() {
    provider.always(acceptance());
    send(1, CallFixture.AMPLE);
    assertThat(provider.only().method()).isEqualTo("POST");
    assertThat(provider.only().target())
        .isEqualTo("/cgi-bin/message/subscribe/send?access_token=77_a-token%2Bthat%2Fis%3Dkept");
    JsonNode body = JsonMapper.shared().readTree(provider.only().body());
    JsonNode expected =
        JsonMapper.shared()
            .readTree(
                """
                {
                  "touser": "o6_bmjrPTlm6_2sgVt7hMZOPfL2M",
                  "template_id": "TnAZdCzwzPd5f0_JKZl-6e0pLBWhxWr1gpMy6cJKB3A",
                  "page": "pages/trip/index?id=1",
                  "data": {
                    "thing1": { "value": "行程有变" },
                    "character_string2": { "value": "G7" },
                    "phrase3": { "value": "已变更" }
                  },
                  "miniprogram_state": "formal",
                  "lang": "zh_CN"
                }
                """);
    assertThat(body).isEqualTo(expected);
  }

  @Test
  @Tag("SEAL-2")
  void theAccessTokenIsInNoTextEvenWhenItIsRepeated() {
    provider.always(
        new Behaviour.Decide(
            r ->
                json(
                    200,
                    "{\"errcode\":47003,\"errmsg\":\"" + r.target() + Accounts.TOKEN + "\"}")));
    assertThat(send(1, CallFixture.AMPLE).text())
        .contains("•••")
        .doesNotContain(Accounts.TOKEN, "77_a-token", Accounts.OPEN_ID);
  }

  @Test
  @Tag("SEND-2")
  void contentThatDoesNotFitIsFoundBeforeAnyCall() {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    CallFixture overlong =
        fixture().content(CallFixture.content("x".repeat(21), "", Map.of("train", "G7次")));
    assertThat(adapter.checkContent(new Settings(settings()), overlong.call().content()))
        .extracting(FieldProblem::field)
        .containsExactly("payload.title", "payload.train");
    assertThat(adapter.send(overlong.call()))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.fault()).isEqualTo(Fault.MESSAGE);
              assertThat(rejected.code()).isEqualTo("invalid_content");
              assertThat(rejected.text()).contains("payload.title", "at most 20 characters");
            });
    assertThat(provider.connections()).isZero();
  }

  @Test
  void withoutATemplateForTheTypeNothingIsCalled() {
    Map<String, Object> none = new HashMap<>(settings());
    none.put("templates", List.of());
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    assertThat(adapter.send(fixture().settings(none).call()))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.fault()).isEqualTo(Fault.CONFIGURATION));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void theChannelWantsAConsentForEachSendAndOneCallForAPersonAtATime() {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    ChannelDescriptor descriptor = adapter.descriptor();
    assertThat(descriptor.needsGrant()).isTrue();
    assertThat(descriptor.givesReceipts()).isTrue();
    assertThat(descriptor.deduplicatesFor()).isNull();
    assertThat(adapter.oneCallPerAddress()).isTrue();
    assertThat(adapter.templates(new Settings(settings())))
        .isEqualTo(Map.of("trip.changed", Accounts.TEMPLATE));
  }
}
