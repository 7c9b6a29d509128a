package io.truebell.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every channel must do, whatever its protocol. A channel's test extends this class, says how
 * its provider talks, and adds what is special about it. One instance runs all tests, so what a
 * subclass keeps in fields is made anew before each test.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ChannelAdapterContract {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final int PARALLEL = 50;

  /** The provider; listens on plain HTTP. */
  protected FakeProvider provider = FakeProvider.refusing();

  private HttpWire wire = newWire();

  /**
   * One documented answer of the provider.
   *
   * @param says the answer
   * @param means the outcome that its documents give it
   */
  public record Example(Behaviour says, Class<? extends Outcome> means) {}

  /** The adapter, talking to a provider that stands at {@code provider}. */
  protected abstract ChannelAdapter adapter(Wire wire, URI provider);

  /** A valid address; it leads to {@code provider} where addresses are URLs. */
  protected abstract String address(URI provider);

  /** The part of {@link #address} that must not become known. */
  protected abstract String secretPart();

  /** How the provider says yes. */
  protected abstract Behaviour acceptance();

  /** Every other documented answer. */
  protected abstract List<Example> examples();

  /** Whether a success is known by its body, and not by its status alone. */
  protected boolean bodyMatters() {
    return true;
  }

  /** The account's credentials. */
  protected Map<String, String> credentials() {
    return Map.of();
  }

  /** The account's settings. */
  protected Map<String, Object> settings() {
    return Map.of();
  }

  /** Where the protocol carries the idempotency key; empty when it has no such thing. */
  protected Optional<String> idempotencyKeyOf(Received request) {
    return Optional.empty();
  }

  @BeforeEach
  void startProvider() {
    wire = newWire();
    provider = FakeProvider.plain();
  }

  @AfterEach
  void stopProvider() {
    provider.close();
    wire.close();
  }

  @Test
  @Tag("SEND-2")
  void theProvidersYesIsAccepted() {
    provider.always(acceptance());
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Accepted.class);
    assertThat(provider.received()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("SEND-2")
  void everyDocumentedAnswerMeansWhatItsDocumentsSay(Example example) {
    provider.always(example.says());
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(example.means());
    assertThat(provider.received()).hasSize(1);
  }

  /** Successful by status, and by nothing else. */
  protected Stream<Behaviour> unrecognised() {
    return Stream.of(
        Behaviour.answer(200, ""),
        Behaviour.answer(200, "OK"),
        Behaviour.answer(200, "  "),
        Behaviour.json(200, "{}"),
        Behaviour.json(200, "[]"),
        Behaviour.json(200, "null"),
        Behaviour.json(200, "{\"errcode\":130101}"),
        Behaviour.answer(200, "<html><body>Please log in to this Wi-Fi</body></html>")
            .with("Content-Type", "text/html"),
        Behaviour.answer(204, ""),
        new Behaviour.Huge(1 << 20),
        Behaviour.gzipBomb(200));
  }

  @ParameterizedTest
  @MethodSource("unrecognised")
  @Tag("SEND-2")
  void aSuccessfulStatusAloneIsNeverSuccess(Behaviour behaviour) {
    if (!bodyMatters()) {
      return; // this protocol documents that the status is the answer
    }
    provider.always(behaviour);
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
  }

  /** No whole answer comes, after the request was read. */
  protected Stream<Behaviour> losses() {
    return Stream.of(
        new Behaviour.Reset(),
        new Behaviour.Close(),
        Behaviour.garbage(),
        Behaviour.halfHead(200),
        Behaviour.halfBody(200, "完成"),
        Behaviour.halfBody(503, "busy"),
        new Behaviour.Raw("a reset status line", "HTTP/1.1 200".getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @MethodSource("losses")
  @Tag("SEND-2")
  @Tag("SEND-3")
  void withoutAWholeAnswerNothingIsKnown(Behaviour behaviour) {
    provider.always(behaviour);
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
    assertThat(provider.received()).hasSize(1);
  }

  @Test
  @Tag("SEND-3")
  void silenceEndsWithTheTimeoutAndIsUnknown() {
    provider.always(new Behaviour.Hang());
    Outcome outcome = send(1, SHORT);
    assertThat(outcome).isInstanceOf(Unknown.class);
    assertThat(outcome.code()).isEqualTo("timeout");
    assertThat(provider.received()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  @Tag("SEND-2")
  void aRefusedConnectionIsTransient() {
    provider.close();
    provider = FakeProvider.refusing();
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Transient.class);
  }

  @Test
  @Tag("SEND-7")
  void noNetworkFaultBecomesAnException() {
    Stream.concat(losses(), unrecognised())
        .forEach(
            behaviour -> {
              provider.always(behaviour);
              assertThat(send(1, CallFixture.AMPLE).code()).isNotBlank();
            });
  }

  @Test
  @Tag("SEAL-2")
  void noSecretIsInAnOutcomeOrALog() {
    Behaviour echo =
        new Behaviour.Decide(
            r -> Behaviour.answer(200, r.target() + "\n" + r.text() + r.headers()));
    Behaviour refusingEcho =
        new Behaviour.Decide(r -> Behaviour.answer(403, r.target() + "\n" + r.text()));
    try (LogCapture logs = new LogCapture()) {
      List<Behaviour> all = new ArrayList<>(List.of(acceptance(), echo, refusingEcho));
      examples().forEach(example -> all.add(example.says()));
      losses().forEach(all::add);
      for (Behaviour behaviour : all) {
        provider.always(behaviour);
        Outcome outcome = send(1, CallFixture.AMPLE);
        assertThat(outcome.toString() + outcome.code() + outcome.text())
            .doesNotContain(secrets().toArray(String[]::new));
      }
      assertThat(logs.text()).doesNotContain(secrets().toArray(String[]::new));
    }
    ChannelAdapter adapter = adapter(wire, provider.uri(""));
    assertThat(adapter.toString() + adapter.descriptor())
        .doesNotContain(secrets().toArray(String[]::new));
  }

  @Test
  @Tag("SEND-3")
  void everyAttemptCarriesTheSameIdempotencyKey() {
    provider.always(acceptance());
    send(1, CallFixture.AMPLE);
    send(2, CallFixture.AMPLE);
    List<Optional<String>> keys =
        provider.received().stream().map(this::idempotencyKeyOf).distinct().toList();
    assertThat(keys).hasSize(1);
    keys.getFirst().ifPresent(key -> assertThat(key).isEqualTo(CallFixture.KEY));
  }

  @Test
  void aSandboxAccountTalksToTheSimulatorAndToNothingElse() {
    try (FakeProvider simulator = FakeProvider.plain()) {
      simulator.always(acceptance());
      ChannelCall call =
          call(sandboxAddress(), 1, CallFixture.AMPLE, simulator.uri("/sandbox/ticket"));
      assertThat(adapter(wire, provider.uri("")).send(call)).isInstanceOf(Accepted.class);
      assertThat(simulator.only().target()).startsWith("/sandbox/ticket/");
      assertThat(provider.connections()).isZero();
    }
  }

  /** The magic address that is accepted. */
  protected abstract String sandboxAddress();

  @Test
  void aSandboxAccountTakesMagicAddressesOnlyAndNamesThem() {
    ChannelAdapter adapter = adapter(wire, provider.uri(""));
    assertThat(adapter.checkAddress(sandboxAddress(), true)).isEmpty();
    assertThat(adapter.checkAddress(sandboxAddress(), false)).isNotEmpty();
    assertThat(adapter.checkAddress(address(provider.uri("")), true))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.reason()).contains(sandboxAddress()));
  }

  @Test
  void aValidAddressMayBeStored() {
    assertThat(adapter(wire, provider.uri("")).checkAddress(address(provider.uri("")), false))
        .isEmpty();
  }

  /** Addresses that no protocol has. */
  protected Stream<String> badAddresses() {
    String valid = address(URI.create("https://hooks.example.com"));
    return Stream.of(
        "",
        " ",
        "\t",
        valid + "\r\nX-Evil: 1",
        valid + "\u0000",
        "\u0007" + valid,
        valid + "\ud83d",
        valid + "a".repeat(5000));
  }

  @ParameterizedTest
  @MethodSource("badAddresses")
  void anAddressThatCannotBeOneIsRefused(String bad) {
    ChannelAdapter adapter = adapter(wire, provider.uri(""));
    assertThat(adapter.checkAddress(adapter.tidy(bad), false))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.reason()).doesNotContain(secretPart()));
    assertThat(adapter.checkAddress(bad, true)).isNotEmpty();
  }

  @Test
  void tidyingTwiceChangesNothingMore() {
    ChannelAdapter adapter = adapter(wire, provider.uri(""));
    String tidy = adapter.tidy("  " + address(provider.uri("")) + " \n");
    assertThat(tidy).isEqualTo(address(provider.uri("")));
    badAddresses()
        .forEach(bad -> assertThat(adapter.tidy(adapter.tidy(bad))).isEqualTo(adapter.tidy(bad)));
  }

  @Test
  @Tag("SEAL-2")
  void aHintShowsAtMostFourCharactersOfWhatIsSecret() {
    String hint = adapter(wire, provider.uri("")).hint(address(provider.uri("")));
    assertThat(hint).isNotBlank();
    for (int i = 0; i + 5 <= secretPart().length(); i++) {
      assertThat(hint).doesNotContain(secretPart().substring(i, i + 5));
    }
  }

  @Test
  void theDescriptorIsStableAndItsSettingsFormIsValid() {
    ChannelDescriptor descriptor = adapter(wire, provider.uri("")).descriptor();
    assertThat(adapter(wire, provider.uri("")).descriptor()).isEqualTo(descriptor);
    assertThat(descriptor.timeout()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
    assertThat(descriptor.title().en()).isNotBlank();
    assertThat(descriptor.title().zh()).isNotBlank();
    SettingsForm form = SettingsForm.of(descriptor.settingsSchema());
    assertThat(form.faults()).isEmpty();
    assertThat(form.faultsOf(settings())).isEmpty();
    assertThat(form.faultsOf(Map.of("no_such_setting", 1))).isNotEmpty();
  }

  @Test
  void everyCredentialIsNamedAndChecked() {
    ChannelAdapter adapter = adapter(wire, provider.uri(""));
    adapter
        .descriptor()
        .credentials()
        .forEach(
            field -> {
              assertThat(field.title().zh()).isNotBlank();
              assertThat(adapter.checkSecret(field.name(), "\u0000")).isNotEmpty();
            });
    credentials()
        .forEach((field, value) -> assertThat(adapter.checkSecret(field, value)).isEmpty());
  }

  @Test
  @Tag("SEND-2")
  void fiftySendsAtOnceDoNotDisturbEachOther() throws ExecutionException, InterruptedException {
    provider.always(acceptance());
    ChannelAdapter adapter = adapter(wire, provider.uri(""));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Outcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < PARALLEL; i++) {
        outcomes.add(
            threads.submit(
                () -> adapter.send(call(address(provider.uri("")), 1, CallFixture.AMPLE, null))));
      }
      for (Future<Outcome> outcome : outcomes) {
        assertThat(outcome.get()).isInstanceOf(Accepted.class);
      }
    }
    assertThat(provider.received()).hasSize(PARALLEL);
  }

  /** Sends one message to {@link #address}. */
  protected final Outcome send(int attempt, Duration timeout) {
    ChannelCall call = call(address(provider.uri("")), attempt, timeout, null);
    return adapter(wire, provider.uri("")).send(call);
  }

  private List<String> secrets() {
    List<String> secrets = new ArrayList<>(credentials().values());
    secrets.add(secretPart());
    return secrets;
  }

  private static HttpWire newWire() {
    WireSettings loopbackToo = new WireSettings(List.of("127.0.0.0/8"), Set.of(443));
    return new HttpWire(loopbackToo, AddressResolver.system());
  }

  /** A wire that may also reach the loopback address. */
  protected final Wire wire() {
    return wire;
  }

  /** A call with everything that an adapter can want. */
  protected final ChannelCall call(
      String address, int attempt, Duration timeout, @Nullable URI sandbox) {
    CallFixture fixture = CallFixture.to(address).settings(settings());
    credentials().forEach(fixture::credential);
    if (sandbox != null) {
      fixture.sandbox(sandbox);
    }
    return fixture.attempt(attempt).within(timeout).call();
  }
}
