package io.truebell.channel.wechat.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.vault.Secret;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Vectors of the official page and of WxJava's tests. */
class PushCipherTextTest {
  private static final String ENCRYPTED =
      "jn1L23DB+6ELqJ+6bruv21Y6MD7KeIfP82D6gU39rmkgczbWwt5+3bnyg5K55bgVtVzd832WzZGMhkP72vVOfg==";

  @Test
  void aPushIsSignedAsTheOfficialExampleIs() {
    assertThat(PushCipherText.signature("AAAAA", "1714036504", "1514711492"))
        .isEqualTo("f464b24fc39322e44b38aa78f5edd27bd1441696");
    assertThat(PushCipherText.signature("pamtest", "1409304348", "xxxxxx", ENCRYPTED))
        .isEqualTo("82c962d39941aa48552f90ef55aa323dc620cc10");
  }

  @Test
  void aMessageIsEncryptedAsWeChatDoes() {
    Secret key = Secret.of("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG");
    byte[] random = "aaaabbbbccccdddd".getBytes(StandardCharsets.US_ASCII);
    byte[] message = "我是中文abcd123".getBytes(StandardCharsets.UTF_8);

    assertThat(PushCipherText.encrypt(key, random, message, "wxb11529c136998cb6"))
        .isEqualTo(ENCRYPTED);
  }
}
