package io.truebell.channel.webhook;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.SecretField;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.spi.SecretText;
import io.truebell.core.vault.Secret;
import io.truebell.core.wire.UrlRules;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireResult.NeverLeft;
import io.truebell.core.wire.WireSettings;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Outgoing webhooks after Standard Webhooks 1.0.0. The receiver tells duplicates by {@code
 * webhook-id}, which stays the same for every attempt; timestamp and signature are made anew.
 */
@Component
final class WebhookAdapter implements ChannelAdapter {
  static final ChannelKey KEY = new ChannelKey("webhook");
  static final String SIGNING_SECRET = "signing_secret";
  static final String PREVIOUS_SECRET = "previous_signing_secret";

  private static final String SETTINGS =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "properties": {}
      }
      """;

  private static final ChannelDescriptor DESCRIPTOR =
      new ChannelDescriptor(
          KEY,
          new Title("Webhook", "网络回调"),
          SETTINGS,
          List.of(
              new SecretField(SIGNING_SECRET, new Title("Signing secret", "签名密钥"), true),
              new SecretField(
                  PREVIOUS_SECRET,
                  new Title("Previous signing secret (while rotating)", "旧签名密钥（轮换期间）"),
                  false)),
          true,
          new Title("URL", "网址"),
          false,
          false,
          null,
          false,
          Duration.ofSeconds(20),
          null,
          Ceiling.DELIVERED);

  private final Wire wire;
  private final Clock clock;
  private final WebhookUrl urls;

  WebhookAdapter(Wire wire, WireSettings settings, Clock clock) {
    this.wire = wire;
    this.clock = clock;
    this.urls = new WebhookUrl(new UrlRules(settings));
  }

  @Override
  public ChannelDescriptor descriptor() {
    return DESCRIPTOR;
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    return urls.check(address, sandbox);
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    try (Secret secret = Secret.of(value)) {
      return SigningKey.isOne(secret)
          ? List.of()
          : List.of(
              new FieldProblem(
                  field,
                  "invalid_signing_secret",
                  "must be whsec_ followed by the Base64 of 24 to 64 random bytes"));
    }
  }

  @Override
  public String tidy(String address) {
    return WebhookUrl.tidy(address);
  }

  @Override
  public String hint(String address) {
    return WebhookUrl.hint(address);
  }

  @Override
  public Outcome send(ChannelCall call) {
    List<Secret> keys = keys(call);
    if (keys.isEmpty() || !keys.stream().allMatch(SigningKey::isOne)) {
      return new Rejected(
          Fault.CONFIGURATION, "no_signing_secret", "there is no usable signing secret", false);
    }
    Optional<URI> target = target(call);
    if (target.isEmpty()) {
      return new Rejected(Fault.CONFIGURATION, "invalid_url", "there is no usable URL", false);
    }
    byte[] body;
    try {
      body = WebhookBody.write(call.content());
    } catch (WebhookBody.Impossible e) {
      return new Rejected(
          Fault.MESSAGE, e.code(), Objects.requireNonNullElse(e.getMessage(), ""), false);
    }
    return switch (wire.exchange(request(call, target.get(), keys, body))) {
      case NeverLeft never -> unsent(never, call);
      case Lost lost -> new Unknown(lost.code(), SecretText.hide(lost.text(), call));
      case Answered answered -> WebhookAnswer.read(answered, clock.instant());
    };
  }

  /** The endpoint's own secret alone, or the account's, with the one that it replaces. */
  private static List<Secret> keys(ChannelCall call) {
    if (call.endpointSecret() != null) {
      return List.of(call.endpointSecret());
    }
    return Stream.of(SIGNING_SECRET, PREVIOUS_SECRET)
        .map(call.credentials()::get)
        .filter(Objects::nonNull)
        .toList();
  }

  private WireRequest request(ChannelCall call, URI target, List<Secret> keys, byte[] body) {
    Instant now = clock.instant(); // of this attempt: receivers refuse old timestamps
    String timestamp = Long.toString(now.getEpochSecond());
    String signatures =
        keys.stream()
            .map(key -> SigningKey.sign(key, call.idempotencyKey(), timestamp, body))
            .collect(Collectors.joining(" "));
    return new WireRequest(
        "POST",
        target,
        Map.of(
            "Content-Type",
            "application/json",
            "webhook-id",
            call.idempotencyKey(),
            "webhook-timestamp",
            timestamp,
            "webhook-signature",
            signatures),
        body,
        call.timeout(),
        call.sandbox() == null ? Reach.PUBLIC_ONLY : Reach.FIXED);
  }

  private static Optional<URI> target(ChannelCall call) {
    String address = call.address().revealText();
    if (call.sandbox() != null) {
      return WebhookUrl.magic(address).map(m -> URI.create(call.sandbox() + "/" + m.word()));
    }
    try {
      return Optional.of(URI.create(address));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Outcome unsent(NeverLeft never, ChannelCall call) {
    String text = SecretText.hide(never.text(), call);
    return never.code().equals("address_refused")
        ? new Rejected(Fault.CONFIGURATION, never.code(), text, false)
        : new Transient(never.code(), text, null, SlowScope.RECIPIENT);
  }
}
