package io.truebell.channel.wechat.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.channel.wechat.api.Accounts;
import io.truebell.core.spi.Authenticity.NotAuthentic;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.testkit.ReceiptParserContract;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract over an encrypted XML body, and every status. */
class OfficialParserTest extends ReceiptParserContract {
  private final OfficialParser parser = new OfficialParser(Pushes.door());

  private static String finished(String status) {
    return "<xml><ToUserName><![CDATA[gh_1]]></ToUserName>"
        + "<FromUserName><![CDATA[o6_bmjrPTlm6_2sgVt7hMZOPfL2M]]></FromUserName>"
        + "<CreateTime>1796025600</CreateTime><MsgType><![CDATA[event]]></MsgType>"
        + "<Event><![CDATA[TEMPLATESENDJOBFINISH]]></Event><MsgID>200163836</MsgID>"
        + "<Status><![CDATA["
        + status
        + "]]></Status><Note>😊</Note></xml>";
  }

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
    return ("<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA["
            + Pushes.safe().encrypt(finished("success"))
            + "]]></Encrypt></xml>")
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected Map<String, String> signed(byte[] body) {
    return Pushes.safe().signed(Pushes.safe().encrypt(finished("success")));
  }

  @Override
  protected boolean inQuery(String name) {
    return true;
  }

  @ParameterizedTest
  @CsvSource({
    "success, delivered, success, false",
    "failed:user block, undelivered, failed:userblock, true",
    "failed: user block, undelivered, failed:userblock, true",
    "Failed:User Block, undelivered, failed:userblock, true",
    "failed: system failed, undelivered, failed:systemfailed, false",
    "failed:system failed, undelivered, failed:systemfailed, false",
    "failed:freq limit, undelivered, failed:freqlimit, false",
    "failed:something new, undelivered, failed:somethingnew, false",
  })
  @Tag("TRUTH-1")
  @Tag("TRUTH-3")
  void aStatusMeansWhatItsDocumentSays(String status, String word, String code, boolean refused) {
    assertThat(parser.read(Pushes.plain().raw(finished(status))))
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.match()).isEqualTo(new ReceiptMatch.ByProviderRef("200163836"));
              assertThat(receipt.news().word()).isEqualTo(word);
              assertThat(receipt.code()).isEqualTo(code);
              assertThat(receipt.text()).isEqualTo(status);
              assertThat(receipt.news().provenBeyond().contains(Proof.PERSON_REFUSED))
                  .isEqualTo(refused);
            });
  }

  @Test
  @Tag("TRUTH-1")
  void aStatusThatNoDocumentDescribesIsNeitherDeliveredNorAnythingElse() {
    assertThatThrownBy(() -> parser.read(Pushes.plain().raw(finished("succeeded"))))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anOfficialAccountIsToldInXmlAlone() {
    String json = "{\"ToUserName\":\"gh_1\",\"MsgType\":\"event\"}";
    assertThat(parser.verify(Pushes.plain().raw(json))).isEqualTo(new NotAuthentic("not_readable"));
    assertThat(parser.verify(Pushes.safe().encrypted(json)))
        .isEqualTo(new NotAuthentic("not_readable"));
  }
}
