package io.truebell.plans.reminder;

import io.truebell.plans.plan.AfterCheckin;
import io.truebell.plans.plan.AfterCheckin.Seen;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.PlanMove;
import io.truebell.plans.plan.PlanState;
import io.truebell.plans.plan.Plans;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** A check-in that came while the reminder was being sent takes effect once its end is known. */
@Component
class Resuming {
  private final Plans plans;
  private final AfterCheckin after;
  private final GrantNews news;

  Resuming(Plans plans, AfterCheckin after, GrantNews news) {
    this.plans = plans;
    this.after = after;
    this.news = news;
  }

  /** Plans as they stand now, locked; inside the caller's transaction. */
  void goOn(List<Plan> waiting, Instant now) {
    for (Plan plan : waiting) {
      Optional<PlanMove> move =
          plans.personOf(plan).flatMap(person -> after.move(plan, Seen.LATEST, person.zone(), now));
      plans.move(move.stream().toList(), Reminders.PLANS, now);
      if (move.map(PlanMove::to).orElse(plan.state()) == PlanState.PAUSED) {
        // what this reminder did not use up is given back only after this
        news.lookAgain(plan.recipient(), plan.wish().channel(), now);
      }
    }
  }
}
