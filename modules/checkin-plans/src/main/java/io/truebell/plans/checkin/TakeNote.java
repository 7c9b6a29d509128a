package io.truebell.plans.checkin;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.NotificationId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.checkin.CheckinAnswerView.ConsentAnswerView;
import io.truebell.plans.plan.AfterCheckin;
import io.truebell.plans.plan.AfterCheckin.Seen;
import io.truebell.plans.plan.Authorisations;
import io.truebell.plans.plan.Authorisations.Told;
import io.truebell.plans.plan.GrantResult;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.PlanMove;
import io.truebell.plans.plan.PlanState;
import io.truebell.plans.plan.PlanView;
import io.truebell.plans.plan.Plans;
import io.truebell.plans.plan.ShowPlan;
import io.truebell.plans.plan.TurnPlan;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The reminder's part of a recorded check-in: its authorisation is registered, its plan takes note
 * of it, and the answer is kept. May be done again after it failed anywhere.
 */
@Component
class TakeNote {
  private final CheckinRows rows;
  private final Plans plans;
  private final Turning turning;
  private final Authorisations authorisations;
  private final TransactionTemplate transaction;
  private final Clock clock;

  TakeNote(
      CheckinRows rows,
      Plans plans,
      Turning turning,
      Authorisations authorisations,
      TransactionTemplate transaction,
      Clock clock) {
    this.rows = rows;
    this.plans = plans;
    this.turning = turning;
    this.authorisations = authorisations;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** What moves plans, and draws them. */
  @Component
  record Turning(AfterCheckin after, TurnPlan turn, ShowPlan show) {}

  private record Taken(CheckinAnswerView answer, Optional<NotificationId> needless) {}

  /** Does it, unless it is done; gives the answer that is kept. */
  CheckinAnswerView of(Checkin checkin, Person person) {
    if (checkin.answer() != null) {
      return checkin.answer();
    }
    // before the plan is locked: a claim locks the plan first and authorisations afterwards
    Told told = checkin.grant();
    ConsentAnswerView grant =
        told == null
            ? null
            : Authorisations.sparing(plans.find(checkin.plan()), () -> register(checkin, told));
    Taken taken = Objects.requireNonNull(transaction.execute(s -> take(checkin, person, grant)));
    taken.needless().ifPresent(reminder -> turning.turn().withdraw(reminder, checkin.actor()));
    return taken.answer();
  }

  /** Registers an answer that came with a check-in; says what became of it. */
  ConsentAnswerView register(Checkin checkin, Told told) {
    String source = "checkin:" + checkin.actionId();
    Plan plan = plans.find(checkin.plan());
    try {
      GrantResult result =
          Objects.requireNonNull(
              transaction.execute(
                  s -> authorisations.register(plan, told, checkin.at(), source, checkin.actor())));
      return new ConsentAnswerView(told.requestId(), result.word(), null);
    } catch (ApiProblem wrong) {
      return new ConsentAnswerView(
          told.requestId(), GrantResult.INVALID.word(), wrong.getMessage());
    }
  }

  private Taken take(Checkin checkin, Person person, @Nullable ConsentAnswerView grant) {
    Plan before = plans.lock(checkin.plan());
    CheckinAnswerView known = rows.find(checkin.id()).answer();
    if (known != null) {
      return new Taken(known, Optional.empty());
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Plan plan = plans.checkedIn(before, checkin.at());
    Seen seen =
        new Seen(
            checkin.at().equals(plan.lastCheckinAt()),
            grant != null
                && grant.result().equals(GrantResult.REFUSED.word())
                && isAbout(plan, checkin.grant()));
    Optional<PlanMove> move = turning.after().move(plan, seen, person.zone(), now);
    Actor actor = checkin.actor();
    plans.move(move.stream().toList(), actor, now);
    Plan after = move.map(m -> plan.after(m, now)).orElse(plan);
    CheckinAnswerView answer = answer(checkin, person, after, grant);
    rows.handled(checkin.id(), answer, now);
    return new Taken(answer, needless(before, after, seen));
  }

  /** Refusing another template says nothing of this plan's reminders. */
  private boolean isAbout(Plan plan, @Nullable Told told) {
    return told == null
        || authorisations.purpose(plan).map(p -> p.template().equals(told.template())).orElse(true);
  }

  /** A reminder of what the person has just done. */
  private static Optional<NotificationId> needless(Plan before, Plan after, Seen seen) {
    NotificationId reminder = before.reminder();
    if (reminder == null || !before.waitsFor(reminder)) {
      return Optional.empty();
    }
    boolean dropped = !after.waitsFor(reminder);
    boolean beingSent = after.state() == PlanState.SENDING && seen.latest();
    return dropped || beingSent ? Optional.of(reminder) : Optional.empty();
  }

  /** The answer while the plan stands like that. */
  CheckinAnswerView answer(
      Checkin checkin, Person person, Plan plan, @Nullable ConsentAnswerView grant) {
    PlanView view = turning.show().of(plan, person);
    return new CheckinAnswerView(
        checkin.actionId(),
        true,
        OffsetDateTime.ofInstant(checkin.at(), person.zone()),
        checkin.time().trust().word(),
        view,
        grant,
        view.needsGrant(),
        view.askGrant(),
        false);
  }
}
