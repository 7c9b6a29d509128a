package io.truebell.channel.miaotixing;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import java.time.Duration;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the answers to {@code type=json} mean: {@code code} 0 is success, 102 a cooldown with the
 * seconds to wait in {@code data.remaining}, as the vendor's example and published clients read
 * them. Other numbers are documented nowhere; their text is kept.
 */
final class JsonProtocol {
  private static final int COOLDOWN = 102;
  private static final long MAX_COOLDOWN_SECONDS = 86_400;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonProtocol() {}

  /**
   * @param body of a 2xx answer, trimmed
   * @param hide takes the code out of what is kept
   */
  static Outcome read(String body, UnaryOperator<String> hide) {
    JsonNode answer;
    try {
      answer = JSON.readTree(body);
    } catch (JacksonException e) {
      return new Unknown("unrecognised_answer", hide.apply(body));
    }
    JsonNode code = answer.path("code");
    if (!code.isIntegralNumber() || !code.canConvertToInt()) {
      return new Unknown("unrecognised_answer", hide.apply(body));
    }
    String said = answer.path("msg").asString("");
    String text = hide.apply(said);
    return switch (code.asInt()) {
      case 0 -> new Accepted(null, "code_0", text, false);
      case COOLDOWN -> cooldown(answer, text);
      default -> new Rejected(fault(said), "code_" + code.asInt(), text, false);
    };
  }

  /** The vendor limits the outgoing address, so everything that leaves by it has to slow down. */
  private static Outcome cooldown(JsonNode answer, String text) {
    JsonNode remaining = answer.path("data").path("remaining");
    long seconds =
        remaining.isIntegralNumber()
            ? Math.clamp(remaining.asLong(), 0, MAX_COOLDOWN_SECONDS) + 1
            : MiaotixingAdapter.PACING.toSeconds();
    return new Transient("code_102", text, Duration.ofSeconds(seconds), SlowScope.EGRESS);
  }

  /** The words are those of the text protocol; it is the recipient's only when they say so. */
  private static Fault fault(String said) {
    return TextProtocol.read(said, UnaryOperator.identity()) instanceof Rejected known
        ? known.fault()
        : Fault.CONFIGURATION;
  }
}
