package io.truebell.channel.wechat.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.truebell.core.spi.Magic;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenIdTest {
  @Test
  void peopleWithTheSameFateAreToldApart() {
    assertThat(OpenId.magic("sandbox-not-found")).contains(Magic.NOT_FOUND);
    assertThat(OpenId.magic("sandbox-not-found.alice")).contains(Magic.NOT_FOUND);
    assertThat(OpenId.check("sandbox-accepted.bob_2", true)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sandbox-",
        "sandbox-nobody",
        "sandbox-accepted.",
        "sandbox-accepted.A B",
        "alice"
      })
  void anythingElseIsNoMagicAddress(String address) {
    assertThat(OpenId.magic(address)).isEmpty();
    assertThat(OpenId.check(address, true)).isNotEmpty();
  }

  @Test
  void anOpenidIsShownByItsEndAlone() {
    assertThat(OpenId.hint("o6_bmjrPTlm6_2sgVt7hMZOPfL2M")).isEqualTo("••••fL2M");
    assertThat(OpenId.hint("o6_bmj")).isEqualTo("…");
    assertThat(OpenId.hint("sandbox-accepted.alice")).isEqualTo("sandbox-accepted.alice");
  }

  @Test
  void settingsThatCannotWorkEndTheStart() {
    URI base = URI.create("https://api.weixin.qq.com");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WechatSettings(URI.create(base + "/"), Duration.ofMinutes(5)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WechatSettings(base, Duration.ofHours(2)));
  }
}
