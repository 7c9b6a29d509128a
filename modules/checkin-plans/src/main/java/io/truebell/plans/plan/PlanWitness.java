package io.truebell.plans.plan;

import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Witness;
import io.truebell.plans.plan.StillRows.Stand;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Tells when a person's plans did not remind, and why. */
@Component
class PlanWitness implements Witness {
  private final StillRows rows;

  PlanWitness(StillRows rows) {
    this.rows = rows;
  }

  @Override
  public List<Testimony> about(RecipientId recipient, Instant from, Instant to) {
    return rows.still(recipient, from, to).stream().map(stand -> testimony(stand, from)).toList();
  }

  private static Testimony testimony(Stand stand, Instant from) {
    String kind = (stand.at().isBefore(from) ? "plan_was_" : "plan_became_") + stand.state();
    return new Testimony(
        stand.at(),
        kind,
        Reason.of(kind).with("plan", stand.plan()),
        stand.reason(),
        null,
        stand.plan());
  }
}
