package io.truebell.channel.wechat.template;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times and dates as WeChat takes them [official, api_sendmessage]: {@code 15:01}, {@code
 * 2026年12月1日 15:01}, separators 年月日, {@code -}, {@code /} and {@code .}, two of them joined by
 * {@code ~}. Those that no calendar has are refused.
 */
final class Moments {
  private static final Pattern DATE =
      Pattern.compile(
          "([0-9]{4})(?:年([0-9]{1,2})月([0-9]{1,2})日|([-/.])([0-9]{1,2})\\4([0-9]{1,2}))");
  private static final Pattern TIME = Pattern.compile("([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?");

  private Moments() {}

  /**
   * @param dated whether a day must be there; otherwise a time must be
   */
  static boolean fits(String value, boolean dated) {
    String[] ends = value.split("~", -1);
    if (ends.length > 2) {
      return false;
    }
    for (String end : ends) {
      if (!one(end.strip(), dated)) {
        return false;
      }
    }
    return true;
  }

  private static boolean one(String text, boolean dated) {
    Matcher date = DATE.matcher(text);
    if (!date.lookingAt()) {
      return !dated && time(text);
    }
    String rest = text.substring(date.end());
    if (!exists(date) || rest.isEmpty()) {
      return exists(date) && dated;
    }
    boolean apart = rest.startsWith(" ") || date.group().endsWith("日");
    return apart && time(rest.strip());
  }

  private static boolean exists(Matcher date) {
    boolean chinese = date.group(2) != null;
    try {
      LocalDate.of(number(date, 1), number(date, chinese ? 2 : 5), number(date, chinese ? 3 : 6));
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean time(String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      return false;
    }
    try {
      LocalTime.of(number(time, 1), number(time, 2), time.group(3) == null ? 0 : number(time, 3));
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
