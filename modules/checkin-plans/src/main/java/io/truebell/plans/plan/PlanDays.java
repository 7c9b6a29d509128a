package io.truebell.plans.plan;

import io.truebell.plans.hours.NextTime;
import io.truebell.plans.hours.WakingHours;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What people did on which of their days, and when to remind them next. */
@Component
public class PlanDays {
  private final DayRows rows;

  PlanDays(DayRows rows) {
    this.rows = rows;
  }

  /** How a day stands. */
  record Today(LocalDate date, int count, int goal, boolean reached, long streak) {}

  /**
   * Counts what a person did.
   *
   * @param goal the day's, when it is another than the plan's
   */
  public void add(Plan plan, LocalDate day, int count, @Nullable Integer goal) {
    rows.add(plan.id(), day, count, goal, plan.wish().dailyGoal());
  }

  /** Looks again at the day of {@code now}. */
  void judge(Plan plan, Instant now, ZoneId zone) {
    rows.judge(plan.id(), plan.wish().hours().dayOf(now, zone), plan.wish().dailyGoal());
  }

  Today today(Plan plan, Instant now, ZoneId zone) {
    LocalDate date = plan.wish().hours().dayOf(now, zone);
    long streak = rows.streak(plan.id(), date);
    return rows.find(plan.id(), date)
        .map(
            day ->
                new Today(
                    date,
                    day.count(),
                    day.goal() == null ? plan.wish().dailyGoal() : day.goal(),
                    day.reached(),
                    streak))
        .orElseGet(() -> new Today(date, 0, plan.wish().dailyGoal(), false, streak));
  }

  /** Whether the goal of the day of {@code at} is reached. */
  public boolean reached(Plan plan, Instant at, ZoneId zone) {
    return rows.find(plan.id(), plan.wish().hours().dayOf(at, zone))
        .map(DayRows.Day::reached)
        .orElse(false);
  }

  /**
   * When to remind next: counted from the latest check-in; from {@code now} when there is none, or
   * when that time has passed already. Whoever hands something in late is here now, and needs no
   * reminder at once.
   *
   * @return later than {@code now}
   */
  public Instant next(Plan plan, ZoneId zone, Instant now) {
    Instant last = plan.lastCheckinAt();
    if (last != null) {
      Instant next = from(last, plan, zone);
      if (next.isAfter(now)) {
        return next;
      }
    }
    return from(now, plan, zone);
  }

  private Instant from(Instant from, Plan plan, ZoneId zone) {
    WakingHours hours = plan.wish().hours();
    boolean reached = reached(plan, from, zone);
    return NextTime.of(from, plan.wish().interval(), hours.wake(), hours.sleep(), reached, zone);
  }
}
