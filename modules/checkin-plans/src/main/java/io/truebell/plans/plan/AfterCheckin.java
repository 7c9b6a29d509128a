package io.truebell.plans.plan;

import io.truebell.core.message.Reason;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Where a plan goes after its person checked in. */
@Component
public class AfterCheckin {
  private final PlanDays days;
  private final Authorisations authorisations;

  AfterCheckin(PlanDays days, Authorisations authorisations) {
    this.days = days;
    this.authorisations = authorisations;
  }

  /**
   * What a plan has to know of a check-in.
   *
   * @param latest whether none that is known happened later
   * @param refused whether the person refused further reminders with it
   */
  public record Seen(boolean latest, boolean refused) {
    /** One whose answer to the question, if there was one, is with the authorisations. */
    public static final Seen LATEST = new Seen(true, false);
  }

  /**
   * The move of a locked plan that has taken note of the check-in; empty when it stays where it is,
   * which one does that is off, and one whose reminder is being sent: what becomes of that is
   * waited for.
   */
  public Optional<PlanMove> move(Plan plan, Seen seen, ZoneId zone, Instant now) {
    return switch (plan.state()) {
      case DISABLED, SENDING -> Optional.empty();
      case SCHEDULED, AWAITING_CHECKIN, PAUSED -> {
        Standing standing = authorisations.of(plan);
        yield standing.usable() && !seen.refused()
            ? goOn(plan, seen, zone, now)
            : pause(plan, lack(plan, standing));
      }
    };
  }

  private static Reason lack(Plan plan, Standing standing) {
    return standing.usable()
        ? Reason.of(PlanReasons.REFUSED).with("channel", plan.wish().channel().value())
        : standing.lack(plan.wish());
  }

  private static Optional<PlanMove> pause(Plan plan, Reason lack) {
    boolean known = plan.state() == PlanState.PAUSED && plan.reason().code().equals(lack.code());
    return known ? Optional.empty() : Optional.of(PlanMove.paused(plan, PlanCause.CHECK_IN, lack));
  }

  private Optional<PlanMove> goOn(Plan plan, Seen seen, ZoneId zone, Instant now) {
    Instant next = days.next(plan, zone, now);
    Instant checkedIn = plan.lastCheckinAt() == null ? now : plan.lastCheckinAt();
    boolean reached = days.reached(plan, checkedIn, zone);
    if (plan.state() == PlanState.SCHEDULED && stays(plan, seen, next, reached)) {
      return Optional.empty();
    }
    Reason reason =
        Reason.of(reached ? "plan_goal_reached" : "plan_checked_in")
            .with("checked_in_at", checkedIn.toString());
    return Optional.of(PlanMove.scheduled(plan, PlanCause.CHECK_IN, reason, next));
  }

  /** One that is handed in late brings nothing forward, and takes back no reminder. */
  private static boolean stays(Plan plan, Seen seen, Instant next, boolean reached) {
    if (plan.reminder() != null) {
      return !seen.latest() && !reached;
    }
    return next.equals(plan.nextAt())
        || (!seen.latest() && plan.nextAt() != null && next.isBefore(plan.nextAt()));
  }
}
