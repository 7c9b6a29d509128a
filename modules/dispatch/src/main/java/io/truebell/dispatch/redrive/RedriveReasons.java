package io.truebell.dispatch.redrive;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The reasons of sending again, and of not doing so, in words. */
@Component
class RedriveReasons implements ReasonCatalog {
  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              "resent",
              new Sentences(
                  "Planned again through {channel}, account \"{account}\", after delivery {resend_of} had not reached"
                      + " anybody for certain; the sender asked for it: {asked_because}",
                  "在投递 {resend_of} 未能确认到达之后，已再次计划通过 {channel}（账号“{account}”）发送；发送方的理由：{asked_because}")),
          entry(
              "resend_safe",
              new Sentences(
                  "The earlier one did not arrive, says whoever knows; sending again cannot make it arrive twice",
                  "已知情的一方确认之前那次没有到达；再次发送不会造成重复")),
          entry(
              "resend_unknown",
              new Sentences(
                  "Nobody knows whether an earlier one arrived; sending again may make it arrive twice, so the sender must"
                      + " say that a duplicate is acceptable",
                  "无法确定之前是否已到达；再次发送可能造成重复，须由发送方表明可以接受重复")),
          entry(
              "resend_fix_endpoint",
              new Sentences(
                  "The provider refused the address; unless that has been put right, it will refuse it again",
                  "服务商拒绝了该地址；若未更正，再次发送仍会被拒绝")),
          entry(
              "resend_fix_account",
              new Sentences(
                  "It was refused because of the channel's configuration; put that right first, here or at the provider",
                  "因渠道配置被拒绝；请先在此处或服务商处更正")),
          entry(
              "resend_fix_message",
              new Sentences(
                  "The provider refused what the message says; a notification never changes, so post another one",
                  "服务商拒绝了消息内容；通知不可更改，请另发一条")),
          entry(
              "resend_no_way",
              new Sentences(
                  "No account and address of this channel can be used for this person now",
                  "此渠道目前没有可用于此人的账号和地址")),
          entry(
              "resend_still_open",
              new Sentences(
                  "It has not ended yet, or its resend has not: it is being sent",
                  "它或它的重发尚未结束，正在发送中")),
          entry(
              "resend_accepted",
              new Sentences(
                  "The provider accepted it, so it may have arrived; only evidence can say more",
                  "服务商已受理，可能已到达；只有证据才能进一步说明")),
          entry("resend_delivered", new Sentences("It was delivered", "它已送达")),
          entry(
              "resend_decided",
              new Sentences(
                  "A rule decided that it is not sent; the inbox carries it", "规则决定不发送；由站内信承载")),
          entry(
              "resend_withdrawn",
              new Sentences("The sender withdrew it; post another one", "发送方已撤回；请另发一条")),
          entry("resend_expired", new Sentences("Its deadline has passed", "已超过截止时间")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
