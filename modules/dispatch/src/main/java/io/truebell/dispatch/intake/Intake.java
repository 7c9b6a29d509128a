package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.intake.IntakeRows.First;
import io.truebell.dispatch.intake.IntakeRows.NewMessage;
import io.truebell.dispatch.intake.PlannedRows.Planned;
import io.truebell.dispatch.intake.Planner.Plan;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * T1: the fact, a message in each recipient's inbox, and the planned deliveries become true in one
 * transaction. Nothing external happens in it.
 */
@Component
class Intake {
  private final IntakeRows rows;
  private final Planning planning;
  private final DueTenants dueTenants;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final WakeBell bell;

  Intake(
      IntakeRows rows,
      Planning planning,
      DueTenants dueTenants,
      TransactionTemplate transaction,
      Clock clock,
      WakeBell bell) {
    this.rows = rows;
    this.planning = planning;
    this.dueTenants = dueTenants;
    this.transaction = transaction;
    this.clock = clock;
    this.bell = bell;
  }

  /**
   * Accepts it, or returns the first result when its key and content were accepted before.
   *
   * @throws ApiProblem 409 when the key was used for something else, 422 when a recipient is
   *     unknown
   */
  Accepted accept(NewNotification fact, Actor actor) {
    Optional<Accepted> earlier = earlier(fact);
    if (earlier.isPresent()) {
      return earlier.orElseThrow();
    }
    Optional<Accepted> accepted =
        Objects.requireNonNull(transaction.execute(status -> write(fact, actor)));
    if (accepted.isEmpty()) {
      // another call with the same key was faster; it has committed by now
      return earlier(fact).orElseThrow();
    }
    bell.ring();
    return accepted.orElseThrow();
  }

  private Optional<Accepted> earlier(NewNotification fact) {
    if (fact.idempotencyKey() == null) {
      return Optional.empty();
    }
    Optional<First> first = rows.first(fact.idempotencyKey());
    if (first.isPresent()
        && !MessageDigest.isEqual(first.orElseThrow().contentHash(), fact.contentHash())) {
      throw ApiProblem.conflict(
          "idempotency_key_reused",
          "This idempotency key was used for another notification, " + first.get().id() + ".");
    }
    return first.map(f -> new Accepted(f.id(), f.createdAt(), rows.messages(f.id()), true));
  }

  private Optional<Accepted> write(NewNotification fact, Actor actor) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    UUID id = planning.ids().next();
    Map<String, UUID> recipients = planning.recipients(fact);
    String key = Objects.requireNonNullElse(fact.idempotencyKey(), id.toString());
    if (!rows.insertFact(id, fact, key, now, actor.toString())) {
      return Optional.empty();
    }
    Instant notBefore =
        fact.notBefore() != null && fact.notBefore().isAfter(now) ? fact.notBefore() : now;
    Drafts drafts = drafts(fact, recipients);
    rows.insertMessages(id, drafts.messages, now);
    planning.deliveries().insert(id, fact, drafts.planned, notBefore, now, actor.toString());
    if (drafts.planned.stream().anyMatch(p -> p.way() != null)) {
      dueTenants.wake(TenantScope.current().id(), notBefore);
    }
    return Optional.of(new Accepted(id, now, drafts.accepted, false));
  }

  private static final class Drafts {
    private final List<NewMessage> messages = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();
    private final List<Accepted.AcceptedMessage> accepted = new ArrayList<>();
  }

  private Drafts drafts(NewNotification fact, Map<String, UUID> recipients) {
    Map<UUID, Plan> plans = planning.plans(recipients.values(), fact.channels());
    Drafts drafts = new Drafts();
    fact.recipients()
        .forEach(
            (externalId, times) -> {
              UUID recipient = Objects.requireNonNull(recipients.get(externalId));
              Plan plan = Objects.requireNonNull(plans.get(recipient));
              UUID message = planning.ids().next();
              drafts.messages.add(new NewMessage(message, recipient, planning.notes(plan)));
              drafts.accepted.add(new Accepted.AcceptedMessage(message, externalId));
              drafts.planned.addAll(planned(fact, plan, message, recipient, times));
            });
    return drafts;
  }

  private List<Planned> planned(
      NewNotification fact, Plan plan, UUID message, UUID recipient, int times) {
    if (plan.ways().isEmpty()) {
      Reason reason = Planning.inboxOnly(fact, plan);
      return List.of(new Planned(planning.ids().next(), message, recipient, null, reason));
    }
    return plan.ways().stream()
        .map(
            way ->
                new Planned(
                    planning.ids().next(),
                    message,
                    recipient,
                    way,
                    Planning.reason(fact, way, times)))
        .toList();
  }
}
