package io.truebell.calm.quiet;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why the hour was wrong. */
@Component
class QuietReasons implements ReasonCatalog {
  static final String QUIET = "quiet_hours";
  static final String WINDOW = "outside_send_window";
  static final String OWN = "own_quiet_hours";
  static final String IN_TURN = "shut_hours_in_turn";
  static final String QUIET_INBOX = "quiet_hours_to_inbox";
  static final String WINDOW_INBOX = "outside_send_window_to_inbox";
  static final String NO_HOUR = "no_hour_left";
  static final String NO_ZONE = "zone_unknown";

  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              QUIET,
              new Sentences(
                  "Held until {until_local}: it is {local_time} in {zone}, and the sender's quiet hours are"
                      + " {from} to {to}",
                  "暂缓至 {until_local}：{zone} 当前为 {local_time}，发送方的免打扰时段为 {from} 至 {to}")),
          entry(
              WINDOW,
              new Sentences(
                  "Held until {until_local}: it is {local_time} in {zone}, and {category} messages are sent"
                      + " from {from} to {to} only",
                  "暂缓至 {until_local}：{zone} 当前为 {local_time}，{category} 类消息仅在 {from} 至 {to} 发送")),
          entry(
              OWN,
              new Sentences(
                  "Held until {until_local}: it is {local_time} in {zone}, and the recipient's own quiet hours"
                      + " are {from} to {to}",
                  "暂缓至 {until_local}：{zone} 当前为 {local_time}，收件人自己的免打扰时段为 {from} 至 {to}")),
          entry(
              IN_TURN,
              new Sentences(
                  "Held until {until_local}: it is {local_time} in {zone}; nothing is sent from {from} to {to},"
                      + " nor from {then_from} to {then_to}, which follows",
                  "暂缓至 {until_local}：{zone} 当前为 {local_time}；{from} 至 {to} 不发送，随后的 {then_from} 至 {then_to}"
                      + " 也不发送")),
          entry(
              QUIET_INBOX,
              new Sentences(
                  "Not sent: it is {local_time} in {zone}, and the sender leaves to the inbox what comes in the"
                      + " quiet hours {from} to {to}",
                  "未发送：{zone} 当前为 {local_time}，处于发送方的免打扰时段 {from} 至 {to}；消息在站内收件箱中")),
          entry(
              WINDOW_INBOX,
              new Sentences(
                  "Not sent: it is {local_time} in {zone}, and the sender leaves to the inbox {category} messages"
                      + " outside of {from} to {to}",
                  "未发送：{zone} 当前为 {local_time}，{category} 类消息仅在 {from} 至 {to} 发送；消息在站内收件箱中")),
          entry(
              NO_HOUR,
              new Sentences(
                  "Not sent: quiet hours and the hours for {category} messages together leave no time of the"
                      + " day in {zone}; the inbox has it",
                  "未发送：免打扰时段与 {category} 类消息的发送时段合起来在 {zone} 全天没有可发送的时间；消息在站内收件箱中")),
          entry(
              NO_ZONE,
              new Sentences(
                  "Not sent: the recipient's zone {zone} is not known here, so that nobody can say what time it"
                      + " is there; the inbox has it",
                  "未发送：此处不认识收件人的时区 {zone}，无法判断当地时间；消息在站内收件箱中")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
