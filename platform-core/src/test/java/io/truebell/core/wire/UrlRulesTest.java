package io.truebell.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlRulesTest {
  private final UrlRules strict = new UrlRules(WireSettings.DEFAULT);
  private final UrlRules onPremise =
      new UrlRules(new WireSettings(List.of("10.20.0.0/16", "fd00:1::/32"), Set.of(443)));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example.com",
        "https://hooks.example.com/a/b?c=d&e=%20",
        "https://hooks.example.com:8443/x",
        "https://xn--mller-kva.example/x",
        "https://1.1.1.1/x",
        "https://[2606:4700:4700::1111]/x",
        "https://0x.example.com/",
        "https://a1.b2/",
      })
  void aPublicHttpsUrlIsFine(String url) {
    assertThat(strict.refusal(url)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hooks.example.com",
        "http://hooks.example.com/",
        "ftp://hooks.example.com/",
        "file:///etc/passwd",
        "https:hooks.example.com",
        "https:///x",
        "https://hooks.example.com:80/",
        "https://hooks.example.com:22/",
        "https://hooks.example.com:99999/",
        "https://user@hooks.example.com/",
        "https://user:pass@hooks.example.com/",
        "https://hooks.example.com@127.0.0.1/",
        "https://hooks.example.com\\@127.0.0.1/",
        "https://hooks.example.com/#part",
        "https://hooks.example.com/a b",
        "https://hooks.example.com/\r\nX: y",
        "https://hooks.example.com./",
        "https://hooks..example.com/",
        "https://my_host.example.com/x",
        "https://localhost/",
        "https://foo.localhost/",
        "https://intranet/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://127.0.0.1./",
        "https://127.0.0.01/",
        "https://1.1.1.256/",
        "https://1.1.1/",
        "https://example.0x7f/",
        "https://example.1/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://100.100.100.200/",
        "https://[::1]/",
        "https://[::]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:7f00:1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fd00:ec2::254]/",
        "https://[64:ff9b::7f00:1]/",
        "https://stra\u00dfe.example/",
        "https://\u4f8b\u5b50.example/",
      })
  void anythingElseIsRefusedBeforeItsNameIsLookedUp(String url) {
    assertThat(strict.refusal(url)).isPresent();
  }

  @Test
  void anOverlongUrlIsRefused() {
    assertThat(strict.refusal("https://hooks.example.com/" + "a".repeat(2048))).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "' https://Hooks.Example.COM/Path?Q=1 ', https://hooks.example.com/Path?Q=1",
    "HTTPS://hooks.example.com:443/x, https://hooks.example.com/x",
    "https://hooks.example.com:/x, https://hooks.example.com/x",
    "https://hooks.example.com:8443/x, https://hooks.example.com:8443/x",
    "https://m\u00fcller.example/x, https://xn--mller-kva.example/x",
    "https://\u4f8b\u5b50.example, https://xn--fsqu00a.example",
    "https://127\u30020\u30020\u30021/, https://127.0.0.1/",
    "https://\uff11\uff10.0.0.1/, https://10.0.0.1/",
    "https://stra\u00dfe.example/, https://stra\u00dfe.example/",
    "https://User@Host.example/, https://User@host.example/",
    "not a url, not a url",
  })
  void tidyingRemovesOnlyAccidentalDifferences(String given, String tidy) {
    assertThat(UrlRules.tidy(given)).isEqualTo(tidy);
    assertThat(UrlRules.tidy(tidy)).isEqualTo(tidy);
  }

  @Test
  void anAllowedPrivateNetworkMayBeReachedByHttpAndAtAnyPort() {
    URI url = URI.create("http://erp.intern:8080/hook");
    assertThat(onPremise.refusal(url)).isEmpty();
    assertThat(onPremise.allows(url, InetAddress.ofLiteral("10.20.3.4"))).isTrue();
    assertThat(onPremise.allows(url, InetAddress.ofLiteral("fd00:1::7"))).isTrue();
    assertThat(onPremise.allows(url, InetAddress.ofLiteral("10.21.0.1"))).isFalse();
    assertThat(onPremise.allows(url, InetAddress.ofLiteral("127.0.0.1"))).isFalse();
  }

  @Test
  void allowingAPrivateNetworkDoesNotOpenPublicAddressesToHttpOrOtherPorts() {
    InetAddress open = InetAddress.ofLiteral("1.1.1.1");
    assertThat(onPremise.allows(URI.create("http://a.example/"), open)).isFalse();
    assertThat(onPremise.allows(URI.create("https://a.example:8443/"), open)).isFalse();
    assertThat(onPremise.allows(URI.create("https://a.example/"), open)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "host/8", "::/129", "/8", ""})
  void aNetworkThatIsNoneIsRefusedAtTheStart(String network) {
    assertThatThrownBy(() -> new WireSettings(List.of(network), Set.of(443)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65536})
  void aPortThatIsNoneIsRefusedAtTheStart(int port) {
    assertThatThrownBy(() -> new WireSettings(List.of(), Set.of(port)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("allowed-ports");
  }
}
