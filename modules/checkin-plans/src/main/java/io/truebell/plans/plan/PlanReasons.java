package io.truebell.plans.plan;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Why a plan stands where it stands, in words. */
@Component
public class PlanReasons implements ReasonCatalog {
  /** Nothing but an authorisation is missing. */
  public static final String NO_AUTHORISATION = "no_authorisation";

  /** The person refused. */
  public static final String REFUSED = "plan_refused";

  /** The authorisations were voided. */
  public static final String VOIDED = "plan_voided";

  /** Why authorisations are voided when a plan is turned off. */
  static final String TURNED_OFF = "turned_off";

  /** Whether there are any is not known. */
  static final String NO_LEDGER = "plan_no_ledger";

  static final String NO_TEMPLATE = "plan_no_template";

  /** Reasons of a pause that a new authorisation ends. */
  static final Set<String> LACKING =
      Set.of(NO_AUTHORISATION, REFUSED, VOIDED, NO_LEDGER, NO_TEMPLATE);

  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry("plan_created", new Sentences("It was made and is not turned on yet", "已创建，尚未开启")),
          entry(
              "plan_enabled",
              new Sentences(
                  "It was turned on; the next reminder is due at {next_at}",
                  "已开启；下次提醒时间为 {next_at}")),
          entry(
              "plan_turned_off",
              new Sentences(
                  "It was turned off, and {voided} unused authorisations were voided",
                  "已关闭，{voided} 个未使用的授权已作废")),
          // the word by which the ledger keeps why authorisations were voided
          entry(TURNED_OFF, new Sentences("The person turned the reminders off", "此人关闭了提醒")),
          entry(
              "plan_removed",
              new Sentences(
                  "It was removed, and {voided} unused authorisations were voided",
                  "已删除，{voided} 个未使用的授权已作废")),
          entry(
              "plan_changed",
              new Sentences(
                  "Its times were changed; the next reminder is due at {next_at}",
                  "时间已更改；下次提醒时间为 {next_at}")),
          entry(
              "plan_checked_in",
              new Sentences(
                  "The person checked in at {checked_in_at}; the next reminder is due at {next_at}",
                  "已于 {checked_in_at} 打卡；下次提醒时间为 {next_at}")),
          entry(
              "plan_goal_reached",
              new Sentences(
                  "The person checked in at {checked_in_at} and reached the day's goal; the next reminder is due when they"
                      + " wake on another day, at {next_at}",
                  "已于 {checked_in_at} 打卡并达成当日目标；下次提醒在之后醒来的时间 {next_at}")),
          entry(
              "plan_authorised",
              new Sentences(
                  "A new authorisation came; the next reminder is due at {next_at}",
                  "收到新的授权；下次提醒时间为 {next_at}")),
          entry(
              "plan_reminder_queued",
              new Sentences(
                  "It was due at {due_at}; its reminder is queued as notification {notification}",
                  "于 {due_at} 到期；提醒已作为通知 {notification} 排队")),
          entry(
              "plan_missed",
              new Sentences(
                  "Its time {due_at} had passed unseen, and the person sleeps; it is due again at {next_at}",
                  "时间 {due_at} 已错过，且此人正在休息；改为 {next_at}")),
          entry("plan_claimed", new Sentences("A worker claimed the reminder", "提醒已被工作进程领取")),
          entry(
              "plan_reminder_accepted",
              new Sentences(
                  "The channel {channel} accepted the reminder; a check-in is waited for",
                  "渠道 {channel} 已受理提醒；等待打卡")),
          entry(
              "plan_accepted_late",
              new Sentences(
                  "It became known afterwards that the channel {channel} had accepted the reminder; a check-in is waited for",
                  "事后得知渠道 {channel} 已受理提醒；等待打卡")),
          entry(
              NO_AUTHORISATION,
              new Sentences(
                  "No authorisation of the person is left for {channel}; it goes on when they give one",
                  "此人在 {channel} 已没有可用授权；再次授权后继续")),
          entry(
              REFUSED,
              new Sentences(
                  "The person refused reminders through {channel}; it goes on when they allow one again",
                  "此人已拒绝通过 {channel} 的提醒；再次允许后继续")),
          entry(
              VOIDED,
              new Sentences(
                  "The authorisations for {channel} were voided ({why}); it goes on when the person gives one",
                  "{channel} 的授权已作废（{why}）；再次授权后继续")),
          entry(
              NO_LEDGER,
              new Sentences(
                  "Whether the person authorised reminders through {channel} cannot be known: the ledger is not installed",
                  "无法得知此人是否授权通过 {channel} 提醒：授权账本未安装")),
          entry(
              NO_TEMPLATE,
              new Sentences(
                  "No template of {channel} is set up for notifications of the type {type}",
                  "{channel} 没有为类型 {type} 的通知配置模板")),
          entry(
              "no_channel",
              new Sentences(
                  "The person cannot be reached by {channel} now; the reminder is in the inbox alone",
                  "目前无法通过 {channel} 联系此人；提醒仅在站内信中")),
          entry(
              "plan_recipient_gone",
              new Sentences("There is no such recipient any more", "该接收人已不存在")),
          entry(
              "plan_reminder_refused",
              new Sentences("The reminder could not be accepted: {detail}", "提醒未能被接受：{detail}")),
          entry(
              "plan_reminder_rejected",
              new Sentences("{channel} refused the reminder ({code})", "{channel} 拒绝了提醒（{code}）")),
          entry(
              "plan_reminder_failed",
              new Sentences(
                  "{channel} failed to take the reminder ({code})", "{channel} 未能受理提醒（{code}）")),
          entry(
              "plan_reminder_unknown",
              new Sentences(
                  "Nobody knows whether the reminder went out through {channel}, and it is not sent again",
                  "无法得知提醒是否已通过 {channel} 发出，且不会重发")),
          entry(
              "plan_reminder_ended",
              new Sentences(
                  "The reminder ended as {delivery_state} before it was sent",
                  "提醒在发送前以 {delivery_state} 结束")),
          entry(
              "plan_moved_on",
              new Sentences(
                  "Its plan \"{plan}\" does not wait for this reminder any more; it is {plan_state}",
                  "计划“{plan}”不再等待此提醒；其状态为 {plan_state}")),
          entry(
              "plan_was_paused",
              new Sentences("The plan \"{plan}\" was paused", "计划“{plan}”当时处于暂停")),
          entry(
              "plan_became_paused",
              new Sentences("The plan \"{plan}\" was paused", "计划“{plan}”已暂停")),
          entry(
              "plan_was_disabled",
              new Sentences("The plan \"{plan}\" was turned off", "计划“{plan}”当时处于关闭")),
          entry(
              "plan_became_disabled",
              new Sentences("The plan \"{plan}\" was turned off", "计划“{plan}”已关闭")),
          entry(
              "plan_was_awaiting_checkin",
              new Sentences("The plan \"{plan}\" waited for a check-in", "计划“{plan}”当时在等待打卡")),
          entry(
              "plan_became_awaiting_checkin",
              new Sentences(
                  "The plan \"{plan}\" began to wait for a check-in", "计划“{plan}”开始等待打卡")),
          entry(
              "plan_already_done",
              new Sentences(
                  "The person checked in to the plan \"{plan}\" before this reminder was sent",
                  "此人在提醒发送前已为计划“{plan}”打卡")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
