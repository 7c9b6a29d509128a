package io.truebell.calm.budget;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Verdict;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;

/** What one claim may still take of a budget, in the order in which deliveries ask. */
final class Room {

  private final Budget budget;
  private final LocalDate month;
  private long used;

  /**
   * @param used so far in {@code month}
   */
  Room(Budget budget, LocalDate month, long used) {
    this.budget = budget;
    this.month = month;
    this.used = used;
  }

  Budget budget() {
    return budget;
  }

  LocalDate month() {
    return month;
  }

  /** Takes one call, or says that none is left. */
  Verdict take(ChannelKey channel) {
    if (used < budget.limit()) {
      used++;
      return new Verdict.Pass(Map.of("channel_budget_left", budget.limit() - used));
    }
    ChannelKey fallback = budget.fallback();
    Reason reason =
        Reason.of(fallback == null ? BudgetReasons.USED_UP : BudgetReasons.FALLBACK)
            .with("channel", channel.value())
            .with("used", used)
            .with("limit", budget.limit())
            .with("month", YearMonth.from(month).toString())
            .with("resets_at", budget.resets(month).toString());
    return new Verdict.Degrade(
        fallback == null ? reason : reason.with("fallback", fallback.value()),
        new Policy("channel_budget", budget.version()));
  }
}
