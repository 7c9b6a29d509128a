package io.truebell.plans.reminder;

import io.truebell.core.message.Category;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.Notifications;
import io.truebell.plans.hours.WakingHours;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.PlanCause;
import io.truebell.plans.plan.PlanMove;
import io.truebell.plans.plan.PlanState;
import io.truebell.plans.plan.PlanWish;
import io.truebell.plans.plan.Plans;
import io.truebell.plans.plan.PlansSettings;
import io.truebell.plans.reminder.ReminderRows.Reminder;
import io.truebell.plans.reminder.ReminderRows.Standing;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Plans whose time has come hand in the fact that reminds: fact and plan are one transaction, so
 * that no plan is due twice and no reminder is lost. Never at night: what was missed waits for the
 * morning.
 */
@Component
class DueReminders {
  private static final Logger LOG = LoggerFactory.getLogger(DueReminders.class);
  private static final int BATCH = 50;

  private final Plans plans;
  private final ReminderRows rows;
  private final Notifications notifications;
  private final Directory directory;
  private final TransactionTemplate transaction;
  private final PlansSettings settings;

  DueReminders(
      Plans plans,
      ReminderRows rows,
      Notifications notifications,
      Directory directory,
      TransactionTemplate transaction,
      PlansSettings settings) {
    this.plans = plans;
    this.rows = rows;
    this.notifications = notifications;
    this.directory = directory;
    this.transaction = transaction;
    this.settings = settings;
  }

  /** Hands in a batch; says how many plans it looked at. */
  int handIn(Instant now) {
    try {
      return handIn(now, BATCH, List.of());
    } catch (RuntimeException e) {
      LOG.warn("reminders are handed in one by one after {}", e.toString());
      return oneByOne(now);
    }
  }

  private int handIn(Instant now, int most, List<UUID> except) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              List<Plan> due = plans.lockDue(now, most, except);
              remind(due, now);
              return due.size();
            }));
  }

  /**
   * One that cannot be handed in holds no other up.
   *
   * @throws RuntimeException the first accident, after all others are done
   */
  private int oneByOne(Instant now) {
    List<UUID> failed = new ArrayList<>();
    RuntimeException first = null;
    int done = 0;
    while (done < BATCH) {
      Attempt attempt = attempt(now, failed);
      if (attempt.plan() == null) {
        break;
      }
      done++;
      if (attempt.accident() != null) {
        failed.add(attempt.plan());
        first = first == null ? attempt.accident() : first;
      }
    }
    if (first != null) {
      throw first;
    }
    return done;
  }

  /**
   * @param plan null when none was due
   * @param accident null when it went well
   */
  private record Attempt(@Nullable UUID plan, @Nullable RuntimeException accident) {}

  private Attempt attempt(Instant now, List<UUID> except) {
    List<Plan> current = new ArrayList<>(1);
    try {
      transaction.executeWithoutResult(
          status -> {
            current.addAll(plans.lockDue(now, 1, except));
            remind(current, now);
          });
      return new Attempt(current.isEmpty() ? null : current.getFirst().id(), null);
    } catch (ApiProblem refused) {
      Plan plan = current.getFirst();
      transaction.executeWithoutResult(status -> pause(plan, refused, now));
      return new Attempt(plan.id(), null);
    } catch (RuntimeException e) {
      if (current.isEmpty()) {
        throw e;
      }
      return new Attempt(current.getFirst().id(), e);
    }
  }

  private void pause(Plan due, ApiProblem refused, Instant now) {
    Plan plan = plans.lock(due.id());
    if (plan.entry() == due.entry()) {
      Reason reason =
          Reason.of("plan_reminder_refused")
              .with("code", refused.code())
              .with("detail", String.valueOf(refused.getMessage()));
      plans.move(List.of(PlanMove.paused(plan, PlanCause.DUE, reason)), Reminders.PLANS, now);
    }
  }

  private void remind(List<Plan> due, Instant now) {
    List<RecipientId> people = due.stream().map(Plan::recipient).distinct().toList();
    Map<RecipientId, Person> known = people.isEmpty() ? Map.of() : directory.find(people);
    List<PlanMove> moves = new ArrayList<>();
    List<Reminder> reminders = new ArrayList<>();
    for (Plan plan : due) {
      Person person = known.get(plan.recipient());
      moves.add(
          person == null
              ? PlanMove.paused(plan, PlanCause.DUE, Reason.of("plan_recipient_gone"))
              : remind(plan, person, reminders, now));
    }
    plans.move(moves, Reminders.PLANS, now);
    if (!reminders.isEmpty()) {
      rows.add(reminders, now);
      rows.forget(
          reminders.stream().map(Reminder::plan).distinct().toList(),
          now.minus(settings.keepReminders()));
    }
  }

  private PlanMove remind(Plan plan, Person person, List<Reminder> reminders, Instant now) {
    String dueAt = String.valueOf(plan.nextAt());
    WakingHours hours = plan.wish().hours();
    if (!hours.awake(now, person.zone())) {
      Reason missed = Reason.of("plan_missed").with("due_at", dueAt);
      Instant next = hours.firstAwake(now, person.zone());
      return PlanMove.scheduled(plan, PlanCause.MISSED, missed, next);
    }
    Notifications.Accepted accepted =
        notifications.accept(fact(plan, person, now), Reminders.PLANS);
    if (accepted.queued().isEmpty()) {
      Reason nowhere =
          Reason.of("no_channel")
              .with("channel", plan.wish().channel().value())
              .with("notification", accepted.id().toString());
      return PlanMove.paused(plan, PlanCause.DUE, nowhere);
    }
    for (DeliveryId delivery : accepted.queued()) {
      reminders.add(new Reminder(delivery, accepted.id(), plan.id(), Standing.waiting));
    }
    Reason queued =
        Reason.of("plan_reminder_queued")
            .with("due_at", dueAt)
            .with("notification", accepted.id().toString());
    return new PlanMove(
        plan, PlanState.SCHEDULED, PlanCause.DUE, queued, plan.nextAt(), accepted.id());
  }

  private Notifications.Fact fact(Plan plan, Person person, Instant now) {
    PlanWish wish = plan.wish();
    return new Notifications.Fact(
        wish.type(),
        Category.TRANSACTIONAL,
        PlanGate.SUBJECT + plan.key(),
        List.of(person.externalId()),
        payload(plan),
        List.of(wish.channel()),
        false,
        null,
        expiresAt(wish.hours(), person.zone(), now),
        "plan:" + plan.id() + ":" + plan.nextAt());
  }

  /** A reminder that comes too late reminds of nothing, and one at night wakes somebody. */
  private Instant expiresAt(WakingHours hours, ZoneId zone, Instant now) {
    Instant bed = hours.end(hours.dayOf(now, zone), zone);
    Instant worthless = now.plus(settings.worthSending());
    return bed.isBefore(worthless) ? bed : worthless;
  }

  private static Map<String, Object> payload(Plan plan) {
    Map<String, Object> payload = new LinkedHashMap<>(plan.wish().payload());
    String title = plan.wish().title();
    if (title != null) {
      payload.put("title", title);
    } else {
      payload.putIfAbsent("title", plan.key());
    }
    return payload;
  }
}
