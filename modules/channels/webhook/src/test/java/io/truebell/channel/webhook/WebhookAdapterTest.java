package io.truebell.channel.webhook;

import static io.truebell.testkit.Behaviour.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Category;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.vault.Secret;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireSettings;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.ChannelAdapterContract;
import io.truebell.testkit.Received;
import io.truebell.testkit.TestClock;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookAdapterTest extends ChannelAdapterContract {
  private static final String TOKEN = "tok-9f3b2c1d77";

  /** Headers of HTTP itself, which no adapter writes. */
  private static final Set<String> CARRIERS =
      Set.of("host", "connection", "content-length", "user-agent", "accept", "accept-encoding");

  private static final String OLD_KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEW_KEY = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String OWN_KEY = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX";

  private TestClock clock = TestClock.atEight();

  @BeforeEach
  void setTheClock() {
    clock = TestClock.atEight();
  }

  @Override
  protected ChannelAdapter adapter(Wire wire, URI provider) {
    WireSettings loopbackToo = new WireSettings(List.of("127.0.0.0/8"), Set.of(443));
    return new WebhookAdapter(wire, loopbackToo, clock);
  }

  @Override
  protected String address(URI provider) {
    return provider + "/hooks/" + TOKEN;
  }

  @Override
  protected String secretPart() {
    return TOKEN;
  }

  @Override
  protected String sandboxAddress() {
    return "https://sandbox.invalid/accepted";
  }

  @Override
  protected Map<String, String> credentials() {
    return Map.of(WebhookAdapter.SIGNING_SECRET, NEW_KEY);
  }

  @Override
  protected Optional<String> idempotencyKeyOf(Received request) {
    return request.header("webhook-id");
  }

  @Override
  protected boolean bodyMatters() {
    return false;
  }

  @Override
  protected Behaviour acceptance() {
    return answer(200, "thanks");
  }

  @Override
  protected List<Example> examples() {
    List<Example> examples = new ArrayList<>();
    for (int status : List.of(200, 201, 202, 204, 299)) {
      examples.add(new Example(answer(status, ""), Accepted.class));
    }
    for (int status : List.of(300, 301, 302, 304, 307, 308)) {
      examples.add(new Example(Behaviour.redirect(status, "http://127.0.0.1/"), Transient.class));
    }
    for (int status : List.of(400, 401, 403, 404, 405, 408, 413, 415, 422, 425, 429)) {
      examples.add(new Example(answer(status, "no"), Transient.class));
    }
    for (int status : List.of(500, 501, 502, 503, 504, 599)) {
      examples.add(new Example(answer(status, "oops"), Transient.class));
    }
    examples.add(new Example(answer(410, "gone"), Rejected.class));
    examples.add(new Example(answer(699, "?"), Unknown.class));
    return examples;
  }

  @Test
  void aSuccessfulStatusIsTheReceiversOwnEvidence() {
    provider.always(answer(202, "whatever"));
    assertThat(send(1, CallFixture.AMPLE)).isEqualTo(new Accepted(null, "http_202", "", true));
  }

  @Test
  void goneMeansThatTheEndpointIsDead() {
    provider.always(answer(410, ""));
    assertThat(send(1, CallFixture.AMPLE))
        .isInstanceOfSatisfying(
            Rejected.class,
            gone -> {
              assertThat(gone.fault()).isEqualTo(Fault.RECIPIENT);
              assertThat(gone.endpointDead()).isTrue();
            });
  }

  @ParameterizedTest
  @CsvSource({
    "429, 120, 120",
    "429, ' 7 ', 7",
    "429, 0, 0",
    "503, 99999999999999999999, 86400",
    "503, 90000, 86400",
    "502, 'Mon, 30 Nov 2026 08:05:00 GMT', 300",
    "504, 'Mon, 30 Nov 2026 07:00:00 GMT', 0",
    "503, 'Tue, 30 Nov 2027 08:00:00 GMT', 86400",
  })
  void theReceiverMayAskForAPause(int status, String header, long seconds) {
    provider.always(answer(status, "").with("Retry-After", header));
    assertThat(send(1, CallFixture.AMPLE))
        .isInstanceOfSatisfying(
            Transient.class,
            pause -> {
              assertThat(pause.retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
              assertThat(pause.scope()).isEqualTo(SlowScope.RECIPIENT);
            });
  }

  @ParameterizedTest
  @CsvSource({"429, soon", "429, -5", "429, 1.5", "503, ''", "500, 120", "404, 120"})
  void aPauseThatCannotBeReadOrDoesNotBelongThereIsIgnored(int status, String header) {
    provider.always(answer(status, "").with("Retry-After", header));
    assertThat(send(1, CallFixture.AMPLE))
        .isInstanceOfSatisfying(Transient.class, t -> assertThat(t.retryAfter()).isNull());
  }

  @Test
  void theSignatureIsTheOneOfThePublishedVector() {
    String signature =
        SigningKey.sign(
            Secret.of(OLD_KEY),
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));
    assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void theSignatureCoversTheBytesThatWereSent() {
    provider.always(acceptance());
    send(
        CallFixture.to(address(provider.uri("")))
            .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
            .content(CallFixture.content("😊 早上好", "a\u2028b </script> \"", Map.of("n", 1.50))));
    assertThat(provider.only().header("webhook-signature")).contains(signed(NEW_KEY));
    assertThat(provider.only().header("content-type")).contains("application/json");
    assertThat(provider.only().text())
        .startsWith("{\"type\":\"trip.changed\",\"timestamp\":\"2026-11-30T07:59:58Z\",\"data\":{")
        .contains("😊 早上好");
  }

  @Test
  void whileASecretRotatesBothSign() {
    provider.always(acceptance());
    send(
        CallFixture.to(address(provider.uri("")))
            .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
            .credential(WebhookAdapter.PREVIOUS_SECRET, OLD_KEY));
    assertThat(provider.only().header("webhook-signature"))
        .contains(signed(NEW_KEY) + " " + signed(OLD_KEY));
  }

  @Test
  void anEndpointsOwnSecretReplacesTheAccounts() {
    provider.always(acceptance());
    send(
        CallFixture.to(address(provider.uri("")))
            .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
            .credential(WebhookAdapter.PREVIOUS_SECRET, OLD_KEY)
            .endpointSecret(OWN_KEY));
    assertThat(provider.only().header("webhook-signature")).contains(signed(OWN_KEY));
  }

  @Test
  void eachAttemptHasItsOwnTimeAndTheSameBody() {
    provider.always(acceptance());
    send(1, CallFixture.AMPLE);
    clock.tick(Duration.ofMinutes(61));
    send(2, CallFixture.AMPLE);
    List<Received> both = provider.received();
    long first = Long.parseLong(both.get(0).header("webhook-timestamp").orElseThrow());
    long second = Long.parseLong(both.get(1).header("webhook-timestamp").orElseThrow());
    assertThat(second - first).isEqualTo(61 * 60);
    assertThat(second).isEqualTo(clock.instant().getEpochSecond());
    assertThat(both.get(1).body()).isEqualTo(both.get(0).body());
    assertThat(both.get(1).header("webhook-signature"))
        .isNotEqualTo(both.get(0).header("webhook-signature"));
  }

  @Test
  @Tag("SEAL-4")
  void fixedMinimalTextIsAllThatLeaves() {
    provider.always(acceptance());
    String minimal = "There is news. Please open the app.";
    send(
        CallFixture.to(address(provider.uri("")))
            .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
            .content(
                new Content(
                    "notification",
                    Category.TRANSACTIONAL,
                    "",
                    minimal,
                    minimal,
                    Map.of(),
                    clock.instant())));
    assertThat(provider.only().text())
        .isEqualTo(
            """
            {"type":"notification","timestamp":"%s",\
            "data":{"subject":"","title":"%s","text":"%s","payload":{}}}"""
                .formatted(clock.instant(), minimal, minimal));
    assertThat(provider.only().target()).isEqualTo("/hooks/" + TOKEN);
    assertThat(provider.only().headers().keySet())
        .filteredOn(name -> !CARRIERS.contains(name))
        .containsExactlyInAnyOrder(
            "content-type", "webhook-id", "webhook-timestamp", "webhook-signature");
  }

  @Test
  void aMessageThatIsTooLargeIsRefusedWithoutACall() {
    Outcome outcome =
        send(
            CallFixture.to(address(provider.uri("")))
                .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
                .content(CallFixture.content("t", "x".repeat(20 * 1024), Map.of())));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class, r -> assertThat(r.fault()).isEqualTo(Fault.MESSAGE));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void halfACharacterIsRefusedWithoutACall() {
    Outcome outcome =
        send(
            CallFixture.to(address(provider.uri("")))
                .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
                .content(CallFixture.content("t", "broken \ud83d", Map.of())));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class, r -> assertThat(r.code()).isEqualTo("not_encodable"));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void withoutASigningSecretNothingIsSent() {
    Outcome outcome = send(CallFixture.to(address(provider.uri(""))));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Rejected.class, r -> assertThat(r.fault()).isEqualTo(Fault.CONFIGURATION));
    assertThat(provider.connections()).isZero();
  }

  @Test
  void anAddressThatLeadsInsideIsAFaultOfTheConfiguration() {
    AddressResolver inside = host -> List.of(InetAddress.ofLiteral("10.1.2.3"));
    try (HttpWire guarded = new HttpWire(WireSettings.DEFAULT, inside)) {
      Outcome outcome =
          new WebhookAdapter(guarded, WireSettings.DEFAULT, clock)
              .send(
                  CallFixture.to("https://innocent.example/" + TOKEN)
                      .credential(WebhookAdapter.SIGNING_SECRET, NEW_KEY)
                      .call());
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Rejected.class,
              refused -> {
                assertThat(refused.fault()).isEqualTo(Fault.CONFIGURATION);
                assertThat(refused.code()).isEqualTo("address_refused");
                assertThat(refused.endpointDead()).isFalse();
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://hooks.example.com/x",
        "https://127.0.0.1/x",
        "https://user:pw@hooks.example.com/x",
        "https://hooks.example.com:22/x",
        "https://2130706433/x",
        "javascript:alert(1)",
      })
  void aUrlThatCouldLeadInsideIsRefusedWhenItIsStored(String url) {
    ChannelAdapter strict = new WebhookAdapter(wire(), WireSettings.DEFAULT, clock);
    assertThat(strict.checkAddress(strict.tidy(url), false)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_",
        "whsec_AAECAwQ=",
        "whsec_not base64 at all, but long enough!",
        "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n",
      })
  @Tag("SEAL-2")
  void aSecretThatIsNoKeyIsRefusedWithoutRepeatingIt(String secret) {
    List<FieldProblem> problems =
        adapter(wire(), provider.uri("")).checkSecret("signing_secret", secret);
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().reason())
        .isEqualTo("must be whsec_ followed by the Base64 of 24 to 64 random bytes");
  }

  @Test
  void theHintNamesTheHostOnly() {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    assertThat(adapter.hint("https://hooks.example.com:8443/a/" + TOKEN + "?t=1"))
        .isEqualTo("https://hooks.example.com:8443/…");
    assertThat(adapter.hint("https://sandbox.invalid/gone"))
        .isEqualTo("https://sandbox.invalid/gone");
  }

  private Outcome send(CallFixture fixture) {
    return adapter(wire(), provider.uri("")).send(fixture.call());
  }

  private String signed(String key) {
    Received request = provider.only();
    return SigningKey.sign(
        Secret.of(key),
        request.header("webhook-id").orElseThrow(),
        request.header("webhook-timestamp").orElseThrow(),
        request.body());
  }
}
