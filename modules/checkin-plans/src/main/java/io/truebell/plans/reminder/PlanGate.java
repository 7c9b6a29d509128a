package io.truebell.plans.reminder;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.plans.plan.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Where a plan's sending joins the deliveries' way: a reminder goes out only while its plan waits
 * for it, and the plan moves in the very transactions that claim and settle the reminder.
 *
 * <p>Reminders are few among a tenant's deliveries, and this is asked of every batch. So a claim
 * costs nothing when no subject is a plan's, and a settlement one look at an index.
 */
@Component
class PlanGate implements Gate {
  /** What the subjects of all reminders begin with. */
  static final String SUBJECT = "plan:";

  private static final Policy POLICY = new Policy("checkin_plan", 1);

  private final Reminders reminders;

  PlanGate(Reminders reminders) {
    this.reminders = reminders;
  }

  @Override
  public GatePlace place() {
    return GatePlace.CANCELLED_OR_EXPIRED;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    // what is only rehearsed is no plan's reminder
    List<DueDelivery> candidates =
        batch.rehearsal()
            ? List.of()
            : batch.deliveries().stream().filter(PlanGate::maybeReminder).toList();
    Map<NotificationId, Plan> plans =
        reminders.lock(candidates.stream().map(DueDelivery::notification).distinct().toList());
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : candidates) {
      Plan plan = plans.get(delivery.notification());
      if (plan != null) {
        verdicts.put(delivery.id(), judge(plan, delivery.notification()));
      }
    }
    return verdicts;
  }

  private static Verdict judge(Plan plan, NotificationId reminder) {
    if (!plan.waitsFor(reminder)) {
      return stop(Reason.of("plan_moved_on").with("plan_state", plan.state().word()), plan);
    }
    return plan.checkedIn() ? stop(Reason.of("plan_already_done"), plan) : Verdict.PASS;
  }

  private static Verdict stop(Reason reason, Plan plan) {
    return new Verdict.Stop(DeliveryState.CANCELLED, reason.with("plan", plan.key()), POLICY);
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    List<DecidedDelivery> candidates =
        decided.stream().filter(d -> maybeReminder(d.delivery())).toList();
    if (!candidates.isEmpty()) {
      reminders.decided(candidates);
    }
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    reminders.settled(settled);
  }

  private static boolean maybeReminder(DueDelivery delivery) {
    return delivery.subject().startsWith(SUBJECT);
  }
}
