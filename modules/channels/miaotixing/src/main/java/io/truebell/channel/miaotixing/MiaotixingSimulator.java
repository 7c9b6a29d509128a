package io.truebell.channel.miaotixing;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Answers as Miaotixing does, in both protocols. */
@Component
final class MiaotixingSimulator implements ProviderSimulator {
  private static final Pattern ID = Pattern.compile("(?:^|&)id=([a-z0-9-]+)(?:&|$)");

  @Override
  public ChannelKey channel() {
    return MiaotixingAdapter.KEY;
  }

  @Override
  public Optional<Magic> addressed(Request request) {
    Matcher id = ID.matcher(form(request));
    return request.path().equals("/trigger") && id.find()
        ? MiaoCode.magic(id.group(1))
        : Optional.empty();
  }

  @Override
  public Optional<Answer> answer(Magic magic, Request request, int earlier) {
    boolean json = form(request).endsWith("&type=json");
    return Optional.of(
        switch (magic) {
          case REJECTED -> refusal(json, 103, "发送失败：参数格式有误");
          case NOT_FOUND -> refusal(json, 104, "找不到提醒单");
          case COOLDOWN -> cooldown(json);
          case GARBAGE -> answer(200, "<html><body>\u00bf\u00bf 完成 ??</body></html>");
          case ERROR -> answer(500, "Internal Server Error");
          case ACCEPTED,
              SLOW,
              HALF,
              HUGE,
              RESET,
              TIMEOUT,
              GONE,
              TRANSIENT_THEN_ACCEPTED,
              RECEIPT_DELIVERED,
              RECEIPT_UNDELIVERED,
              RECEIPT_GONE,
              RECEIPT_FIRST,
              RECEIPT_REPEATED,
              RECEIPTS_DISORDERED,
              RECEIPT_NEVER ->
              json ? answer(200, "{\"code\":0,\"msg\":\"完成\"}") : answer(200, "完成");
        });
  }

  private static Answer refusal(boolean json, int code, String text) {
    return json
        ? answer(200, "{\"code\":" + code + ",\"msg\":\"" + text + "\"}")
        : answer(200, text);
  }

  /** How the text protocol words a cooldown is documented nowhere; so it is in here. */
  private static Answer cooldown(boolean json) {
    return json
        ? answer(200, "{\"code\":102,\"msg\":\"冷却中\",\"data\":{\"remaining\":9}}")
        : answer(200, "发送过于频繁，请稍后再试");
  }

  private static String form(Request request) {
    return new String(request.body(), StandardCharsets.UTF_8);
  }

  private static Answer answer(int status, String body) {
    return new Answer(
        status,
        Map.of("Content-Type", "text/html; charset=utf-8"),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
