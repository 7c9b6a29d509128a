package io.truebell.plans.reminder;

import io.truebell.core.message.Reason;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.plans.plan.Authorisations;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.Standing;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Why a plan pauses after its reminder ended. */
@Component
class Pausing {
  private final Authorisations authorisations;

  Pausing(Authorisations authorisations) {
    this.authorisations = authorisations;
  }

  /** The gate's own reason; that nothing is left, when that is why it left it to the inbox. */
  Reason reason(Plan plan, Verdict ended) {
    return switch (ended) {
      case Verdict.Degrade degrade -> degraded(plan, degrade.reason());
      case Verdict.Stop stop -> stop.reason();
      case Verdict.Merge merge -> merge.reason();
      case Verdict.Hold _, Verdict.Pass _ ->
          throw new IllegalArgumentException("that does not end a reminder");
    };
  }

  private Reason degraded(Plan plan, Reason gates) {
    Standing standing = authorisations.of(plan);
    return standing.usable() ? gates : standing.lack(plan.wish()).with("because", gates.code());
  }

  /** What the call brought. */
  Reason reason(Plan plan, SettledDelivery settled) {
    Outcome outcome = settled.outcome();
    if (outcome == null) {
      return Reason.of("plan_reminder_ended")
          .with("delivery_state", settled.state().name().toLowerCase(Locale.ROOT));
    }
    String code =
        switch (outcome) {
          case Outcome.Rejected _ -> "plan_reminder_rejected";
          case Outcome.Unknown _ -> "plan_reminder_unknown";
          case Outcome.Failed _, Outcome.Transient _, Outcome.Accepted _ -> "plan_reminder_failed";
        };
    return Reason.of(code)
        .with("channel", plan.wish().channel().value())
        .with("code", outcome.code());
  }
}
