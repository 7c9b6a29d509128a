package io.truebell.plans.plan;

import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One move of one plan, which its caller has locked.
 *
 * @param plan as it stood before
 * @param nextAt when to remind; for moves to {@link PlanState#SCHEDULED} alone
 * @param reminder the notification that the new state is about, if any
 */
public record PlanMove(
    Plan plan,
    PlanState to,
    PlanCause cause,
    Reason reason,
    @Nullable Instant nextAt,
    @Nullable NotificationId reminder) {
  public PlanMove {
    if (!PlanTransitions.allows(plan.state(), to, cause)) {
      throw new IllegalArgumentException(
          "no plan moves from " + plan.state() + " to " + to + " by " + cause);
    }
    if ((to == PlanState.SCHEDULED) != (nextAt != null)) {
      throw new IllegalArgumentException("a time belongs to a scheduled plan alone");
    }
  }

  /** To be reminded at that time. */
  public static PlanMove scheduled(Plan plan, PlanCause cause, Reason reason, Instant nextAt) {
    Reason told = reason.with("next_at", nextAt.toString());
    return new PlanMove(plan, PlanState.SCHEDULED, cause, told, nextAt, null);
  }

  /** Paused for something that has nothing to do with a reminder. */
  public static PlanMove paused(Plan plan, PlanCause cause, Reason reason) {
    return new PlanMove(plan, PlanState.PAUSED, cause, reason, null, null);
  }

  /** To a state that is about the plan's current reminder. */
  public static PlanMove reminded(Plan plan, PlanState to, PlanCause cause, Reason reason) {
    return new PlanMove(plan, to, cause, reason, null, plan.reminder());
  }

  /** Turned off. */
  public static PlanMove disabled(Plan plan, PlanCause cause, Reason reason) {
    return new PlanMove(plan, PlanState.DISABLED, cause, reason, null, null);
  }
}
