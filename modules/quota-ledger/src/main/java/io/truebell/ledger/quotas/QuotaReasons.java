package io.truebell.ledger.quotas;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why a quota left a delivery to the inbox, and why its amounts moved. */
@Component
class QuotaReasons implements ReasonCatalog {
  private static final Map<String, Sentences> ALL =
      Map.of(
          "tenant_quota_used_up",
          new Sentences(
              "Not sent: of this month's {limit} {quota} the sender has used {used} and reserved {reserved};"
                  + " the inbox has it, and a new month begins on {until}",
              "未发送：发送方本月 {quota} 限额 {limit}，已用 {used}，已预留 {reserved}；消息在站内收件箱中，新的月份从 {until} 开始"),
          "tenant_quota_busy",
          new Sentences(
              "Waits until {until}: of this month's {limit} {quota} the sender has used {used}; the rest"
                  + " is with {under_way} deliveries before it, which may give some back",
              "等待至 {until}：发送方本月 {quota} 限额 {limit}，已用 {used}；其余由排在前面的 {under_way} 条投递占用，可能会退回"),
          "quota_reserved",
          new Sentences("Reserved by deliveries that were claimed", "已被领取的投递预留"),
          "quota_used",
          new Sentences("Used: the third party took it, or may have", "已使用：第三方已受理，或可能已受理"),
          "quota_not_used",
          new Sentences("Given back: nothing was sent", "已退回：没有发送"));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
