package io.truebell.ledger.grants;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why deliveries had no authorisation, and why authorisations moved. */
@Component
class GrantReasons implements ReasonCatalog {
  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              "quota_exhausted",
              new Sentences(
                  "Not sent: the recipient has no authorisation left for {channel} template {template};"
                      + " the inbox has it",
                  "未发送：收件人在 {channel} 的模板 {template} 上已没有可用授权；消息在站内收件箱中")),
          entry(
              "authorisation_refused",
              new Sentences(
                  "Not sent: the recipient refused messages with {channel} template {template} at {refused_at}"
                      + " and has granted none since; the inbox has it",
                  "未发送：收件人已于 {refused_at} 拒绝 {channel} 的模板 {template}，此后没有新的授权；消息在站内收件箱中")),
          entry(
              "grant_busy",
              new Sentences(
                  "Waits until {until}: the last authorisations for {channel} template {template} are in another"
                      + " claim's hand, or just being changed",
                  "等待至 {until}：{channel} 模板 {template} 的剩余授权正被另一次领取占用，或正在变更")),
          entry("grant_given", new Sentences("The recipient granted it", "收件人已授权")),
          entry("grant_reserved", new Sentences("Reserved by a delivery", "已被一次投递预留")),
          entry(
              "grant_kept",
              new Sentences(
                  "Stays reserved for the same delivery's next attempt", "继续为同一投递的下一次尝试预留")),
          entry(
              "grant_accepted",
              new Sentences("Used up: the third party accepted the message", "已使用：第三方已受理该消息")),
          entry(
              "grant_receipt_taken",
              new Sentences(
                  "Used up: a receipt proves that the third party took the message",
                  "已使用：回执证明第三方已受理该消息")),
          entry(
              "grant_receipt_undelivered",
              new Sentences(
                  "Void: a receipt says that the message did not arrive, and it may have been used",
                  "已作废：回执表明消息未送达，授权可能已被使用")),
          entry(
              "grant_not_used",
              new Sentences(
                  "Available again: the outcome proves that nothing was used", "重新可用：结果证明未被使用")),
          entry(
              "grant_call_failed",
              new Sentences(
                  "Void: the provider failed, and it may have been used", "已作废：服务商失败，授权可能已被使用")),
          entry(
              "grant_outcome_unknown",
              new Sentences("Void: whether it was used is not known", "已作废：无法确定是否已被使用")),
          entry(
              "grant_in_doubt",
              new Sentences(
                  "A call may have used it; the same call is made again with the same key",
                  "一次调用可能已使用它；将以同一键再次调用")),
          entry(
              "grant_given_up_in_doubt",
              new Sentences(
                  "Void: a call may have used it and is not made again", "已作废：一次调用可能已使用它，且不再重试")),
          entry(
              "grant_accepted_late",
              new Sentences(
                  "The third party's acceptance came after it was void; it stays void",
                  "作废之后才收到第三方的受理结果；仍为作废")),
          entry(
              "grant_lasting_used",
              new Sentences("Used by a delivery; it is never used up", "被一次投递使用；长期授权不会耗尽")),
          entry("grant_person_refused", new Sentences("The recipient refused", "收件人已拒绝")),
          entry(
              "grant_refused_since",
              new Sentences("Void: the recipient refused after granting it", "已作废：收件人授权之后又拒绝")),
          entry(
              "grant_provider_refused",
              new Sentences(
                  "The provider answered that the recipient has no authorisation left",
                  "服务商答复该收件人已没有授权")),
          entry(
              "grant_receipt_refused",
              new Sentences(
                  "A receipt says that the recipient refused or has no authorisation left",
                  "回执表明收件人已拒绝或已没有授权")),
          entry(
              "grant_report_refused",
              new Sentences("The provider reported that the recipient refused", "服务商报告收件人已拒绝")),
          entry(
              "grant_none_then",
              new Sentences(
                  "In all that time the person had no authorisation for {channel} template {template}",
                  "整个期间此人在 {channel} 的模板 {template} 上没有任何授权")),
          entry(
              "grant_last_used",
              new Sentences(
                  "The person's last authorisation for {channel} template {template} was used",
                  "此人在 {channel} 的模板 {template} 上的最后一个授权已被使用")),
          entry(
              "grant_last_void",
              new Sentences(
                  "The person's last authorisation for {channel} template {template} became void",
                  "此人在 {channel} 的模板 {template} 上的最后一个授权已作废")),
          entry(
              "grant_refusal",
              new Sentences(
                  "The person refused {channel} template {template} when asked",
                  "此人在被询问时拒绝了 {channel} 的模板 {template}")),
          entry("grant_voided_by_sender", new Sentences("The sender voided it", "已由发送方作废")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
