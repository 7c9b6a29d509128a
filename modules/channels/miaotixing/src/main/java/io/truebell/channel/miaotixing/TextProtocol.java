package io.truebell.channel.miaotixing;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.Unknown;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What the plain-text answers mean, as measured with real codes by a team that runs it in
 * production. Success, bad parameters and a missing reminder are all HTTP 200.
 */
final class TextProtocol {
  private static final String DONE = "完成";
  private static final String BAD_PARAMETERS = "参数格式有误";
  private static final String NO_REMINDER = "找不到提醒单";
  private static final Pattern ONLY_NO_REMINDER = Pattern.compile("(?:发送失败[：:]\\s*)?找不到提醒单[。.！!]?");

  /** The provider's answers are one short line; a page that holds these words is something else. */
  private static final int MAX_LINE = 100;

  private TextProtocol() {}

  /**
   * @param body of a 2xx answer, trimmed
   * @param hide takes the code out of what is kept
   */
  static Outcome read(String body, UnaryOperator<String> hide) {
    if (body.equals(DONE)) {
      return new Accepted(null, "ok", hide.apply(body), false);
    }
    if (body.length() <= MAX_LINE && body.indexOf('<') < 0) {
      if (body.contains(BAD_PARAMETERS)) {
        return new Rejected(Fault.MESSAGE, "bad_parameters", hide.apply(body), false);
      }
      if (body.contains(NO_REMINDER)) {
        boolean dead = ONLY_NO_REMINDER.matcher(body).matches();
        return new Rejected(Fault.RECIPIENT, "reminder_not_found", hide.apply(body), dead);
      }
    }
    return new Unknown("unrecognised_answer", hide.apply(body));
  }
}
