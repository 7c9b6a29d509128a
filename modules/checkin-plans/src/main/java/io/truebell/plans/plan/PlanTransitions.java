package io.truebell.plans.plan;

import static io.truebell.plans.plan.PlanCause.CHANGE;
import static io.truebell.plans.plan.PlanCause.CHECK_IN;
import static io.truebell.plans.plan.PlanCause.CLAIM;
import static io.truebell.plans.plan.PlanCause.CREATE;
import static io.truebell.plans.plan.PlanCause.DISABLE;
import static io.truebell.plans.plan.PlanCause.DUE;
import static io.truebell.plans.plan.PlanCause.ENABLE;
import static io.truebell.plans.plan.PlanCause.GATE;
import static io.truebell.plans.plan.PlanCause.GRANT;
import static io.truebell.plans.plan.PlanCause.LATE_ACCEPTANCE;
import static io.truebell.plans.plan.PlanCause.MISSED;
import static io.truebell.plans.plan.PlanCause.OUTCOME;
import static io.truebell.plans.plan.PlanCause.REMOVE;
import static io.truebell.plans.plan.PlanCause.VOID;
import static io.truebell.plans.plan.PlanState.AWAITING_CHECKIN;
import static io.truebell.plans.plan.PlanState.DISABLED;
import static io.truebell.plans.plan.PlanState.PAUSED;
import static io.truebell.plans.plan.PlanState.SCHEDULED;
import static io.truebell.plans.plan.PlanState.SENDING;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The positive table of a plan's moves: what is not in it cannot happen. The database holds the
 * same table in a trigger, and a test holds the two against each other.
 */
final class PlanTransitions {
  /**
   * One allowed move.
   *
   * @param from the state before, or null for a plan that has just been made
   */
  record Move(@Nullable PlanState from, PlanState to, PlanCause cause) {}

  private static final List<Move> TABLE =
      Stream.of(
              moves(null, DISABLED, CREATE),
              moves(DISABLED, SCHEDULED, ENABLE),
              moves(DISABLED, DISABLED, REMOVE),
              moves(SCHEDULED, SENDING, CLAIM),
              // its reminder is queued, or its time is another one
              moves(SCHEDULED, SCHEDULED, DUE, MISSED, CHECK_IN, CHANGE),
              moves(SCHEDULED, PAUSED, DUE, GATE, OUTCOME, CHECK_IN, CHANGE, VOID),
              moves(SENDING, AWAITING_CHECKIN, OUTCOME),
              moves(SENDING, PAUSED, OUTCOME, GATE, VOID),
              moves(AWAITING_CHECKIN, SCHEDULED, CHECK_IN),
              moves(AWAITING_CHECKIN, PAUSED, CHECK_IN, VOID),
              moves(PAUSED, SCHEDULED, CHECK_IN, GRANT, ENABLE),
              moves(PAUSED, AWAITING_CHECKIN, LATE_ACCEPTANCE),
              // something else is missing now
              moves(PAUSED, PAUSED, CHECK_IN, VOID),
              moves(SCHEDULED, DISABLED, DISABLE, REMOVE),
              moves(SENDING, DISABLED, DISABLE, REMOVE),
              moves(AWAITING_CHECKIN, DISABLED, DISABLE, REMOVE),
              moves(PAUSED, DISABLED, DISABLE, REMOVE))
          .flatMap(List::stream)
          .toList();

  private PlanTransitions() {}

  private static List<Move> moves(@Nullable PlanState from, PlanState to, PlanCause... causes) {
    return Stream.of(causes).map(cause -> new Move(from, to, cause)).toList();
  }

  /** Every allowed move, in the order of a plan's life. */
  static List<Move> inOrder() {
    return TABLE;
  }

  /** Whether the table has this move. */
  static boolean allows(@Nullable PlanState from, PlanState to, PlanCause cause) {
    return TABLE.contains(new Move(from, to, cause));
  }
}
