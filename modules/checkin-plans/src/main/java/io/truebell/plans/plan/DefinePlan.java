package io.truebell.plans.plan;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Directory.Person;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes a person's plan, or changes what it is to be. */
@Component
class DefinePlan {
  private final PlanRows rows;
  private final Plans plans;
  private final PlanDays days;
  private final Authorisations authorisations;
  private final TransactionTemplate transaction;
  private final Stamps stamps;

  DefinePlan(
      PlanRows rows,
      Plans plans,
      PlanDays days,
      Authorisations authorisations,
      TransactionTemplate transaction,
      Stamps stamps) {
    this.rows = rows;
    this.plans = plans;
    this.days = days;
    this.authorisations = authorisations;
    this.transaction = transaction;
    this.stamps = stamps;
  }

  /** Ids and times. */
  @Component
  record Stamps(Ids ids, Clock clock) {
    Instant now() {
      return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** The plan as it is now, and whether it was made just now. */
  record Defined(Plan plan, boolean created) {}

  /** Makes it, turned off, or gives the one that there is its new form. */
  Defined define(Person person, String key, PlanWish wish, Actor actor) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              Instant now = stamps.now();
              boolean created = rows.add(stamps.ids().next(), person.id(), key, wish, actor, now);
              if (!created) {
                change(rows.lock(person.id(), key).orElseThrow(), person, wish, actor);
              }
              return new Defined(plans.known(person, key), created);
            }));
  }

  private void change(Plan before, Person person, PlanWish wish, Actor actor) {
    Instant now = stamps.now();
    rows.change(before.id(), wish, now);
    Plan plan = rows.lock(before.id());
    days.judge(plan, now, person.zone());
    // a reminder that is queued already goes its way
    if (plan.state() == PlanState.SCHEDULED && plan.reminder() == null) {
      Standing standing = authorisations.of(plan);
      // who puts the same plan at every launch keeps the time that it had
      Instant next =
          before.wish().sameTimes(wish) ? plan.nextAt() : days.next(plan, person.zone(), now);
      if (!standing.usable()) {
        Reason lack = standing.lack(wish);
        plans.move(List.of(PlanMove.paused(plan, PlanCause.CHANGE, lack)), actor, now);
      } else if (next != null && !next.equals(plan.nextAt())) {
        Reason changed = Reason.of("plan_changed");
        plans.move(List.of(PlanMove.scheduled(plan, PlanCause.CHANGE, changed, next)), actor, now);
      }
    }
  }
}
