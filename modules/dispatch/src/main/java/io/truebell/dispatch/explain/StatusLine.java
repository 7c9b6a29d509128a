package io.truebell.dispatch.explain;

import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a delivery and a message stand, in one line. "Accepted" is never called delivered. */
final class StatusLine {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private StatusLine() {}

  /**
   * @param channel the channel's title in both languages; ignored with INBOX_ONLY
   * @param zone the recipient's
   */
  static Said of(
      DeliveryState state,
      @Nullable Said channel,
      boolean receipts,
      boolean sandbox,
      boolean overdue,
      Instant since,
      ZoneId zone) {
    if (state == DeliveryState.INBOX_ONLY || channel == null) {
      return new Said("No channel was used.", "未使用任何渠道。");
    }
    String at = MINUTE.format(since.atZone(zone));
    Said words = words(state, channel, receipts, overdue, at);
    String enMark = sandbox ? " (sandbox)" : "";
    String zhMark = sandbox ? "（沙箱）" : "";
    return new Said(
        channel.en() + enMark + ": " + words.en() + ".",
        channel.zh() + zhMark + "：" + words.zh() + "。");
  }

  private static Said words(
      DeliveryState state, Said channel, boolean receipts, boolean overdue, String at) {
    return switch (state) {
      case QUEUED -> new Said("waiting to be sent", "等待发送");
      case CLAIMED -> new Said("being sent since " + at, "自 " + at + " 起正在发送");
      case ACCEPTED ->
          overdue
              ? new Said(
                  "accepted by "
                      + channel.en()
                      + " at "
                      + at
                      + ", its receipt is overdue: a possible silent failure",
                  "于 " + at + " 被" + channel.zh() + "受理，回执逾期：可能静默失败")
              : receipts
                  ? new Said(
                      "accepted by " + channel.en() + " at " + at + ", no receipt yet",
                      "于 " + at + " 被" + channel.zh() + "受理，尚无回执")
                  : new Said(
                      "accepted by " + channel.en() + " at " + at + "; this channel proves no more",
                      "于 " + at + " 被" + channel.zh() + "受理；此渠道无法进一步证明");
      case DELIVERED -> new Said("delivered, proven at " + at, "已送达，证据时间 " + at);
      case UNDELIVERED ->
          new Said("not delivered, the provider said at " + at, "未送达，服务商于 " + at + " 告知");
      case REJECTED -> new Said("refused for good at " + at, "于 " + at + " 被永久拒绝");
      case FAILED -> new Said("failed at " + at + ", not sent again", "于 " + at + " 失败，不再重发");
      case UNKNOWN ->
          new Said(
              "unknown since " + at + ": it may or may not have arrived, and is not sent again",
              "自 " + at + " 起结果未知：可能已到达也可能没有，不再重发");
      case MERGED -> new Said("joined a digest at " + at, "于 " + at + " 并入摘要");
      case DEGRADED -> new Said("left to the inbox at " + at, "于 " + at + " 改由站内信承载");
      case SUPPRESSED -> new Said("suppressed at " + at + ", not sent", "于 " + at + " 被抑制，未发送");
      case CANCELLED -> new Said("ended at " + at + " without being sent", "于 " + at + " 终止，未发送");
      case EXPIRED -> new Said("expired at " + at + " before it was sent", "于 " + at + " 过期，未发送");
      case INBOX_ONLY -> new Said("inbox only", "仅站内信");
    };
  }

  /** The inbox and every delivery in one line. */
  static Said message(String inbox, List<Said> deliveries) {
    Said first =
        switch (inbox) {
          case "read" -> new Said("In the inbox, read.", "在站内信中，已读。");
          case "archived" -> new Said("In the inbox, archived.", "在站内信中，已归档。");
          default -> new Said("In the inbox, unread.", "在站内信中，未读。");
        };
    StringBuilder en = new StringBuilder(first.en());
    StringBuilder zh = new StringBuilder(first.zh());
    for (Said delivery : deliveries) {
      en.append(' ').append(delivery.en());
      zh.append(delivery.zh());
    }
    return new Said(en.toString(), zh.toString());
  }
}
