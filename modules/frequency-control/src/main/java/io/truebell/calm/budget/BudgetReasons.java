package io.truebell.calm.budget;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why a channel account's budget ends a delivery. */
@Component
class BudgetReasons implements ReasonCatalog {
  static final String USED_UP = "channel_budget_used_up";
  static final String FALLBACK = "channel_budget_fallback";

  private static final Map<String, Sentences> ALL =
      Map.of(
          USED_UP,
          new Sentences(
              "Not sent: of the {limit} calls through {channel} for {month}, {used} are used;"
                  + " the inbox has it, and new ones come at {resets_at}",
              "未发送：{channel} 在 {month} 的 {limit} 次调用额度已用 {used} 次；"
                  + "消息在站内收件箱中，额度将于 {resets_at} 恢复"),
          FALLBACK,
          new Sentences(
              "Not sent through {channel}: of its {limit} calls for {month}, {used} are used until"
                  + " {resets_at}; it goes through {fallback} where the recipient can be reached"
                  + " there, and the inbox has it",
              "未通过 {channel} 发送：其 {month} 的 {limit} 次调用额度已用 {used} 次，于 {resets_at} 恢复；"
                  + "如能通过 {fallback} 送达则改用该渠道，消息也在站内收件箱中"));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
