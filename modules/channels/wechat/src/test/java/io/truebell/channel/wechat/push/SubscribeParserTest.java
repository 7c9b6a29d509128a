package io.truebell.channel.wechat.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.channel.wechat.api.Accounts;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.testkit.ReceiptParserContract;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract over an encrypted JSON body, and every shape that the events come in. */
class SubscribeParserTest extends ReceiptParserContract {
  private static final String PERSON = "o6_bmjrPTlm6_2sgVt7hMZOPfL2M";
  private static final Instant THEN = Instant.ofEpochSecond(1796025600);
  private static final String SENT_JSON =
      """
      {"ToUserName":"gh_1","FromUserName":"%s","CreateTime":"1796025600","MsgType":"event",
       "Event":"subscribe_msg_sent_event",
       "List":{"TemplateId":"T1","MsgID":"1700827132819554304","ErrorCode":"0","ErrorStatus":"success 😊"}}
      """
          .formatted(PERSON);

  private final SubscribeParser parser = new SubscribeParser(Pushes.door());

  @Override
  protected ReceiptParser parser() {
    return parser;
  }

  @Override
  protected Map<String, String> credentials() {
    return Accounts.CREDENTIALS;
  }

  @Override
  protected Map<String, Object> settings() {
    return Accounts.settings(Map.of());
  }

  @Override
  protected byte[] delivered() {
    return enclosed(Pushes.safe().encrypt(SENT_JSON));
  }

  private static byte[] enclosed(String encrypt) {
    return ("{\"ToUserName\":\"gh_1\",\"Encrypt\":\"" + encrypt + "\"}")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected Map<String, String> signed(byte[] body) {
    return Pushes.safe().signed(Pushes.safe().encrypt(SENT_JSON));
  }

  @Override
  protected boolean inQuery(String name) {
    return true;
  }

  private static String json(String event, String list) {
    return "{\"ToUserName\":\"gh_1\",\"FromUserName\":\""
        + PERSON
        + "\",\"CreateTime\":1796025600,\"MsgType\":\"event\",\"Event\":\""
        + event
        + "\","
        + list
        + "}";
  }

  private static String xml(String event, String wrapper, String lists) {
    return "<xml>\n<ToUserName><![CDATA[gh_1]]></ToUserName>\n<FromUserName><![CDATA["
        + PERSON
        + "]]></FromUserName>\n<CreateTime>1796025600</CreateTime>\n"
        + "<MsgType><![CDATA[event]]></MsgType>\n<Event><![CDATA["
        + event
        + "]]></Event>\n<"
        + wrapper
        + ">"
        + lists
        + "</"
        + wrapper
        + ">\n</xml>";
  }

  private static String xmlConsent(String template, String status) {
    return "<List><TemplateId><![CDATA["
        + template
        + "]]></TemplateId><SubscribeStatusString><![CDATA["
        + status
        + "]]></SubscribeStatusString><PopupScene>0</PopupScene></List>";
  }

  private static String jsonConsent(String template, String status) {
    return "{\"TemplateId\":\""
        + template
        + "\",\"SubscribeStatusString\":\""
        + status
        + "\",\"PopupScene\":\"0\"}";
  }

  private static String jsonSent(String msgid, String code) {
    return "{\"TemplateId\":\"T1\",\"MsgID\":"
        + msgid
        + ",\"ErrorCode\":"
        + code
        + ",\"ErrorStatus\":\"said\"}";
  }

  private static String xmlSent(String msgid, String code) {
    return "<List><TemplateId><![CDATA[T1]]></TemplateId><MsgID>"
        + msgid
        + "</MsgID><ErrorCode>"
        + code
        + "</ErrorCode><ErrorStatus><![CDATA[said]]></ErrorStatus></List>";
  }

  static Stream<String> oneConsent() {
    String one = jsonConsent("T1", "accept");
    return Stream.of(
        json("subscribe_msg_popup_event", "\"List\":" + one),
        json("subscribe_msg_popup_event", "\"List\":[" + one + "]"),
        json("subscribe_msg_popup_event", "\"SubscribeMsgPopupEvent\":{\"List\":" + one + "}"),
        xml("subscribe_msg_popup_event", "SubscribeMsgPopupEvent", xmlConsent("T1", "accept")));
  }

  @ParameterizedTest
  @MethodSource("oneConsent")
  void oneAnswerIsReadWhateverItsShape(String message) {
    assertInEveryMode(
        message,
        request ->
            assertThat(parser.consents(request))
                .singleElement()
                .satisfies(news -> isConsent(news, "T1", "accept")));
  }

  static Stream<String> twoConsents() {
    String two = jsonConsent("T1", "accept") + "," + jsonConsent("T2", "reject");
    String lists = xmlConsent("T1", "accept") + "\n" + xmlConsent("T2", "reject");
    return Stream.of(
        json("subscribe_msg_popup_event", "\"List\":[" + two + "]"),
        xml("subscribe_msg_popup_event", "SubscribeMsgPopupEvent", lists));
  }

  @ParameterizedTest
  @MethodSource("twoConsents")
  void twoAnswersAreReadWhateverTheirShape(String message) {
    assertInEveryMode(
        message,
        request -> {
          List<ConsentNews> news = parser.consents(request);
          assertThat(news).hasSize(2).extracting(ConsentNews::id).doesNotHaveDuplicates();
          isConsent(news.get(0), "T1", "accept");
          isConsent(news.get(1), "T2", "reject");
          assertThat(parser.read(request)).isEmpty();
        });
  }

  static Stream<String> refusals() {
    String lists = xmlConsent("T1", "reject");
    return Stream.of(
        json("subscribe_msg_change_event", "\"List\":" + jsonConsent("T1", "reject")),
        xml("subscribe_msg_change_event", "SubscribeMsgChangeEvent", lists),
        // as the official sample has it
        xml("subscribe_msg_change_event", "SubscribeMsgPopupEvent", lists));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  @Tag("TRUTH-3")
  void aRefusalInTheSettingsIsReadWhateverItsShape(String message) {
    assertInEveryMode(
        message,
        request ->
            assertThat(parser.consents(request))
                .singleElement()
                .satisfies(news -> isConsent(news, "T1", "reject")));
  }

  private static void isConsent(ConsentNews news, String template, String status) {
    assertThat(news.address()).isEqualTo(PERSON);
    assertThat(news.template()).isEqualTo(template);
    assertThat(news.status()).isEqualTo(status);
    assertThat(news.at()).isEqualTo(THEN);
    assertThat(news.id()).isNotBlank().doesNotContain(PERSON);
  }

  static Stream<String> oneSent() {
    return Stream.of(
        SENT_JSON,
        json("subscribe_msg_sent_event", "\"List\":" + jsonSent("1700827132819554304", "0")),
        json(
            "subscribe_msg_sent_event",
            "\"List\":[" + jsonSent("\"1700827132819554304\"", "\"0\"") + "]"),
        xml(
            "subscribe_msg_sent_event",
            "SubscribeMsgSentEvent",
            xmlSent("1700827132819554304", "0")));
  }

  @ParameterizedTest
  @MethodSource("oneSent")
  @Tag("TRUTH-1")
  void aSentMessageIsKnownByItsMsgidAndDelivered(String message) {
    assertInEveryMode(
        message,
        request ->
            assertThat(parser.read(request))
                .singleElement()
                .satisfies(
                    receipt -> {
                      assertThat(receipt.match())
                          .isEqualTo(new ReceiptMatch.ByProviderRef("1700827132819554304"));
                      assertThat(receipt.news()).isEqualTo(ReceiptNews.delivered());
                      assertThat(receipt.code()).isEqualTo("0");
                      assertThat(receipt.occurredAt()).isEqualTo(THEN);
                    }));
  }

  @Test
  void allShapesOfOneEventHaveOneId() {
    assertThat(
            oneSent()
                .map(message -> parser.read(Pushes.plain().raw(message)).getFirst().id())
                .distinct())
        .hasSize(1);
  }

  @Test
  @Tag("TRUTH-3")
  void aFailureOfWechatsOwnProvesNothingOfThePerson() {
    String two = xmlSent("11", "43101") + xmlSent("12", "0");
    String message = xml("subscribe_msg_sent_event", "SubscribeMsgSentEvent", two);
    List<ProviderReceipt> receipts = parser.read(Pushes.safe().encrypted(message));
    assertThat(receipts)
        .extracting(ProviderReceipt::news)
        .containsExactly(ReceiptNews.undelivered(), ReceiptNews.delivered());
    assertThat(receipts.getFirst().code()).isEqualTo("43101");
    assertThat(receipts.getFirst().text()).isEqualTo("said");
    assertThat(parser.consents(Pushes.safe().encrypted(message))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"MsgID\":\"1\"", "\"ErrorCode\":\"0\"", "\"MsgID\":1.5,\"ErrorCode\":0"})
  void anEventThatLacksWhatItIsAboutCannotBeRead(String item) {
    String message = json("subscribe_msg_sent_event", "\"List\":{" + item + "}");
    assertThatThrownBy(() -> parser.read(Pushes.safe().encrypted(message)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageNotContaining(PERSON);
  }

  private static void assertInEveryMode(
      String message, java.util.function.Consumer<ReceiptRequest> check) {
    check.accept(Pushes.safe().encrypted(message));
    check.accept(Pushes.safe().mode("compatible").encrypted(message));
    check.accept(Pushes.plain().raw(message));
  }
}
