package io.truebell.testkit;

import io.truebell.core.message.Category;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Settings;
import io.truebell.core.spi.Tokens;
import io.truebell.core.vault.Secret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds calls to an adapter. Everything but the address has a usual value. */
public final class CallFixture {
  /** The idempotency key of every call that is built here. */
  public static final String KEY = "dlv_0193f2c8a5b17e0aa1b2c3d4e5f60718";

  /** More than any healthy call on a loaded machine takes. */
  public static final Duration AMPLE = Duration.ofSeconds(60);

  private final String address;
  private final Map<String, String> credentials = new HashMap<>();
  private Map<String, Object> settings = Map.of();
  private Content content = content("行程有变", "G7 14:00 → 15:30", Map.of("train", "G7"));
  private @Nullable String endpointSecret;
  private @Nullable URI sandbox;
  private int attempt = 1;
  private Duration timeout = AMPLE;
  private Set<String> earlierCodes = Set.of();
  private Tokens tokens = new LocalTokens();

  private CallFixture(String address) {
    this.address = address;
  }

  /** A call to that address. */
  public static CallFixture to(String address) {
    return new CallFixture(address);
  }

  /** Content as a sender's notification has it. */
  public static Content content(String title, String text, Map<String, Object> payload) {
    Instant at = Instant.parse("2026-11-30T07:59:58Z");
    return new Content("trip.changed", Category.TRANSACTIONAL, "trip-1", title, text, payload, at);
  }

  public CallFixture credential(String name, String value) {
    credentials.put(name, value);
    return this;
  }

  public CallFixture settings(Map<String, Object> settings) {
    this.settings = settings;
    return this;
  }

  public CallFixture content(Content content) {
    this.content = content;
    return this;
  }

  public CallFixture endpointSecret(String secret) {
    this.endpointSecret = secret;
    return this;
  }

  public CallFixture sandbox(URI base) {
    this.sandbox = base;
    return this;
  }

  public CallFixture attempt(int attempt) {
    this.attempt = attempt;
    return this;
  }

  public CallFixture within(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /** What earlier calls of the same delivery brought. */
  public CallFixture earlierCodes(String... codes) {
    this.earlierCodes = Set.of(codes);
    return this;
  }

  public CallFixture tokens(Tokens tokens) {
    this.tokens = tokens;
    return this;
  }

  /** The call, with secrets of its own. */
  public ChannelCall call() {
    Map<String, Secret> secrets = new HashMap<>();
    credentials.forEach((name, value) -> secrets.put(name, Secret.of(value)));
    return new ChannelCall(
        new DeliveryId(new UUID(0x0193_f2c8_a5b1_7e0aL, 0xa1b2_c3d4_e5f6_0718L)),
        KEY,
        attempt,
        content,
        Locale.SIMPLIFIED_CHINESE,
        new Settings(settings),
        secrets,
        Secret.of(address),
        endpointSecret == null ? null : Secret.of(endpointSecret),
        sandbox,
        timeout,
        earlierCodes,
        tokens);
  }
}
