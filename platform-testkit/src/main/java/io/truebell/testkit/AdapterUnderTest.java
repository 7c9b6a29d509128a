package io.truebell.testkit;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Tokens;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * The adapter that a contract is about: what its test says of its provider, and how it is called.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AdapterUnderTest {
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

  /** The account's access tokens, for a provider that wants one. */
  protected Tokens tokens() {
    return new LocalTokens();
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

  /** The magic address that is accepted. */
  protected abstract String sandboxAddress();

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

  /** Sends one message to {@link #address}. */
  protected final Outcome send(int attempt, Duration timeout) {
    ChannelCall call = call(address(provider.uri("")), attempt, timeout, null);
    return adapter(wire, provider.uri("")).send(call);
  }

  final List<String> secrets() {
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
    CallFixture fixture = CallFixture.to(address).settings(settings()).tokens(tokens());
    credentials().forEach(fixture::credential);
    if (sandbox != null) {
      fixture.sandbox(sandbox);
    }
    return fixture.attempt(attempt).within(timeout).call();
  }
}
