package io.truebell.channel.miaotixing;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Failed;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.spi.SecretText;
import io.truebell.core.spi.Settings;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireResult.NeverLeft;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Miaotixing. It accepts or refuses at once, sends no receipts, cannot be asked and removes no
 * duplicates, so "accepted by the third party" is the most that can ever be known.
 */
@Component
final class MiaotixingAdapter implements ChannelAdapter {
  static final ChannelKey KEY = new ChannelKey("miaotixing");

  /** The vendor asks for at least ten seconds between two calls of one outgoing address. */
  static final Duration PACING = Duration.ofSeconds(10);

  private static final String SETTINGS =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "protocol": {
            "type": "string",
            "enum": ["text", "json"],
            "default": "text",
            "title": "Form of the provider's answers",
            "x-title-zh": "服务商应答格式",
            "description": "text is measured in production; json also reports cooldowns",
            "x-description-zh": "text 为生产实测；json 还能识别冷却时间"
          }
        }
      }
      """;

  private static ChannelDescriptor descriptor(Duration pacing) {
    return new ChannelDescriptor(
        KEY,
        new Title("Miaotixing", "喵提醒"),
        SETTINGS,
        List.of(),
        false,
        new Title("Miaotixing code", "喵码"),
        false,
        false,
        null,
        false,
        Duration.ofSeconds(10),
        pacing.isZero() ? null : pacing,
        Ceiling.ACCEPTED);
  }

  private final Wire wire;
  private final MiaotixingSettings platform;
  private final ChannelDescriptor descriptor;

  MiaotixingAdapter(Wire wire, MiaotixingSettings platform) {
    this.wire = wire;
    this.platform = platform;
    this.descriptor = descriptor(platform.pacing());
  }

  @Override
  public ChannelDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public @Nullable String sharedEgress(Settings settings) {
    return descriptor.pacing() == null ? null : platform.egress();
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    return MiaoCode.check(address, sandbox);
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    return List.of(new FieldProblem(field, "unknown_secret", "this channel has no secrets"));
  }

  @Override
  public String tidy(String address) {
    return MiaoCode.tidy(address);
  }

  @Override
  public String hint(String address) {
    return MiaoCode.hint(address);
  }

  @Override
  public Outcome send(ChannelCall call) {
    boolean json = call.settings().text("protocol", "text").equals("json");
    byte[] form = TriggerForm.write(call.address(), call.content(), json);
    // a provider may repeat what it was sent; the code must not get into the trace that way
    UnaryOperator<String> hide = text -> SecretText.hide(text, call);
    try {
      return switch (wire.exchange(request(call, form))) {
        case NeverLeft never -> unsent(never, hide);
        case Lost lost -> new Unknown(lost.code(), hide.apply(lost.text()));
        case Answered answered -> read(answered, json, hide);
      };
    } finally {
      Arrays.fill(form, (byte) 0);
    }
  }

  private WireRequest request(ChannelCall call, byte[] form) {
    URI base = call.sandbox() == null ? platform.baseUrl() : call.sandbox();
    return new WireRequest(
        "POST",
        URI.create(base + "/trigger"),
        Map.of("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
        form,
        call.timeout(),
        Reach.FIXED);
  }

  private static Outcome unsent(NeverLeft never, UnaryOperator<String> hide) {
    String text = hide.apply(never.text());
    return never.code().equals("address_refused")
        ? new Rejected(Fault.CONFIGURATION, never.code(), text, false)
        : new Transient(never.code(), text, null, SlowScope.DELIVERY);
  }

  private static Outcome read(Answered answered, boolean json, UnaryOperator<String> hide) {
    String code = "http_" + answered.status();
    if (answered.status() >= 500 && answered.status() <= 599) {
      return new Failed(code, "the provider failed");
    }
    if (answered.status() < 200 || answered.status() > 299) {
      return new Unknown(code, "no document describes this status");
    }
    String body = text(answered);
    if (body == null) {
      return new Unknown("unrecognised_answer", "the answer is too long or not UTF-8");
    }
    return json ? JsonProtocol.read(body, hide) : TextProtocol.read(body, hide);
  }

  private static @Nullable String text(Answered answered) {
    if (answered.cut()) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(answered.body());
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return (text.startsWith("\ufeff") ? text.substring(1) : text).strip();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
