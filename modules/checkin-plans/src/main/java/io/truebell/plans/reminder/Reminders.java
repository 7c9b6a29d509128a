package io.truebell.plans.reminder;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.PlanCause;
import io.truebell.plans.plan.PlanMove;
import io.truebell.plans.plan.PlanState;
import io.truebell.plans.plan.Plans;
import io.truebell.plans.reminder.ReminderRows.Reminder;
import io.truebell.plans.reminder.ReminderRows.Standing;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * What becomes of plans' reminders, and so of their plans. A reminder may be several deliveries,
 * where a person has several addresses: the first acceptance counts, and only when all have ended
 * without one does the plan pause.
 */
@Component
class Reminders {
  static final Actor PLANS = new Actor("system", "plans");

  private final ReminderRows rows;
  private final Plans plans;
  private final Pausing pausing;
  private final Resuming resuming;
  private final Clock clock;

  Reminders(ReminderRows rows, Plans plans, Pausing pausing, Resuming resuming, Clock clock) {
    this.rows = rows;
    this.plans = plans;
    this.pausing = pausing;
    this.resuming = resuming;
    this.clock = clock;
  }

  /** The plans that those notifications are reminders of, locked in the order of their ids. */
  Map<NotificationId, Plan> lock(List<NotificationId> notifications) {
    return notifications.isEmpty() ? Map.of() : locked(rows.plansOf(notifications));
  }

  private Map<NotificationId, Plan> locked(Map<NotificationId, UUID> ids) {
    Map<UUID, Plan> byId = plans.lock(Set.copyOf(ids.values()));
    Map<NotificationId, Plan> found = new HashMap<>();
    ids.forEach(
        (notification, id) -> {
          Plan plan = byId.get(id);
          if (plan != null) {
            found.put(notification, plan);
          }
        });
    return found;
  }

  /** In the claim's transaction: what is claimed is being sent, what ended ends the wait. */
  void decided(List<DecidedDelivery> decided) {
    Map<NotificationId, Plan> known =
        lock(decided.stream().map(d -> d.delivery().notification()).distinct().toList());
    Map<DeliveryId, Standing> standings = new LinkedHashMap<>();
    List<Reminder> reminders = new ArrayList<>();
    Map<NotificationId, PlanMove> claimed = new LinkedHashMap<>();
    Map<NotificationId, Reason> ended = new LinkedHashMap<>();
    for (DecidedDelivery d : decided) {
      NotificationId notification = d.delivery().notification();
      Plan plan = known.get(notification);
      if (plan == null) {
        continue;
      }
      reminders.add(new Reminder(d.delivery().id(), notification, plan.id(), Standing.waiting));
      boolean passed = d.verdict() instanceof Verdict.Pass;
      standings.put(d.delivery().id(), passed ? Standing.sending : Standing.ended);
      if (!passed) {
        ended.put(notification, pausing.reason(plan, d.verdict()));
      } else if (plan.state() == PlanState.SCHEDULED && plan.waitsFor(notification)) {
        claimed.put(notification, claim(plan));
      }
    }
    write(reminders, standings);
    Instant now = now();
    plans.move(List.copyOf(claimed.values()), PLANS, now);
    claimed.keySet().forEach(ended::remove);
    pause(known, ended, PlanCause.GATE, now);
  }

  private void write(List<Reminder> known, Map<DeliveryId, Standing> standings) {
    if (!known.isEmpty()) {
      // a resend is a delivery that nobody has told of yet
      rows.add(known, now());
      rows.stand(standings);
    }
  }

  private static PlanMove claim(Plan plan) {
    return PlanMove.reminded(plan, PlanState.SENDING, PlanCause.CLAIM, Reason.of("plan_claimed"));
  }

  /** In the settling transaction; told twice, it changes nothing. */
  void settled(List<SettledDelivery> settled) {
    List<Reminder> reminders = rows.of(settled.stream().map(SettledDelivery::delivery).toList());
    if (reminders.isEmpty()) {
      return;
    }
    Map<DeliveryId, SettledDelivery> outcomes =
        settled.stream().collect(Collectors.toMap(SettledDelivery::delivery, s -> s));
    Map<NotificationId, Plan> known = locked(ids(reminders));
    Map<DeliveryId, Standing> standings = new LinkedHashMap<>();
    Map<NotificationId, Reason> ended = new LinkedHashMap<>();
    List<NotificationId> accepted = new ArrayList<>();
    for (Reminder reminder : reminders) {
      SettledDelivery outcome = outcomes.get(reminder.delivery());
      Plan plan = known.get(reminder.notification());
      if (outcome == null || plan == null || reminder.standing() == Standing.accepted) {
        continue;
      }
      Standing standing = standing(outcome);
      standings.put(reminder.delivery(), standing);
      switch (standing) {
        case accepted -> accepted.add(reminder.notification());
        case ended -> ended.put(reminder.notification(), pausing.reason(plan, outcome));
        case waiting, sending -> {}
      }
    }
    rows.stand(standings);
    accept(known, accepted);
    accepted.forEach(ended::remove);
    pause(known, ended, PlanCause.OUTCOME, now());
  }

  private static Map<NotificationId, UUID> ids(Collection<Reminder> reminders) {
    Map<NotificationId, UUID> ids = new HashMap<>();
    reminders.forEach(r -> ids.put(r.notification(), r.plan()));
    return ids;
  }

  private static Standing standing(SettledDelivery settled) {
    return switch (settled.state()) {
      case ACCEPTED, DELIVERED -> Standing.accepted;
      case QUEUED -> Standing.waiting;
      case CLAIMED -> Standing.sending;
      case UNDELIVERED,
          REJECTED,
          FAILED,
          UNKNOWN,
          MERGED,
          DEGRADED,
          SUPPRESSED,
          CANCELLED,
          EXPIRED,
          INBOX_ONLY ->
          Standing.ended;
    };
  }

  /** What a receipt proves to have arrived was accepted, whatever the answer was. */
  void arrived(DeliveryId delivery) {
    List<Reminder> reminders =
        rows.of(List.of(delivery)).stream().filter(r -> r.standing() != Standing.accepted).toList();
    if (!reminders.isEmpty()) {
      Map<NotificationId, Plan> known = locked(ids(reminders));
      rows.stand(Map.of(delivery, Standing.accepted));
      accept(known, List.copyOf(known.keySet()));
    }
  }

  private void accept(Map<NotificationId, Plan> known, List<NotificationId> accepted) {
    Instant now = now();
    List<PlanMove> moves = new ArrayList<>();
    for (NotificationId notification : Set.copyOf(accepted)) {
      Plan plan = known.get(notification);
      if (plan != null && plan.state() == PlanState.SENDING && plan.waitsFor(notification)) {
        moves.add(accepted(plan, PlanCause.OUTCOME, "plan_reminder_accepted"));
      } else if (plan != null && plan.pausedFor(notification)) {
        moves.add(accepted(plan, PlanCause.LATE_ACCEPTANCE, "plan_accepted_late"));
      }
    }
    make(moves, now);
  }

  private static PlanMove accepted(Plan plan, PlanCause cause, String code) {
    Reason reason = Reason.of(code).with("channel", plan.wish().channel().value());
    return PlanMove.reminded(plan, PlanState.AWAITING_CHECKIN, cause, reason);
  }

  /** Pauses the plans that wait for reminders of which nothing is left. */
  private void pause(
      Map<NotificationId, Plan> known,
      Map<NotificationId, Reason> ended,
      PlanCause cause,
      Instant now) {
    if (ended.isEmpty()) {
      return;
    }
    Set<NotificationId> open = rows.open(ended.keySet());
    List<PlanMove> moves = new ArrayList<>();
    ended.forEach(
        (notification, reason) -> {
          Plan plan = known.get(notification);
          if (plan != null && plan.waitsFor(notification) && !open.contains(notification)) {
            moves.add(PlanMove.reminded(plan, PlanState.PAUSED, cause, reason));
          }
        });
    make(moves, now);
  }

  /** Makes them; whoever checked in while their reminder was being sent goes on at once. */
  private void make(List<PlanMove> moves, Instant now) {
    plans.move(moves, PLANS, now);
    resuming.goOn(
        moves.stream()
            .filter(move -> move.plan().checkedIn())
            .map(move -> move.plan().after(move, now))
            .toList(),
        now);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
