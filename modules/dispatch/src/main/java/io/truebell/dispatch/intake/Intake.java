package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.intake.Accepted.AcceptedMessage;
import io.truebell.dispatch.intake.IntakeRows.First;
import io.truebell.dispatch.intake.IntakeRows.Material;
import io.truebell.dispatch.intake.PlannedRows.Stamp;
import io.truebell.dispatch.intake.Planning.Wish;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * T1: the fact, a message in each recipient's inbox, and the planned deliveries become true in one
 * transaction of three round trips. Nothing external happens in it.
 */
@Component
class Intake {
  private final Repetitions repetitions;
  private final Planning planning;
  private final PlannedRows rows;
  private final Waking waking;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Intake(
      Repetitions repetitions,
      Planning planning,
      PlannedRows rows,
      Waking waking,
      TransactionTemplate transaction,
      Clock clock) {
    this.repetitions = repetitions;
    this.planning = planning;
    this.rows = rows;
    this.waking = waking;
    this.transaction = transaction;
    this.clock = clock;
  }

  /**
   * Accepts it, or returns the first result when its key and content were accepted before.
   *
   * @throws ApiProblem 409 when the key was used for something else, 422 when a recipient is
   *     unknown
   */
  Accepted accept(NewNotification fact, Actor actor) {
    Optional<Accepted> accepted;
    try {
      accepted = Objects.requireNonNull(transaction.execute(status -> write(fact, actor)));
    } catch (ApiProblem refused) {
      // what is wrong now may have been right when it was first accepted
      return repetitions.of(fact).map(this::again).orElseThrow(() -> refused);
    }
    if (accepted.isEmpty()) {
      // an earlier call with the same key has committed, perhaps just now
      return again(repetitions.of(fact).orElseThrow());
    }
    waking.ring();
    return accepted.orElseThrow();
  }

  private Accepted again(First first) {
    return new Accepted(first.id(), first.createdAt(), repetitions.messages(first), true);
  }

  private Optional<Accepted> write(NewNotification fact, Actor actor) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Material material = planning.material(fact);
    Drafts drafts = planning.drafts(material, fact.recipients(), Wish.of(fact));
    Instant notBefore =
        fact.notBefore() != null && fact.notBefore().isAfter(now) ? fact.notBefore() : now;
    UUID id = planning.ids().next();
    if (!rows.accept(id, fact, drafts, new Stamp(now, notBefore, actor.toString()))) {
      return Optional.empty();
    }
    if (drafts.anyQueued()) {
      waking.wake(notBefore);
    }
    return Optional.of(
        new Accepted(
            id,
            now,
            drafts.messages().stream()
                .map(m -> new AcceptedMessage(m.message(), m.externalId()))
                .toList(),
            false));
  }

  /** Hints that the tenant has something due. */
  @Component
  static class Waking {
    private final DueTenants dueTenants;
    private final WakeBell bell;

    Waking(DueTenants dueTenants, WakeBell bell) {
      this.dueTenants = dueTenants;
      this.bell = bell;
    }

    /** Inside the transaction that makes it due. */
    void wake(Instant dueAt) {
      dueTenants.wake(TenantScope.current().id(), dueAt);
    }

    /** After it has committed: at once, or with the caller's own transaction. */
    void ring() {
      if (!TransactionSynchronizationManager.isSynchronizationActive()) {
        bell.ringEverywhere();
        return;
      }
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              bell.ringEverywhere();
            }
          });
    }
  }
}
