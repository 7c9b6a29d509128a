package io.truebell.channel.wechat.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.Authenticity.Authentic;
import io.truebell.core.spi.Authenticity.NotAuthentic;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.ReceiptRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is let in. */
class PushDoorTest {
  private static final String POPUP = popup("accept");
  private static final String REJECT = popup("reject");

  private final SubscribeParser parser = new SubscribeParser(Pushes.door());

  private static String popup(String status) {
    return """
        {"ToUserName":"gh_1","FromUserName":"o6_bmjrPTlm6_2sgVt7hMZOPfL2M","CreateTime":1796025600,
         "MsgType":"event","Event":"subscribe_msg_popup_event",
         "List":{"TemplateId":"T1","SubscribeStatusString":"%s","PopupScene":"0"}}
        """
        .formatted(status);
  }

  private void isLetIn(ReceiptRequest request) {
    assertThat(parser.verify(request))
        .isInstanceOfSatisfying(
            Authentic.class,
            authentic -> {
              assertThat(authentic.carriesReceipts()).isTrue();
              assertThat(body(authentic)).isEqualTo("success");
            });
  }

  private void isRefused(ReceiptRequest request, String why) {
    assertThat(parser.verify(request)).isEqualTo(new NotAuthentic(why));
  }

  private static String body(Authentic authentic) {
    return new String(authentic.answer().body(), StandardCharsets.UTF_8);
  }

  @Test
  void theCheckOfTheAddressIsAnsweredWithItsEcho() {
    ReceiptRequest check =
        Pushes.safe().method("GET").raw("", Map.of("echostr", "4375120948345356249"));
    assertThat(parser.verify(check))
        .isInstanceOfSatisfying(
            Authentic.class,
            authentic -> {
              assertThat(authentic.carriesReceipts()).isFalse();
              assertThat(body(authentic)).isEqualTo("4375120948345356249");
            });
    isRefused(
        Pushes.safe().method("GET").signedWith("other").raw("", Map.of("echostr", "1")),
        "bad_signature");
    isRefused(Pushes.safe().method("GET").raw(""), "no_echo");
    isRefused(Pushes.safe().method("GET").raw("", Map.of("echostr", "<script>")), "no_echo");
  }

  @Test
  @Tag("TRUTH-1")
  void inSafeModeAnEncryptedBodyIsLetInAndAPlainOneIsNot() {
    isLetIn(Pushes.safe().encrypted(POPUP));
    isRefused(Pushes.safe().raw(POPUP), "not_encrypted");
    isRefused(Pushes.safe().mode("compatible").raw(POPUP), "not_encrypted");
    isRefused(Pushes.safe().raw(POPUP, Map.of("encrypt_type", "raw")), "not_encrypted");
  }

  @Test
  @Tag("TRUTH-1")
  void ofACompatibleBodyOnlyTheEncryptedPartCounts() {
    ReceiptRequest forged =
        Pushes.safe()
            .mode("compatible")
            .enclosed(
                POPUP,
                ",\"FromUserName\":\"oSomebodyElse\",\"MsgType\":\"event\","
                    + "\"Event\":\"subscribe_msg_popup_event\"");
    isLetIn(forged);
    assertThat(parser.consents(forged))
        .extracting(ConsentNews::address)
        .containsExactly("o6_bmjrPTlm6_2sgVt7hMZOPfL2M");
  }

  @Test
  @Tag("TRUTH-1")
  void anEncryptedBodyWithAnotherBodysSignatureIsRefused() {
    Pushes pushes = Pushes.safe();
    Map<String, String> signedForAnother = pushes.signed(pushes.encrypt(POPUP));
    String body = "{\"ToUserName\":\"gh_1\",\"Encrypt\":\"" + pushes.encrypt(REJECT) + "\"}";
    isRefused(pushes.raw(body, signedForAnother), "bad_signature");
  }

  @Test
  void whatWasEncryptedForAnotherAppIsRefused() {
    isRefused(Pushes.safe().appid("wx0000000000000000").encrypted(POPUP), "not_for_this_app");
    isRefused(Pushes.safe().encryptedWith(Pushes.OTHER_KEY).encrypted(POPUP), "not_for_this_app");
  }

  @Test
  @Tag("SEAL-3")
  void whileKeysRotateTheOldOnesAreTakenToo() {
    ReceiptRequest old =
        Pushes.safe()
            .signedWith("oldtoken")
            .encryptedWith(Pushes.OTHER_KEY)
            .credential("previous_push_token", "oldtoken")
            .credential("previous_encoding_aes_key", Pushes.OTHER_KEY)
            .encrypted(POPUP);
    isLetIn(old);
    assertThat(parser.consents(old)).hasSize(1);
    isRefused(Pushes.safe().signedWith("oldtoken").encrypted(POPUP), "bad_signature");
  }

  @Test
  void withoutATokenNobodyIsLetIn() {
    isRefused(Pushes.safe().without("push_token").encrypted(POPUP), "bad_signature");
    isRefused(Pushes.safe().without("encoding_aes_key").encrypted(POPUP), "not_for_this_app");
  }

  @Test
  void onlyAFreshTimeIsTaken() {
    Duration most = Duration.ofMinutes(5);
    isLetIn(Pushes.safe().signedAt(Pushes.AT.minus(most)).encrypted(POPUP));
    isLetIn(Pushes.safe().signedAt(Pushes.AT.plus(most)).encrypted(POPUP));
    isRefused(
        Pushes.safe().signedAt(Pushes.AT.minus(most).minusSeconds(1)).encrypted(POPUP),
        "not_fresh");
    isRefused(
        Pushes.safe().signedAt(Pushes.AT.plus(most).plusSeconds(1)).encrypted(POPUP), "not_fresh");
  }

  @Test
  void whatIsReadLaterNeedNotBeFresh() {
    ReceiptRequest late =
        Pushes.safe().receivedAt(Pushes.AT.plus(Duration.ofDays(2))).encrypted(POPUP);
    assertThat(parser.consents(late)).hasSize(1);
  }

  @Test
  @Tag("TRUTH-1")
  void inPlainModeANonceLetsNoOtherBodyIn() {
    isLetIn(Pushes.plain().raw(POPUP));
    isLetIn(Pushes.plain().raw(POPUP));
    isRefused(Pushes.plain().raw(REJECT), "nonce_reused");
    isLetIn(Pushes.plain().nonce("n-2").raw(REJECT));
    isRefused(Pushes.plain().nonce("n-2").raw(POPUP), "nonce_reused");
  }

  @Test
  void aNonceIsForgottenWhenItsTimeIsNoLongerFresh() {
    SeenNonces nonces = new SeenNonces();
    PushQuery query = PushQuery.read("nonce=n&timestamp=1").orElseThrow();
    Duration fresh = Duration.ofMinutes(5);
    byte[] one = {1};
    byte[] other = {2};
    assertThat(nonces.admits(Pushes.ACCOUNT, query, one, Pushes.AT, fresh)).isTrue();
    assertThat(nonces.admits(Pushes.ACCOUNT, query, other, Pushes.AT.plusSeconds(599), fresh))
        .isFalse();
    assertThat(nonces.admits(Pushes.ACCOUNT, query, other, Pushes.AT.plusSeconds(600), fresh))
        .isTrue();
  }

  @Test
  void theMemoryOfNoncesIsBounded() {
    SeenNonces nonces = new SeenNonces();
    byte[] body = {1};
    for (int i = 0; i <= SeenNonces.MOST; i++) {
      PushQuery query = PushQuery.read("timestamp=1&nonce=" + i).orElseThrow();
      nonces.admits(Pushes.ACCOUNT, query, body, Pushes.AT, Duration.ofMinutes(5));
    }
    PushQuery first = PushQuery.read("timestamp=1&nonce=0").orElseThrow();
    PushQuery last = PushQuery.read("timestamp=1&nonce=" + SeenNonces.MOST).orElseThrow();
    byte[] other = {2};
    assertThat(nonces.admits(Pushes.ACCOUNT, last, other, Pushes.AT, Duration.ofMinutes(5)))
        .isFalse();
    assertThat(nonces.admits(Pushes.ACCOUNT, first, other, Pushes.AT, Duration.ofMinutes(5)))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&", "a", "=", "%zz=1", "signature=%f", "nonce=1&nonce=2"})
  void whatIsNoQueryIsRefused(String query) {
    assertThat(PushQuery.read(query)).isEmpty();
  }

  @Test
  void whatPeopleWriteToTheAccountIsNotKept() {
    String talk =
        """
        {"ToUserName":"gh_1","FromUserName":"o6","CreateTime":1,"MsgType":"text","Content":"hi"}
        """;
    assertThat(parser.verify(Pushes.safe().encrypted(talk)))
        .isInstanceOfSatisfying(
            Authentic.class, authentic -> assertThat(authentic.carriesReceipts()).isFalse());
    assertThat(parser.read(Pushes.safe().encrypted(talk))).isEmpty();
    assertThat(parser.consents(Pushes.safe().encrypted(talk))).isEmpty();
  }

  @Test
  void theReceiverOutsideMustBeTheOneInside() {
    isRefused(Pushes.safe().encrypted(POPUP.replace("gh_1", "gh_2")), "other_receiver");
  }

  @Test
  void documentTypesAndEntitiesAreRefusedAndNothingIsFetched(@TempDir Path folder)
      throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "top secret");
    String body =
        "<!DOCTYPE xml [<!ENTITY x SYSTEM \""
            + secret.toUri()
            + "\">]><xml><MsgType>event</MsgType><Event>&x;</Event></xml>";
    Authenticity verified = parser.verify(Pushes.plain().raw(body));
    assertThat(verified).isEqualTo(new NotAuthentic("not_readable"));
    isRefused(Pushes.plain().nonce("n-3").raw("<!DOCTYPE xml><xml><a>1</a></xml>"), "not_readable");
    isRefused(Pushes.plain().nonce("n-4").raw("<xml>" + "<a>".repeat(5000)), "not_readable");
  }
}
