package io.truebell.dispatch.explain;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The spine's reasons in words. */
@Component
class SpineReasons implements ReasonCatalog {
  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              "planned",
              new Sentences(
                  "Planned through {channel}, account \"{account}\"",
                  "已计划通过 {channel}（账号“{account}”）发送")),
          entry(
              "planned_held",
              new Sentences(
                  "Planned through {channel}, account \"{account}\"; held until the list of recipients is complete",
                  "已计划通过 {channel}（账号“{account}”）发送；在收件人名单完整之前暂缓")),
          entry(
              "recipients_complete",
              new Sentences(
                  "Released: the list of recipients is complete; due at {until}",
                  "已放行：收件人名单已完整；将于 {until} 到期发送")),
          entry(
              "no_channel_asked",
              new Sentences("Inbox only: the sender asked for no channel", "仅站内信：发送方没有要求任何渠道")),
          entry(
              "no_channel_configured",
              new Sentences("Inbox only: no channel account is set up", "仅站内信：尚未配置任何渠道账号")),
          entry(
              "no_usable_channel",
              new Sentences(
                  "Inbox only: no channel can be used for this person ({looked_at})",
                  "仅站内信：此人没有可用的渠道（{looked_at}）")),
          entry(
              "no_endpoint",
              new Sentences(
                  "No address on {channel} is known for this person", "此人没有登记 {channel} 地址")),
          entry(
              "no_enabled_account",
              new Sentences("No account of {channel} is enabled", "没有启用的 {channel} 账号")),
          entry(
              "sandbox_not_allowed",
              new Sentences(
                  "The {channel} account is a sandbox, which the operator does not allow",
                  "{channel} 账号为沙箱，运营方未允许使用沙箱")),
          entry(
              "endpoint_dead",
              new Sentences(
                  "The address on {channel} is known not to work any more", "{channel} 地址已确认失效")),
          entry(
              "endpoint_unverified",
              new Sentences(
                  "The address on {channel} is not verified, and the account asks for that",
                  "{channel} 地址未验证，而该账号要求先验证")),
          entry(
              "endpoint_removed",
              new Sentences(
                  "The address on {channel} was removed before it was sent",
                  "发送前 {channel} 地址已被移除")),
          entry(
              "account_removed",
              new Sentences(
                  "The {channel} account was removed before it was sent", "发送前 {channel} 账号已被移除")),
          entry(
              "account_disabled",
              new Sentences(
                  "Held until {until}: the {channel} account is switched off",
                  "暂缓至 {until}：{channel} 账号已停用")),
          entry(
              "channel_not_installed",
              new Sentences(
                  "Held until {until}: the plugin for {channel} is not installed here",
                  "暂缓至 {until}：此处未安装 {channel} 渠道插件")),
          entry(
              "address_busy",
              new Sentences(
                  "Held until {until}: {channel} takes one call at a time for this address",
                  "暂缓至 {until}：{channel} 对同一地址一次只接受一个请求")),
          entry(
              "no_template",
              new Sentences(
                  "Not sent: the {channel} account has no template for the type \"{type}\"",
                  "未发送：{channel} 账号没有为类型“{type}”配置模板")),
          entry(
              "channel_stumbled",
              new Sentences(
                  "Not sent: the plugin for {channel} failed over its content ({error})",
                  "未发送：{channel} 渠道插件处理内容时出错（{error}）")),
          entry(
              "content_unfit",
              new Sentences(
                  "Not sent: {channel} would refuse it; {field} {problem}",
                  "未发送：{channel} 会拒绝该内容；{field} {problem}")),
          entry(
              "gates_passed",
              new Sentences(
                  "Passed all gates ({gates}); taken by a worker", "通过全部关卡（{gates}），由发送进程领取")),
          entry(
              "gates_would_pass",
              new Sentences("It would pass all gates ({gates}) now", "现在会通过全部关卡（{gates}）")),
          entry("sender_withdrew", new Sentences("The sender withdrew it", "发送方已撤回")),
          entry(
              "deadline_passed",
              new Sentences(
                  "Not sent: its deadline {expires_at} had passed", "未发送：已超过截止时间 {expires_at}")),
          entry(
              "provider_accepted",
              new Sentences(
                  "Accepted by {channel} ({code}); that is not yet proof of delivery",
                  "{channel} 已受理（{code}）；这还不能证明已送达")),
          entry(
              "accepted_late",
              new Sentences(
                  "{channel} had accepted it after all ({code}); the answer came after the worker's lease",
                  "{channel} 其实已受理（{code}），答复在领取期限之后才到")),
          entry(
              "receiver_confirmed",
              new Sentences(
                  "The receiver itself confirmed it with its answer ({code})",
                  "接收方以自己的应答确认收到（{code}）")),
          entry(
              "rejected_recipient",
              new Sentences(
                  "{channel} refused for good because of the address ({code}: {text})",
                  "{channel} 因接收地址永久拒绝（{code}：{text}）")),
          entry(
              "rejected_message",
              new Sentences(
                  "{channel} refused for good because of the message ({code}: {text})",
                  "{channel} 因消息内容永久拒绝（{code}：{text}）")),
          entry(
              "rejected_configuration",
              new Sentences(
                  "Refused because of the channel's configuration ({code}: {text})",
                  "因渠道配置被拒绝（{code}：{text}）")),
          entry(
              "retry_later",
              new Sentences(
                  "It was not taken ({code}: {text}); retry {step} of {steps} at {until}",
                  "未被受理（{code}：{text}）；第 {step}/{steps} 次重试将在 {until}")),
          entry(
              "retries_used_up",
              new Sentences(
                  "Gave up after {steps} retries; the last answer was {code}: {text}",
                  "重试 {steps} 次后放弃；最后的答复为 {code}：{text}")),
          entry(
              "provider_failed",
              new Sentences(
                  "{channel} failed ({code}: {text}); not sent again",
                  "{channel} 出现故障（{code}：{text}）；不再重发")),
          entry(
              "outcome_unknown",
              new Sentences(
                  "Nobody knows whether {channel} did it ({code}: {text}); not sent again, so that it cannot arrive"
                      + " twice",
                  "无法确定 {channel} 是否已处理（{code}：{text}）；为避免重复，不再重发")),
          entry(
              "earlier_call_unknown",
              new Sentences(
                  "{channel} did not accept this call ({code}: {text}), but an earlier one may have been carried out:"
                      + " nobody knows whether it arrived, and it is not sent again",
                  "{channel} 没有接受这次请求（{code}：{text}），但先前的请求可能已被处理：无法确定是否送达，不会再次发送")),
          entry(
              "unknown_asked_again",
              new Sentences(
                  "Nobody knows whether {channel} did it ({code}: {text}); it removes duplicates by key for"
                      + " {window_seconds} s, so it is asked again with the same key at {until}",
                  "无法确定 {channel} 是否已处理（{code}：{text}）；它在 {window_seconds} 秒内按键去重，将于 {until} 用同一键再次请求")),
          entry(
              "lease_expired",
              new Sentences(
                  "The worker that took it at {claimed_at} never reported back; it may or may not have been sent and"
                      + " is not sent again",
                  "领取它的进程（{claimed_at}）没有回报结果；可能已发出也可能没有，不再重发")),
          entry(
              "worker_died",
              new Sentences(
                  "The worker that took it at {claimed_at} died; it may or may not have been sent and is not sent"
                      + " again",
                  "领取它的进程（{claimed_at}）已中止；可能已发出也可能没有，不再重发")),
          entry(
              "kept_for_fallback",
              new Sentences(
                  "Another channel comes first; {channel} follows if that one provably fails",
                  "其他渠道优先；若其确认失败，再改用 {channel}")),
          entry(
              "fallback",
              new Sentences(
                  "Planned through {channel}, since {after} did not reach the person ({because})",
                  "改由 {channel} 发送，因为 {after} 确认没有送达（{because}）")),
          entry(
              "fallback_after_unknown",
              new Sentences(
                  "Planned through {channel}, since it is not known whether {after} reached the person ({because});"
                      + " the tenant accepts a duplicate for this type",
                  "改由 {channel} 发送，因为不能确定 {after} 是否送达（{because}）；租户已接受此类型可能重复")),
          entry(
              "turnstile_failed",
              new Sentences(
                  "Held until {until}: whether the call may begin could not be asked",
                  "暂缓至 {until}：无法确认是否可以开始调用")),
          entry(
              "worker_stopping",
              new Sentences(
                  "Given back: the worker stopped before the call began", "已退回队列：进程在调用开始前停止")),
          entry(
              "claim_unconfirmed",
              new Sentences(
                  "Given back: the database did not confirm the claim, so nothing was sent",
                  "已退回队列：数据库没有确认这次领取，因此没有发送")),
          entry(
              "lease_too_short",
              new Sentences(
                  "Given back: the worker was held up so long that its lease no longer covered a call",
                  "已退回队列：进程被耽搁，剩余领取期限不足以完成一次调用")),
          entry(
              "receipt_delivered",
              new Sentences(
                  "Delivered, says an authenticated receipt from {source} ({code})",
                  "已送达：来自 {source} 的已验证回执（{code}）")),
          entry(
              "receipt_undelivered",
              new Sentences(
                  "Not delivered, says an authenticated receipt from {source} ({code}: {text})",
                  "未送达：来自 {source} 的已验证回执（{code}：{text}）")),
          entry(
              "receipt_accepted",
              new Sentences(
                  "The provider has it: an authenticated message from {source} says so ({code})",
                  "服务商已受理：来自 {source} 的已验证消息（{code}）")),
          entry(
              "receipt_ends_retries",
              new Sentences(
                  "Delivered, says an authenticated receipt from {source} ({code}); it is not tried again",
                  "已送达：来自 {source} 的已验证回执（{code}）；不再重试")),
          entry(
              "receipt_overdue",
              new Sentences(
                  "{channel} accepted it at {accepted_at} and gave no receipt within {within_seconds} s:"
                      + " a possible silent failure",
                  "{channel} 于 {accepted_at} 受理，{within_seconds} 秒内未给出回执：可能静默失败")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
