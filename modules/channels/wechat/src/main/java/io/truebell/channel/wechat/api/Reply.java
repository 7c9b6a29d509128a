package io.truebell.channel.wechat.api;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireResult.NeverLeft;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What came back from one call. */
sealed interface Reply {
  /**
   * An answer in WeChat's form.
   *
   * @param errcode 0 when it is missing from an answer that carries a token instead
   * @param errmsg without secrets
   * @param msgid the provider's id of the message, where the answer has one
   */
  record Said(int errcode, String errmsg, @Nullable String msgid, JsonNode body) implements Reply {}

  /** Anything else. */
  record Unsaid(Outcome outcome) implements Reply {}

  JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** 64 bits, as a number or as a text. */
  Pattern MSGID = Pattern.compile("[1-9][0-9]{0,19}");

  /**
   * Reads the answer to a message.
   *
   * @param hide takes secrets out of what is kept
   */
  static Reply read(WireResult result, UnaryOperator<String> hide) {
    return switch (result) {
      case NeverLeft never -> new Unsaid(unsent(never));
      case Lost lost -> new Unsaid(new Unknown(lost.code(), hide.apply(lost.text())));
      case Answered answered when answered.status() != 200 ->
          unclear("http_" + answered.status(), "no document describes this status");
      case Answered answered when answered.cut() ->
          unclear("unrecognised_answer", "the answer is too long");
      case Answered answered -> said(answered, hide);
    };
  }

  private static Outcome unsent(NeverLeft never) {
    return never.code().equals("address_refused")
        ? new Rejected(Fault.CONFIGURATION, never.code(), never.text(), false)
        : new Transient(never.code(), never.text(), null, SlowScope.DELIVERY);
  }

  private static Reply said(Answered answered, UnaryOperator<String> hide) {
    JsonNode body;
    try {
      body = JSON.readTree(answered.body());
    } catch (JacksonException e) {
      return unclear("unrecognised_answer", "the answer is not JSON");
    }
    JsonNode errcode = body.path("errcode");
    if (!errcode.isIntegralNumber() || !errcode.canConvertToInt()) {
      return unclear("unrecognised_answer", "the answer has no errcode");
    }
    String errmsg = hide.apply(body.path("errmsg").asString(""));
    return new Said(errcode.asInt(), errmsg, msgid(body.path("msgid")), body);
  }

  private static @Nullable String msgid(JsonNode node) {
    if (!node.isIntegralNumber() && !node.isString()) {
      return null;
    }
    String id = node.asString();
    return MSGID.matcher(id).matches() ? id : null;
  }

  private static Reply unclear(String code, String text) {
    return new Unsaid(new Unknown(code, text));
  }
}
