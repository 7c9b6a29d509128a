package io.truebell.plans.plan;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.Notifications;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** A person turns their plan on or off. */
@Component
public class TurnPlan {
  private static final Logger LOG = LoggerFactory.getLogger(TurnPlan.class);
  private static final int TRIES = 4;

  private final Wiring wiring;
  private final PlanDays days;
  private final Authorisations authorisations;
  private final Notifications notifications;
  private final TransactionTemplate transaction;
  private final Clock clock;

  TurnPlan(
      Wiring wiring,
      PlanDays days,
      Authorisations authorisations,
      Notifications notifications,
      TransactionTemplate transaction,
      Clock clock) {
    this.wiring = wiring;
    this.days = days;
    this.authorisations = authorisations;
    this.notifications = notifications;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** Where plans are kept. */
  @Component
  record Wiring(PlanRows rows, Plans plans) {}

  /**
   * Turns it on. An authorisation that comes along is kept whatever becomes of the rest.
   *
   * @throws ApiProblem 409 when a plan that is off cannot be turned on, since no authorisation is
   *     left
   */
  @Nullable GrantResult enable(
      Person person, String key, Authorisations.@Nullable Told told, Actor actor) {
    Plan plan = wiring.plans().known(person, key);
    GrantResult result =
        told == null
            ? null
            : inTurn(() -> authorisations.register(plan, told, now(), "plan:" + key, actor));
    return inTurn(
        () -> {
          turnOn(person, key, actor);
          return result;
        });
  }

  private void turnOn(Person person, String key, Actor actor) {
    Plan plan = locked(person, key);
    switch (plan.state()) {
      case DISABLED, PAUSED -> {
        Standing standing = authorisations.of(plan);
        if (standing.usable()) {
          Instant next = days.next(plan, person.zone(), now());
          move(PlanMove.scheduled(plan, PlanCause.ENABLE, Reason.of("plan_enabled"), next), actor);
        } else if (plan.state() == PlanState.DISABLED) {
          throw ApiProblem.conflict(
              standing.lack(plan.wish()).code(),
              "It stays off: no authorisation for its reminders is available.");
        }
      }
      case SCHEDULED, SENDING, AWAITING_CHECKIN -> {}
    }
  }

  /** Turns it off: what is not used up is void at once, and a queued reminder is withdrawn. */
  void disable(Person person, String key, Actor actor) {
    turnOff(person, key, PlanCause.DISABLE, actor);
  }

  /** Removes it; its history stays. */
  void remove(Person person, String key, Actor actor) {
    turnOff(person, key, PlanCause.REMOVE, actor);
  }

  private void turnOff(Person person, String key, PlanCause cause, Actor actor) {
    NotificationId queued =
        inTurn(
            () -> {
              Plan plan = locked(person, key);
              off(plan, cause, actor);
              return Optional.ofNullable(plan.reminder()).filter(plan::waitsFor).orElse(null);
            });
    // outside: a claim locks the delivery first and the plan afterwards
    if (queued != null) {
      withdraw(queued, actor);
    }
  }

  /**
   * In a transaction of its own. A visit of the dispatcher settles and claims in one, so its locks
   * on authorisations and plans can cross with these: whom the database breaks off tries again.
   */
  private <T extends @Nullable Object> T inTurn(Supplier<T> work) {
    for (int left = TRIES; ; left--) {
      try {
        return transaction.execute(status -> work.get());
      } catch (PessimisticLockingFailureException e) {
        if (left <= 1) {
          throw e;
        }
        LOG.info("a plan is turned once more: {}", e.getClass().getSimpleName());
      }
    }
  }

  private void off(Plan plan, PlanCause cause, Actor actor) {
    boolean removed = cause == PlanCause.REMOVE;
    if (plan.state() != PlanState.DISABLED || removed) {
      int voided =
          Authorisations.sparing(
              plan, () -> authorisations.voidAll(plan, PlanReasons.TURNED_OFF, actor));
      Reason reason = Reason.of(removed ? "plan_removed" : "plan_turned_off");
      move(PlanMove.disabled(plan, cause, reason.with("voided", voided)), actor);
    }
    if (removed) {
      wiring.rows().remove(plan.id(), now());
    }
  }

  /**
   * Withdraws a reminder that nobody waits for any more. What cannot be withdrawn now is stopped at
   * its gate, since its plan does not wait for it.
   */
  public void withdraw(NotificationId reminder, Actor actor) {
    try {
      notifications.withdraw(reminder, actor);
    } catch (RuntimeException e) {
      LOG.warn("reminder {} is stopped at its gate, not withdrawn: {}", reminder, e.toString());
    }
  }

  private Plan locked(Person person, String key) {
    return wiring.rows().lock(person.id(), key).orElseThrow(() -> ApiProblem.notFound("plan"));
  }

  private void move(PlanMove move, Actor actor) {
    wiring.plans().move(List.of(move), actor, now());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
