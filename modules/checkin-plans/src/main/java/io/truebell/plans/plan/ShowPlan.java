package io.truebell.plans.plan;

import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.plan.PlanView.BalanceView;
import io.truebell.plans.plan.PlanView.TodayView;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.springframework.stereotype.Component;

/** Draws a plan: what is stored, and what follows from it now. */
@Component
public class ShowPlan {
  private final PlanDays days;
  private final Authorisations authorisations;
  private final Spoken spoken;
  private final Clock clock;

  ShowPlan(PlanDays days, Authorisations authorisations, Spoken spoken, Clock clock) {
    this.days = days;
    this.authorisations = authorisations;
    this.spoken = spoken;
    this.clock = clock;
  }

  /** As it stands now. */
  public PlanView of(Plan plan, Person person) {
    ZoneId zone = person.zone();
    PlanWish wish = plan.wish();
    PlanDays.Today today = days.today(plan, clock.instant(), zone);
    Standing standing = authorisations.of(plan);
    Standing.Counted counted = standing instanceof Standing.Counted c ? c : null;
    return new PlanView(
        plan.key(),
        wish.type(),
        wish.channel().value(),
        wish.title(),
        wish.payload(),
        (int) wish.interval().toMinutes(),
        wish.hours().wake().toString(),
        wish.hours().sleep().toString(),
        wish.dailyGoal(),
        plan.state().word(),
        spoken.say(plan.reason()),
        plan.nextAt() == null ? null : OffsetDateTime.ofInstant(plan.nextAt(), zone),
        new TodayView(today.date(), today.count(), today.goal(), today.reached()),
        today.streak(),
        !standing.usable(),
        standing.worthAsking(),
        counted == null ? null : BalanceView.of(counted.balance()),
        counted == null ? null : counted.purpose().template(),
        plan.createdAt(),
        plan.updatedAt());
  }
}
