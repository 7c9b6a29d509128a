package io.truebell.calm.window;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why something goes later, together, or not at all, because there was much already. */
@Component
class WindowReasons implements ReasonCatalog {
  static final String DAILY_CAP = "daily_cap";
  static final String OPENED = "digest_opened";
  static final String JOINED = "digest_joined";
  static final String WAITS = "digest_waits";
  static final String CARRIED_ON = "digest_carried_on";
  static final String EMPTY = "digest_empty";
  static final String REJECTED = "digest_carrier_rejected";
  static final String FAILED = "digest_carrier_failed";
  static final String IN_DOUBT = "digest_carrier_in_doubt";

  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              DAILY_CAP,
              new Sentences(
                  "Not sent: the recipient has {counted} {category} messages of at most {cap} on {day} ({zone});"
                      + " the count begins again at {resets_at}; the inbox has it",
                  "未发送：收件人在 {day}（{zone}）已有 {counted} 条 {category} 消息，上限为 {cap} 条；{resets_at} 重新计数；"
                      + "消息在站内收件箱中")),
          entry(
              OPENED,
              new Sentences(
                  "Waits as a digest until {due_at}: {most} messages about the same subject went out within"
                      + " {window_seconds} s; later ones join it",
                  "作为摘要等待至 {due_at}：同一主题在 {window_seconds} 秒内已发出 {most} 条消息；之后的消息将并入其中")),
          entry(
              JOINED,
              new Sentences(
                  "Joined the digest {digest}, which is due at {due_at} and has {count} messages now",
                  "已并入摘要 {digest}，该摘要将于 {due_at} 发出，目前共 {count} 条消息")),
          entry(
              WAITS,
              new Sentences(
                  "Waits until {due_at} as the digest {digest} of {count} messages",
                  "作为包含 {count} 条消息的摘要 {digest} 等待至 {due_at}")),
          entry(
              CARRIED_ON,
              new Sentences(
                  "Goes out for the digest {digest} at {due_at}: the message that was to carry it does not go",
                  "代替摘要 {digest} 于 {due_at} 发出：原本承载该摘要的消息不再发送")),
          entry(
              EMPTY,
              new Sentences(
                  "The digest ended: no message is left in it that may still go out",
                  "摘要已结束：其中已没有仍可发送的消息")),
          entry(
              REJECTED,
              new Sentences(
                  "The digest ended: the provider refused it; the inbox has its messages",
                  "摘要已结束：服务商拒绝发送；其中的消息在站内收件箱中")),
          entry(
              FAILED,
              new Sentences(
                  "The digest ended: the provider failed; the inbox has its messages",
                  "摘要已结束：服务商发送失败；其中的消息在站内收件箱中")),
          entry(
              IN_DOUBT,
              new Sentences(
                  "The digest ended: a call for it may have been carried out, so it is not made again;"
                      + " the inbox has its messages",
                  "摘要已结束：其发送请求可能已被执行，因此不再重发；其中的消息在站内收件箱中")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
