package io.truebell.dispatch.intake;

import io.truebell.core.message.Reason;
import io.truebell.core.rest.Ids;
import io.truebell.dispatch.intake.IntakeRows.Person;
import io.truebell.dispatch.intake.Planner.Plan;
import io.truebell.dispatch.intake.Planner.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages and planned deliveries that are about to be written together. */
final class Drafts {
  /** One recipient's message. */
  record Draft(UUID message, String externalId, UUID recipient, String notPlanned) {}

  /**
   * One planned delivery.
   *
   * @param way null for inbox only
   */
  record Planned(UUID id, UUID message, UUID recipient, @Nullable Way way, Reason reason) {}

  private final List<Draft> messages = new ArrayList<>();
  private final List<Planned> planned = new ArrayList<>();
  private final Ids ids;
  private boolean anyQueued;

  Drafts(Ids ids) {
    this.ids = ids;
  }

  List<Draft> messages() {
    return messages;
  }

  List<Planned> planned() {
    return planned;
  }

  /** Whether any of them will be due. */
  boolean anyQueued() {
    return anyQueued;
  }

  /**
   * Adds a person's message with a delivery for each way, or one that says why there is none.
   *
   * @param notes what was looked at and not used, as JSON
   * @param reasons what the first trace entry of each delivery says
   */
  void add(String externalId, Person person, Plan plan, String notes, Reasons reasons) {
    UUID message = ids.next();
    messages.add(new Draft(message, externalId, person.id(), notes));
    if (plan.ways().isEmpty()) {
      planned.add(new Planned(ids.next(), message, person.id(), null, reasons.inboxOnly(plan)));
    }
    for (Way way : plan.ways()) {
      planned.add(new Planned(ids.next(), message, person.id(), way, reasons.planned(way)));
      anyQueued = true;
    }
  }

  /** Says why a delivery is born. */
  interface Reasons {
    Reason planned(Way way);

    Reason inboxOnly(Plan plan);
  }
}
