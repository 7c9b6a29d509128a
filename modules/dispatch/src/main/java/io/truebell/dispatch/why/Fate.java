package io.truebell.dispatch.why;

import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.explain.DeliveryView;
import io.truebell.dispatch.explain.MessageView;
import io.truebell.dispatch.explain.Sentences.Said;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What became of one message, by the delivery that came furthest.
 *
 * @param told it and the message's title, in one or two sentences
 */
record Fate(MessageView message, Kind kind, Said told) {
  /** In the order in which they count: the best that any channel did. */
  enum Kind {
    ARRIVED("proven to have arrived", "已证实送达"),
    ACCEPTED("accepted without proof of arrival", "已受理但无送达证明"),
    UNKNOWN("of which nobody knows whether it arrived", "无法确定是否送达"),
    UNDER_WAY("still waiting or under way", "等待或正在发送"),
    FAILED("refused or failed", "被拒绝或失败"),
    LEFT("left to the inbox or a digest", "留在站内信或并入摘要"),
    ENDED("ended before it was sent", "发送前已终止");

    private final String en;
    private final String zh;

    Kind(String en, String zh) {
      this.en = en;
      this.zh = zh;
    }

    String en() {
      return en;
    }

    String zh() {
      return zh;
    }

    static Kind of(DeliveryState state) {
      return switch (state) {
        case DELIVERED -> ARRIVED;
        case ACCEPTED -> ACCEPTED;
        case UNKNOWN -> UNKNOWN;
        case QUEUED, CLAIMED -> UNDER_WAY;
        case REJECTED, FAILED, UNDELIVERED -> FAILED;
        case MERGED, DEGRADED, SUPPRESSED, INBOX_ONLY -> LEFT;
        case CANCELLED, EXPIRED -> ENDED;
      };
    }
  }

  /**
   * @param titles a channel's name in both languages by its key
   */
  static Fate of(MessageView message, LocalTimes times, Function<String, Said> titles) {
    DeliveryView best = best(message.deliveries());
    if (best == null) {
      return new Fate(
          message, Kind.LEFT, named(message, new Said("is in the inbox alone.", "仅在站内信中。")));
    }
    Said said = said(best, times, channel(best, titles));
    return new Fate(message, Kind.of(best.state()), named(message, said));
  }

  private static @Nullable DeliveryView best(List<DeliveryView> deliveries) {
    return deliveries.stream()
        .min(
            Comparator.comparing((DeliveryView d) -> Kind.of(d.state()))
                .thenComparing(DeliveryView::createdAt, Comparator.reverseOrder()))
        .orElse(null);
  }

  private static Said named(MessageView message, Said said) {
    return new Said(
        "\"" + message.title() + "\" " + said.en(), "“" + message.title() + "”" + said.zh());
  }

  private static Said said(DeliveryView d, LocalTimes times, Said by) {
    String at = times.of(d.updatedAt());
    return switch (d.state()) {
      case DELIVERED ->
          new Said(
              "arrived through " + by.en() + ": proven at " + at + ".",
              "已通过" + by.zh() + "送达，证据时间 " + at + "。");
      case ACCEPTED -> accepted(d, by, at);
      case UNKNOWN ->
          new Said(
              "may or may not have arrived: since "
                  + at
                  + " nobody knows whether "
                  + by.en()
                  + " took it, and it is not sent again.",
              "可能已到达也可能没有：自 " + at + " 起无法确定" + by.zh() + "是否已处理，且不再重发。");
      case CLAIMED ->
          new Said(
              "is being sent through " + by.en() + " since " + at + ".",
              "自 " + at + " 起正通过" + by.zh() + "发送。");
      case QUEUED ->
          because(
              d,
              new Said(
                  "still waits to be sent through " + by.en() + ".", "仍在等待通过" + by.zh() + "发送。"));
      case UNDELIVERED ->
          because(d, new Said("did not arrive, was known at " + at + ".", "未送达，于 " + at + " 得知。"));
      case REJECTED -> because(d, new Said("was refused at " + at + ".", "于 " + at + " 被拒绝。"));
      case FAILED ->
          because(
              d, new Said("failed at " + at + " and is not sent again.", "于 " + at + " 失败，不再重发。"));
      case MERGED ->
          because(
              d,
              new Said(
                  "was not sent by itself: it joined a digest at " + at + ".",
                  "没有单独发送：于 " + at + " 并入摘要。"));
      case DEGRADED, SUPPRESSED ->
          because(
              d,
              new Said(
                  "was not sent; since " + at + " it is in the inbox alone.",
                  "没有发送，自 " + at + " 起仅在站内信中。"));
      case INBOX_ONLY ->
          because(d, new Said("went to the inbox alone at " + at + ".", "于 " + at + " 仅进入站内信。"));
      case CANCELLED, EXPIRED ->
          because(d, new Said("ended at " + at + " before it was sent.", "于 " + at + " 在发送前终止。"));
    };
  }

  private static Said accepted(DeliveryView d, Said by, String at) {
    String en = "was accepted by " + by.en() + " at " + at;
    String zh = "于 " + at + " 被" + by.zh() + "受理";
    if (d.receiptOverdueAt() != null) {
      return new Said(
          en + " and its receipt is overdue: it may not have arrived.", zh + "，回执逾期：可能没有送达。");
    }
    if ("ACCEPTED".equals(d.ceiling()) && !d.sandbox()) {
      return new Said(
          en + ". That channel proves no more, so whether it arrived is not known here.",
          zh + "。此渠道无法进一步证明，因此无法确定是否送达。");
    }
    return new Said(
        en + " and no receipt has come: it may not have arrived.", zh + "，尚无回执：可能没有送达。");
  }

  /** The sandbox reaches nobody. */
  private static Said channel(DeliveryView d, Function<String, Said> titles) {
    Said title = d.channel() == null ? new Said("", "") : titles.apply(d.channel());
    return d.sandbox()
        ? new Said(title.en() + "'s sandbox (which reaches nobody)", title.zh() + "沙箱（不会到达任何人）")
        : title;
  }

  private static Said because(DeliveryView d, Said said) {
    return new Said(said.en() + " " + d.why().en(), said.zh() + d.why().zh());
  }
}
