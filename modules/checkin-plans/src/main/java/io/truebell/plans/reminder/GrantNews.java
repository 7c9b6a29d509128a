package io.truebell.plans.reminder;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.plans.plan.Authorisations;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.PlanAlarm;
import io.truebell.plans.plan.PlanCause;
import io.truebell.plans.plan.PlanDays;
import io.truebell.plans.plan.PlanMove;
import io.truebell.plans.plan.PlanReasons;
import io.truebell.plans.plan.PlanState;
import io.truebell.plans.plan.Plans;
import io.truebell.plans.plan.Standing;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * Plans follow their person's authorisations: a new one lets a plan go on that lacked nothing else,
 * a refusal pauses it.
 *
 * <p>The news comes while the authorisations are locked; a claim locks plans first. So a plan that
 * somebody else holds is not waited for here: it is looked at again soon, in a transaction of its
 * own that locks plans alone.
 */
@Component
class GrantNews implements GrantListener {
  private final Plans plans;
  private final NewsRows rows;
  private final PlanDays days;
  private final Authorisations authorisations;
  private final PlanAlarm alarm;
  private final Clock clock;

  GrantNews(
      Plans plans,
      NewsRows rows,
      PlanDays days,
      Authorisations authorisations,
      PlanAlarm alarm,
      Clock clock) {
    this.plans = plans;
    this.rows = rows;
    this.days = days;
    this.authorisations = authorisations;
    this.alarm = alarm;
    this.clock = clock;
  }

  @Override
  public void granted(Purpose purpose) {
    tell(purpose, plan -> plan.lacksAuthorisation() ? goOn(plan) : Optional.empty());
  }

  @Override
  public void voided(Purpose purpose, String why) {
    tell(purpose, plan -> pause(plan, why));
  }

  private void tell(Purpose purpose, Function<Plan, Optional<PlanMove>> answer) {
    RecipientId recipient = purpose.recipient();
    List<Plan> free = plans.lockOn(recipient, purpose.channel(), true);
    List<PlanMove> moves =
        free.stream()
            .filter(plan -> !Authorisations.spares(plan.id()))
            .filter(plan -> authorisations.purpose(plan).filter(purpose::equals).isPresent())
            .map(answer)
            .flatMap(Optional::stream)
            .toList();
    plans.move(moves, Reminders.PLANS, now());
    if (plans.countOn(recipient, purpose.channel()) > free.size()) {
      lookAgain(recipient, purpose.channel(), now());
    }
  }

  private Optional<PlanMove> goOn(Plan plan) {
    Instant now = now();
    return plans
        .personOf(plan)
        .map(
            person ->
                PlanMove.scheduled(
                    plan,
                    PlanCause.GRANT,
                    Reason.of("plan_authorised"),
                    days.next(plan, person.zone(), now)));
  }

  private Optional<PlanMove> pause(Plan plan, String why) {
    if (plan.state() == PlanState.DISABLED || plan.lacksAuthorisation()) {
      return Optional.empty();
    }
    boolean refused =
        authorisations.of(plan) instanceof Standing.Counted counted
            && counted.balance().refusedAt() != null;
    Reason reason =
        refused ? Reason.of(PlanReasons.REFUSED) : Reason.of(PlanReasons.VOIDED).with("why", why);
    return Optional.of(
        PlanMove.paused(
            plan, PlanCause.VOID, reason.with("channel", plan.wish().channel().value())));
  }

  /** Has a person's plans on a channel looked at again soon. */
  void lookAgain(RecipientId recipient, ChannelKey channel, Instant now) {
    rows.add(recipient, channel, now);
    alarm.set(now);
  }

  /**
   * Looks at one person's plans again, in a transaction of the caller; says whether there was one.
   */
  boolean next(Instant now) {
    Optional<NewsRows.News> news = rows.take(now);
    news.ifPresent(
        n ->
            plans.move(
                plans.lockOn(n.recipient(), n.channel(), false).stream()
                    .map(this::follow)
                    .flatMap(Optional::stream)
                    .toList(),
                Reminders.PLANS,
                now));
    return news.isPresent();
  }

  private Optional<PlanMove> follow(Plan plan) {
    Standing standing = authorisations.of(plan);
    if (plan.lacksAuthorisation() && standing.usable()) {
      return goOn(plan);
    }
    // one whose reminder is on its way has used its authorisation for that
    boolean nothingLeft =
        plan.state() == PlanState.SCHEDULED && plan.reminder() == null && !standing.usable();
    return nothingLeft
        ? Optional.of(PlanMove.paused(plan, PlanCause.VOID, standing.lack(plan.wish())))
        : Optional.empty();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
