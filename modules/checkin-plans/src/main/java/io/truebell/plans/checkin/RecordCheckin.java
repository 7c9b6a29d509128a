package io.truebell.plans.checkin;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.checkin.CheckinAnswerView.ConsentAnswerView;
import io.truebell.plans.checkin.CheckinRequest.Checked;
import io.truebell.plans.plan.Authorisations.Told;
import io.truebell.plans.plan.GrantResult;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.PlanAlarm;
import io.truebell.plans.plan.PlanDays;
import io.truebell.plans.plan.Plans;
import io.truebell.plans.plan.PlansSettings;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Records what a person did, in a transaction of its own; whatever follows from it for their
 * reminders comes afterwards, and takes nothing back.
 */
@Component
class RecordCheckin {
  private static final Logger LOG = LoggerFactory.getLogger(RecordCheckin.class);

  private final CheckinRows rows;
  private final Plans plans;
  private final PlanDays days;
  private final TakeNote takeNote;
  private final TransactionTemplate transaction;
  private final Basis basis;

  RecordCheckin(
      CheckinRows rows,
      Plans plans,
      PlanDays days,
      TakeNote takeNote,
      TransactionTemplate transaction,
      Basis basis) {
    this.rows = rows;
    this.plans = plans;
    this.days = days;
    this.takeNote = takeNote;
    this.transaction = transaction;
    this.basis = basis;
  }

  /** Time, ids, bounds, and who looks after what is left undone. */
  @Component
  record Basis(Ids ids, Clock clock, PlansSettings settings, PlanAlarm alarm) {
    Instant now() {
      return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** Records it once, however often it comes; the first answer is given again. */
  CheckinAnswerView record(Person person, Plan plan, Checked wanted, Actor actor) {
    Checkin checkin =
        Objects.requireNonNull(transaction.execute(status -> store(person, plan, wanted, actor)));
    Told another = wanted.grant();
    if (another != null && !another.equals(checkin.grant())) {
      // only the answer that is stored with it is looked after later: this one fails, or is kept
      return repeatedWithAnotherGrant(checkin, person, another);
    }
    try {
      return takeNote.of(checkin, person);
    } catch (RuntimeException e) {
      LOG.warn("check-in {} is recorded, its reminder is not: {}", checkin.id(), e.toString());
      return later(checkin, person, checkin.grant());
    }
  }

  private Checkin store(Person person, Plan plan, Checked wanted, Actor actor) {
    Instant now = basis.now();
    PlansSettings settings = basis.settings();
    BoundedTime time = BoundedTime.of(wanted.occurredAt(), now, settings);
    LocalDate day = plan.wish().hours().dayOf(time.at(), person.zone());
    Instant retryAt = now.plus(settings.retryAfter());
    CheckinRows.Stamp stamp =
        new CheckinRows.Stamp(basis.ids().next(), plan.id(), day, now, retryAt, actor);
    if (rows.add(stamp, wanted, time)) {
      days.add(plan, day, wanted.count(), wanted.dailyGoal());
      basis.alarm().set(retryAt);
    }
    return rows.find(plan.id(), wanted.actionId());
  }

  /** The action counts once, and so does each authorisation. */
  private CheckinAnswerView repeatedWithAnotherGrant(Checkin checkin, Person person, Told told) {
    var ignored = takeNote.of(checkin, person);
    ConsentAnswerView grant = takeNote.register(checkin, told);
    return takeNote.answer(checkin, person, plans.find(checkin.plan()), grant);
  }

  /** All that is certain. */
  private static CheckinAnswerView later(Checkin checkin, Person person, @Nullable Told told) {
    return new CheckinAnswerView(
        checkin.actionId(),
        true,
        OffsetDateTime.ofInstant(checkin.at(), person.zone()),
        checkin.time().trust().word(),
        null,
        told == null
            ? null
            : new ConsentAnswerView(told.requestId(), GrantResult.PENDING.word(), null),
        null,
        null,
        true);
  }
}
