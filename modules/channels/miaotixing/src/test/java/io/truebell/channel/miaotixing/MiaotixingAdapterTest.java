package io.truebell.channel.miaotixing;

import static io.truebell.testkit.Behaviour.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Failed;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.wire.Wire;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.ChannelAdapterContract;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MiaotixingAdapterTest extends ChannelAdapterContract {
  private static final String CODE = "tDS0Se9";

  @Override
  protected ChannelAdapter adapter(Wire wire, URI provider) {
    return new MiaotixingAdapter(
        wire, new MiaotixingSettings(provider, MiaotixingAdapter.PACING, "miaotixing"));
  }

  @Override
  protected String address(URI provider) {
    return CODE;
  }

  @Override
  protected String secretPart() {
    return CODE;
  }

  @Override
  protected String sandboxAddress() {
    return "sandbox-accepted";
  }

  @Override
  protected Behaviour acceptance() {
    return answer(200, "完成");
  }

  @Override
  protected List<Example> examples() {
    return List.of(
        new Example(answer(200, "发送失败：参数格式有误"), Rejected.class),
        new Example(answer(200, "找不到提醒单"), Rejected.class),
        new Example(answer(500, "oops"), Failed.class),
        new Example(answer(502, "完成"), Failed.class),
        new Example(answer(599, ""), Failed.class),
        new Example(answer(404, "完成"), Unknown.class),
        new Example(answer(429, ""), Unknown.class),
        new Example(Behaviour.redirect(302, "https://elsewhere.example/"), Unknown.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"完成", "完成\n", "  完成\r\n", "\ufeff完成"})
  @Tag("TRUTH-1")
  void onlyTheExactWordIsAcceptedAndNeverAsDelivered(String body) {
    provider.always(answer(200, body));
    assertThat(send(1, CallFixture.AMPLE))
        .isInstanceOfSatisfying(
            Accepted.class,
            accepted -> {
              assertThat(accepted.confirmed()).isFalse();
              assertThat(accepted.providerRef()).isNull();
            });
    assertThat(adapter(wire(), provider.uri("")).descriptor().ceiling())
        .isEqualTo(Ceiling.ACCEPTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "未完成",
        "已完成",
        "完成了",
        "完成。",
        "完成 完成",
        "完 成",
        "ok 完成",
        "<html><body>完成</body></html>",
        "<p>参数格式有误</p>",
        "<html>找不到提醒单</html>",
        "发送过于频繁，请稍后再试",
        "{\"code\":0,\"msg\":\"完成\"}",
      })
  @Tag("SEND-2")
  void anythingElseIsUnknown(String body) {
    provider.always(answer(200, body));
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
  }

  @Test
  void theRightWordInTheWrongEncodingIsUnknown() {
    byte[] gbk = "完成".getBytes(Charset.forName("GBK"));
    provider.always(new Behaviour.Answer(200, Map.of(), gbk));
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
    byte[] utf16 = "完成".getBytes(StandardCharsets.UTF_16);
    provider.always(new Behaviour.Answer(200, Map.of(), utf16));
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({
    "参数格式有误, MESSAGE, bad_parameters, false",
    "发送失败：参数格式有误, MESSAGE, bad_parameters, false",
    "找不到提醒单, RECIPIENT, reminder_not_found, true",
    "发送失败：找不到提醒单, RECIPIENT, reminder_not_found, true",
    "系统繁忙时可能找不到提醒单, RECIPIENT, reminder_not_found, false",
  })
  void aRefusalNamesWhoseFaultItIs(String body, Fault fault, String code, boolean dead) {
    provider.always(answer(200, body));
    assertThat(send(1, CallFixture.AMPLE)).isEqualTo(new Rejected(fault, code, body, dead));
  }

  @Test
  @Tag("SEAL-2")
  void theCodeTravelsInTheBodyAndNotInTheUrl() {
    provider.always(acceptance());
    send(1, CallFixture.AMPLE);
    assertThat(provider.only().method()).isEqualTo("POST");
    assertThat(provider.only().target()).isEqualTo("/trigger");
    assertThat(provider.only().form())
        .isEqualTo(Map.of("id", CODE, "text", "行程有变\nG7 14:00 → 15:30"));
  }

  @Test
  @Tag("SEAL-2")
  void aCodeThatTheProviderRepeatsIsHidden() {
    provider.always(answer(200, "找不到提醒单 " + CODE));
    assertThat(send(1, CallFixture.AMPLE).text()).isEqualTo("找不到提醒单 •••");
  }

  @ParameterizedTest
  @ValueSource(ints = {493, 494, 497, 499, 500})
  @Tag("SEAL-2")
  void noPartOfACodeSurvivesWhereTheTextIsCut(int before) {
    provider.always(answer(200, "x".repeat(before) + CODE + " and more"));
    assertThat(send(1, CallFixture.AMPLE).text())
        .hasSizeLessThanOrEqualTo(Outcome.MAX_TEXT)
        .doesNotContain(CODE.substring(0, 1));
  }

  @Test
  @Tag("SEAL-2")
  void theShortestCodeIsHiddenTooAndHasNoHint() {
    provider.always(answer(200, "who is a1B?"));
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    assertThat(adapter.send(CallFixture.to("a1B").call()).text()).isEqualTo("who is •••?");
    assertThat(adapter.hint("a1B")).isEqualTo("…");
    assertThat(adapter.hint("a1Bc2D")).isEqualTo("…");
    assertThat(adapter.hint("a1Bc2De")).isEqualTo("••••De");
  }

  @Test
  @Tag("SEAL-4")
  void fixedMinimalTextIsSentOnceAndAlone() {
    provider.always(acceptance());
    String minimal = "有新消息，请打开应用";
    CallFixture fixture =
        CallFixture.to(CODE).content(CallFixture.content(minimal, minimal, Map.of()));
    adapter(wire(), provider.uri("")).send(fixture.call());
    assertThat(provider.only().form()).isEqualTo(Map.of("id", CODE, "text", minimal));
    assertThat(provider.only().target()).isEqualTo("/trigger");
    assertThat(provider.only().headers().toString()).doesNotContain("trip", CallFixture.KEY, CODE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a&id=x", "100% + 1 = ?", "😊 早上好", "line\nline", "\u0001"})
  void textArrivesAsItWasWritten(String text) {
    provider.always(acceptance());
    CallFixture fixture = CallFixture.to(CODE).content(CallFixture.content(text, "", Map.of()));
    adapter(wire(), provider.uri("")).send(fixture.call());
    assertThat(provider.only().form()).isEqualTo(Map.of("id", CODE, "text", text));
  }

  @Test
  void aMessageWithoutATitleHasNoEmptyLine() {
    provider.always(acceptance());
    CallFixture fixture =
        CallFixture.to(CODE).content(CallFixture.content("", "G7 15:30", Map.of()));
    adapter(wire(), provider.uri("")).send(fixture.call());
    assertThat(provider.only().form()).containsEntry("text", "G7 15:30");
  }

  @Test
  void overlongTextIsCutBetweenCharacters() {
    provider.always(acceptance());
    CallFixture fixture =
        CallFixture.to(CODE).content(CallFixture.content("a" + "😊".repeat(600), "", Map.of()));
    adapter(wire(), provider.uri("")).send(fixture.call());
    String sent = provider.only().form().get("text");
    assertThat(sent).hasSizeLessThanOrEqualTo(TriggerForm.MAX_TEXT).endsWith("😊…");
  }

  @ParameterizedTest
  @CsvSource({
    "' tDS0 Se9 ', tDS0Se9",
    "'\u200btDS0Se9\ufeff', tDS0Se9",
    "'tDS0Se9\n', tDS0Se9",
    "'\u3000tDS0Se9', tDS0Se9"
  })
  void spacesThatCameAlongWhenCopyingAreRemoved(String given, String code) {
    assertThat(adapter(wire(), provider.uri("")).tidy(given)).isEqualTo(code);
  }

  @Test
  void theDescriptorAsksForTenSecondsBetweenTwoCalls() {
    assertThat(adapter(wire(), provider.uri("")).descriptor().pacing())
        .isEqualTo(Duration.ofSeconds(10));
  }
}
