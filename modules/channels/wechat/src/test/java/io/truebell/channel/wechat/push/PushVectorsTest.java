package io.truebell.channel.wechat.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.vault.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values that others published. */
class PushVectorsTest {
  private static final String ENCRYPTED =
      "jn1L23DB+6ELqJ+6bruv21Y6MD7KeIfP82D6gU39rmkgczbWwt5+3bnyg5K55bgVtVzd832WzZGMhkP72vVOfg==";

  /** [official] the example of the message push's page. */
  @Test
  @Tag("TRUTH-1")
  void theSignatureIsThatOfTheOfficialExample() {
    assertThat(PushSignature.of(Secret.of("AAAAA"), "1714036504", "1514711492"))
        .isEqualTo("f464b24fc39322e44b38aa78f5edd27bd1441696");
  }

  /** [sdk] WxCryptUtilTest of WxJava. */
  @Test
  @Tag("TRUTH-1")
  void theEncryptionIsThatOfThePublishedClient() {
    Secret key = Secret.of("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG");
    assertThat(PushCipher.open(key, "wxb11529c136998cb6", ENCRYPTED).map(PushVectorsTest::text))
        .contains("我是中文abcd123");
    assertThat(
            Pushes.encrypt(
                key.revealText(), "aaaabbbbccccdddd", "我是中文abcd123", "wxb11529c136998cb6"))
        .isEqualTo(ENCRYPTED);
  }

  /** Computed from the documented rule over the one before. */
  @Test
  @Tag("TRUTH-1")
  void theSignatureOfAnEncryptedBodyCoversIt() {
    assertThat(PushSignature.of(Secret.of("pamtest"), "1409304348", "xxxxxx", ENCRYPTED))
        .isEqualTo("82c962d39941aa48552f90ef55aa323dc620cc10");
  }

  @Test
  void anotherAppsMessageIsNotOpened() {
    Secret key = Secret.of("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG");
    assertThat(PushCipher.open(key, "wxb11529c136998cb7", ENCRYPTED)).isEmpty();
    assertThat(PushCipher.open(key, "", ENCRYPTED)).isEmpty();
  }

  @Test
  void whatIsNoCipherTextIsNotOpenedAndThrowsNothing() {
    Secret key = Secret.of(Pushes.KEY);
    assertThat(PushCipher.open(key, "wx1", "")).isEmpty();
    assertThat(PushCipher.open(key, "wx1", "not base64!")).isEmpty();
    assertThat(PushCipher.open(key, "wx1", "AAAA")).isEmpty();
    for (int blocks = 1; blocks < 6; blocks++) {
      String noise = Base64.getEncoder().encodeToString(new byte[16 * blocks]);
      assertThat(PushCipher.open(key, "wx1", noise)).isEqualTo(Optional.empty());
    }
    assertThat(PushCipher.open(Secret.of("short"), "wxb11529c136998cb6", ENCRYPTED)).isEmpty();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
