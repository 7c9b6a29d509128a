package io.truebell.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.Authenticity.Authentic;
import io.truebell.core.spi.Authenticity.NotAuthentic;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.spi.Settings;
import io.truebell.core.vault.Secret;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every parser of receipts must do, whatever its protocol. A channel's test extends this class
 * and says how its provider signs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ReceiptParserContract {
  /** Whose receipts they are. */
  protected static final AccountId ACCOUNT =
      new AccountId(new UUID(0x0193_f2c8_a5b1_7e0aL, 0xa1b2_c3d4_e5f6_0001L));

  /** The delivery that the receipts are about. */
  protected static final UUID DELIVERY = new UUID(0x0193_f2c8_a5b1_7e0aL, 0xa1b2_c3d4_e5f6_0718L);

  /** Where the provider sends them. */
  protected static final String URL = "https://bell.example.com/in/token";

  private static final int HUGE = 256 * 1024;

  /** The parser. */
  protected abstract ReceiptParser parser();

  /** The account's credentials. */
  protected abstract Map<String, String> credentials();

  /** A body that says in the provider's words that the delivery arrived, with an emoji in it. */
  protected abstract byte[] delivered();

  /** The headers with which the provider sends that body to {@link #URL}. */
  protected abstract Map<String, String> signed(byte[] body);

  /** What of {@link #signed} stands in the query instead, for a provider that signs there. */
  protected boolean inQuery(String name) {
    return false;
  }

  /** The account's settings. */
  protected Map<String, Object> settings() {
    return Map.of();
  }

  private ReceiptRequest request(byte[] body, Map<String, String> headers) {
    return request(body, headers, credentials());
  }

  private ReceiptRequest request(
      byte[] body, Map<String, String> headers, Map<String, String> credentials) {
    Map<String, Secret> secrets = new HashMap<>();
    credentials.forEach((name, value) -> secrets.put(name, Secret.of(value)));
    Map<String, List<String>> lower = new HashMap<>();
    StringJoiner query = new StringJoiner("&");
    headers.forEach(
        (name, value) -> {
          if (inQuery(name)) {
            query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
          } else {
            lower.put(name.toLowerCase(Locale.ROOT), List.of(value));
          }
        });
    return new ReceiptRequest(
        "POST",
        URI.create(query.length() == 0 ? URL : URL + "?" + query),
        "",
        query.toString(),
        lower,
        body,
        Instant.parse("2026-11-30T08:00:00Z"),
        ACCOUNT,
        new Settings(settings()),
        secrets);
  }

  private Authenticity verify(byte[] body, Map<String, String> headers) {
    return parser().verify(request(body, headers));
  }

  /** Bodies that no provider sends. */
  protected Stream<byte[]> oddBodies() {
    byte[] noise = new byte[HUGE];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) (i * 31 + 7);
    }
    return Stream.of(
        new byte[0],
        new byte[] {0},
        noise,
        "{".repeat(10_000).getBytes(StandardCharsets.UTF_8),
        "{}".getBytes(StandardCharsets.UTF_8),
        "null".getBytes(StandardCharsets.UTF_8),
        "%zz=%&=&==".getBytes(StandardCharsets.UTF_8),
        "<!DOCTYPE x [<!ENTITY a \"b\">]><x>&a;</x>".getBytes(StandardCharsets.UTF_8),
        new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc0});
  }

  @Test
  @Tag("TRUTH-1")
  void whatTheProviderSignedIsAuthenticAndReadAsDelivered() {
    byte[] body = delivered();
    assertThat(verify(body, signed(body)))
        .isInstanceOfSatisfying(
            Authentic.class, authentic -> assertThat(authentic.carriesReceipts()).isTrue());
    assertThat(parser().read(request(body, signed(body))))
        .isNotEmpty()
        .extracting(receipt -> receipt.news().word())
        .contains("delivered");
  }

  @Test
  void readingTwiceFindsTheSameReceipts() {
    byte[] body = delivered();
    List<ProviderReceipt> first = parser().read(request(body, signed(body)));
    assertThat(parser().read(request(body, signed(body)))).isEqualTo(first);
  }

  @Test
  @Tag("TRUTH-1")
  void oneChangedByteAnywhereIsNotAuthentic() {
    byte[] body = delivered();
    Map<String, String> headers = signed(body);
    for (int i = 0; i < body.length; i++) {
      byte[] changed = body.clone();
      changed[i] ^= 1;
      assertThat(verify(changed, headers)).as("byte " + i).isInstanceOf(NotAuthentic.class);
    }
  }

  @Test
  @Tag("TRUTH-1")
  void withoutItsSignatureNothingIsAuthentic() {
    byte[] body = delivered();
    Map<String, String> headers = signed(body);
    assertThat(verify(body, Map.of())).isInstanceOf(NotAuthentic.class);
    for (String name : headers.keySet()) {
      for (String bad : List.of("", "forged", "=", "😊", headers.get(name) + "x")) {
        Map<String, String> changed = new HashMap<>(headers);
        changed.put(name, bad);
        assertThat(verify(body, changed)).as(name).isInstanceOf(NotAuthentic.class);
      }
    }
  }

  @Test
  @Tag("TRUTH-1")
  void withOtherCredentialsNothingIsAuthentic() {
    byte[] body = delivered();
    Map<String, String> others = new HashMap<>();
    credentials().forEach((name, value) -> others.put(name, value + "x"));
    if (!others.isEmpty()) {
      assertThat(parser().verify(request(body, signed(body), others)))
          .isInstanceOf(NotAuthentic.class);
      assertThat(parser().verify(request(body, signed(body), Map.of())))
          .isInstanceOf(NotAuthentic.class);
    }
  }

  @ParameterizedTest
  @MethodSource("oddBodies")
  void oddBodiesThatNobodySignedAreRefusedWithoutAnException(byte[] body) {
    byte[] good = delivered();
    assertThatCode(
            () -> {
              assertThat(verify(body, Map.of())).isInstanceOf(NotAuthentic.class);
              assertThat(verify(body, signed(good))).isInstanceOf(NotAuthentic.class);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void theBodyIsLeftAsItCame() {
    byte[] body = delivered();
    ReceiptRequest request = request(body.clone(), signed(body));
    assertThat(parser().verify(request)).isInstanceOf(Authentic.class);
    List<ProviderReceipt> read = parser().read(request);
    assertThat(read).isNotEmpty();
    assertThat(request.body()).isEqualTo(body);
  }

  @Test
  @Tag("SEAL-2")
  void noCredentialIsInWhatWasReadOrLogged() {
    byte[] body = delivered();
    String[] secrets = credentials().values().toArray(String[]::new);
    if (secrets.length > 0) {
      try (LogCapture logs = new LogCapture()) {
        String said =
            parser().read(request(body, signed(body))) + "" + verify(body, signed(body)) + parser();
        assertThat(said + verify(body, Map.of())).doesNotContain(secrets);
        assertThat(logs.text()).doesNotContain(secrets);
      }
    }
  }
}
