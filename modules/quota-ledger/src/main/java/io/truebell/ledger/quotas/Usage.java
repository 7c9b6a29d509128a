package io.truebell.ledger.quotas;

import io.truebell.core.rest.ApiProblem;
import io.truebell.ledger.quotas.UsageView.QuotaView;
import io.truebell.ledger.quotas.UsedRows.Used;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Says what the scope's tenant used and may use. */
@Component
class Usage {
  private static final int LONGEST_DAYS = 400;
  // what the database and people can write
  private static final LocalDate FIRST = LocalDate.EPOCH;
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  private final UsageRows days;
  private final UsedRows used;
  private final LimitRows limits;
  private final Clock clock;

  Usage(UsageRows days, UsedRows used, LimitRows limits, Clock clock) {
    this.days = days;
    this.used = used;
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Usage from one day to another, both included; this month when neither is given.
   *
   * @throws ApiProblem 422 when the days are in the wrong order, too far apart or not of these days
   */
  UsageView between(@Nullable LocalDate from, @Nullable LocalDate to) {
    ofTheseDays("from", from);
    ofTheseDays("to", to);
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    LocalDate end = Objects.requireNonNullElse(to, today);
    LocalDate begin = Objects.requireNonNullElse(from, Quota.period(end));
    if (begin.isAfter(end)) {
      throw ApiProblem.invalid("from", "out_of_range", "must not be after to");
    }
    if (ChronoUnit.DAYS.between(begin, end) > LONGEST_DAYS) {
      throw ApiProblem.invalid(
          "from", "out_of_range", "must be at most " + LONGEST_DAYS + " days before to");
    }
    return new UsageView(
        begin, end, days.days(begin, end), days.apiDays(begin, end), quotas(Quota.period(today)));
  }

  private static void ofTheseDays(String field, @Nullable LocalDate day) {
    if (day != null && (day.isBefore(FIRST) || day.isAfter(LAST))) {
      throw ApiProblem.invalid(
          field, "out_of_range", "must be a day from " + FIRST + " to " + LAST);
    }
  }

  /** Every quota that is limited or was used in a month. */
  private List<QuotaView> quotas(LocalDate period) {
    Map<String, Limit> limited = new TreeMap<>();
    limits.all().forEach(limit -> limited.put(limit.quota().name(), limit));
    Map<Quota, Used> amounts = used.in(period);
    List<QuotaView> views = new ArrayList<>();
    limited.forEach(
        (name, limit) ->
            views.add(
                view(
                    limit.quota(),
                    amounts.getOrDefault(limit.quota(), Used.NOTHING),
                    limit,
                    period)));
    amounts.forEach(
        (quota, amount) -> {
          if (!limited.containsKey(quota.name()) && quota.channel().isEmpty()) {
            views.add(view(quota, amount, null, period));
          }
        });
    views.sort(Comparator.comparing(QuotaView::quota));
    return views;
  }

  private static QuotaView view(Quota quota, Used amount, @Nullable Limit limit, LocalDate period) {
    Long soft = limit == null ? null : limit.soft();
    Long hard = limit == null ? null : limit.hard();
    return new QuotaView(
        quota.name(),
        period,
        amount.used(),
        amount.reserved(),
        soft,
        hard,
        state(amount.together(), soft, hard),
        period.plusMonths(1).atStartOfDay(ZoneOffset.UTC).toInstant(),
        limit == null ? null : limit.setAt(),
        limit == null ? null : limit.setBy());
  }

  private static String state(long amount, @Nullable Long soft, @Nullable Long hard) {
    if (hard != null && amount >= hard) {
      return "used_up";
    }
    if (soft != null && amount >= soft) {
      return "warning";
    }
    return soft == null && hard == null ? "unlimited" : "within";
  }
}
