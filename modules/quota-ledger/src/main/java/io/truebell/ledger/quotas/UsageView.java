package io.truebell.ledger.quotas;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant used; days and months are UTC's.
 *
 * @param to included
 */
record UsageView(
    LocalDate from,
    LocalDate to,
    List<UsageDayView> days,
    List<ApiDayView> apiCalls,
    List<QuotaView> quotas) {
  UsageView {
    days = List.copyOf(days);
    apiCalls = List.copyOf(apiCalls);
    quotas = List.copyOf(quotas);
  }

  /**
   * One day of one channel.
   *
   * @param accepted taken by the third party; whether it arrived is another matter
   * @param unknown may or may not have been sent
   * @param degraded left to the inbox by a limit
   * @param paid how many count as paid sends
   */
  record UsageDayView(
      LocalDate day,
      String channel,
      long accepted,
      long unknown,
      long rejected,
      long failed,
      long degraded,
      long paid) {}

  /** API calls of one day. */
  record ApiDayView(LocalDate day, long calls) {}

  /**
   * A quota in this month.
   *
   * @param quota "messages", "api_calls" or "paid_sends:" and a channel
   * @param used counted for good
   * @param reserved by deliveries that are under way
   * @param soft from here on it is a warning
   * @param hard not above this; null when it is unlimited
   * @param state "unlimited", "within", "warning" or "used_up"
   * @param resetsAt when the next month begins
   * @param setBy who set the limit
   */
  record QuotaView(
      String quota,
      LocalDate period,
      long used,
      long reserved,
      @Nullable Long soft,
      @Nullable Long hard,
      String state,
      Instant resetsAt,
      @Nullable Instant setAt,
      @Nullable String setBy) {}
}
