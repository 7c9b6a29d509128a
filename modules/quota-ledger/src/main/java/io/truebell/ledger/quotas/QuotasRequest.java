package io.truebell.ledger.quotas;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's limits for each calendar month (UTC). What is missing is unlimited.
 *
 * @param messages of all channels together
 * @param paidSends by channel; a channel that is named here counts as paid, limited or not
 */
record QuotasRequest(
    @Nullable LimitRequest messages,
    @Nullable LimitRequest apiCalls,
    @Nullable Map<String, @Nullable LimitRequest> paidSends) {
  /**
   * Both may be missing.
   *
   * @param soft from here on it is warned
   * @param hard not above this
   */
  record LimitRequest(@Nullable Long soft, @Nullable Long hard) {}

  /**
   * By quota.
   *
   * @throws ApiProblem 422 when something is wrong with it
   */
  Map<Quota, LimitRequest> check() {
    List<FieldProblem> problems = new ArrayList<>();
    Map<Quota, LimitRequest> checked = new LinkedHashMap<>();
    check(checked, problems, "messages", Quota.MESSAGES, messages);
    check(checked, problems, "api_calls", Quota.API_CALLS, apiCalls);
    if (paidSends != null) {
      paidSends.forEach(
          (channel, limit) -> {
            String field = "paid_sends." + channel;
            try {
              check(checked, problems, field, Quota.paidSends(new ChannelKey(channel)), limit);
            } catch (IllegalArgumentException e) {
              problems.add(new FieldProblem(field, "unknown_channel", "is not a channel's key"));
            }
          });
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return checked;
  }

  private static void check(
      Map<Quota, LimitRequest> checked,
      List<FieldProblem> problems,
      String field,
      Quota quota,
      @Nullable LimitRequest limit) {
    if (limit == null) {
      return;
    }
    Long soft = limit.soft();
    Long hard = limit.hard();
    if (soft != null && soft < 0) {
      problems.add(new FieldProblem(field + ".soft", "out_of_range", "must not be negative"));
    }
    if (hard != null && hard < 0) {
      problems.add(new FieldProblem(field + ".hard", "out_of_range", "must not be negative"));
    }
    if (soft != null && hard != null && soft > hard) {
      problems.add(new FieldProblem(field + ".soft", "out_of_range", "must not be above hard"));
    }
    checked.put(quota, limit);
  }
}
