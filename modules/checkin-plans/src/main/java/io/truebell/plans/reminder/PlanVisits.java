package io.truebell.plans.reminder;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.plans.checkin.OpenCheckins;
import io.truebell.plans.plan.PlanAlarm;
import io.truebell.plans.plan.Plans;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** One tenant's turn: what is due of its plans, a bounded batch of each kind. */
@Component
class PlanVisits {
  private static final int MOST_NEWS = 100;

  private final PlanAlarm alarm;
  private final Plans plans;
  private final Work work;
  private final NewsRows newsRows;
  private final TransactionTemplate transaction;
  private final Clock clock;

  PlanVisits(
      PlanAlarm alarm,
      Plans plans,
      Work work,
      NewsRows newsRows,
      TransactionTemplate transaction,
      Clock clock) {
    this.alarm = alarm;
    this.plans = plans;
    this.work = work;
    this.newsRows = newsRows;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** What can be due. */
  @Component
  record Work(DueReminders reminders, OpenCheckins checkins, GrantNews news) {}

  List<TenantId> due() {
    return alarm.due(now());
  }

  void postpone(TenantId tenant, Duration wait) {
    alarm.postpone(tenant, now().plus(wait));
  }

  /**
   * One visit.
   *
   * @return how much was done
   */
  int visit(Tenant tenant) {
    return TenantScope.call(
        tenant,
        () -> {
          int done = news() + work.checkins().finish(now()) + work.reminders().handIn(now());
          transaction.executeWithoutResult(status -> alarm.settle(this::pending));
          return done;
        });
  }

  private int news() {
    int read = 0;
    while (read < MOST_NEWS
        && Boolean.TRUE.equals(transaction.execute(status -> work.news().next(now())))) {
      read++;
    }
    return read;
  }

  private @Nullable Instant pending() {
    return Stream.of(plans.nextDue(), work.checkins().next(), newsRows.next())
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  void await(Duration most) throws InterruptedException {
    alarm.await(most);
  }

  void ring() {
    alarm.ring();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
