package io.truebell.calm.budget;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Says once a month of each warning level that it is reached. */
@Component
class BudgetWarnings {
  private static final Logger LOG = LoggerFactory.getLogger(BudgetWarnings.class);

  private final BudgetUseRows rows;
  private final Clock clock;

  BudgetWarnings(BudgetUseRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /** More was used of these budgets, in the caller's transaction. */
  void look(Map<Budget, LocalDate> touched) {
    Map<AccountId, LocalDate> months = new HashMap<>();
    touched.forEach((budget, month) -> months.put(budget.account(), month));
    Map<AccountId, Long> used = rows.used(months);
    touched.forEach(
        (budget, month) -> warn(budget, month, used.getOrDefault(budget.account(), 0L)));
  }

  private void warn(Budget budget, LocalDate month, long used) {
    List<Integer> reached = budget.reached(used);
    if (!reached.isEmpty()) {
      rows.warn(budget.account(), month, reached, clock.instant())
          .forEach(
              percent ->
                  LOG.warn(
                      "{} has used {} of {} calls of channel account {} for {}: {} % is reached",
                      TenantScope.current().slug(),
                      used,
                      budget.limit(),
                      budget.account(),
                      month,
                      percent));
    }
  }
}
