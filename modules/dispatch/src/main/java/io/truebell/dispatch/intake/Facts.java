package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.intake.IntakeRows.First;
import io.truebell.dispatch.intake.IntakeRows.Material;
import io.truebell.dispatch.intake.IntakeRows.Wishes;
import io.truebell.dispatch.intake.PlannedRows.Stamp;
import io.truebell.dispatch.intake.Planning.Wish;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Facts that are accepted before their recipients are known, and messages for those who come. */
@Component
public class Facts {
  /** Later than anything: what is not due before somebody says so. */
  public static final Instant HELD = Instant.parse("9999-12-31T00:00:00Z");

  private final NotificationChecks checks;
  private final Repetitions repetitions;
  private final Planning planning;
  private final IntakeRows reads;
  private final PlannedRows writes;
  private final Intake.Waking waking;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Facts(
      NotificationChecks checks,
      Repetitions repetitions,
      Planning planning,
      IntakeRows reads,
      PlannedRows writes,
      Intake.Waking waking,
      TransactionTemplate transaction,
      Clock clock) {
    this.checks = checks;
    this.repetitions = repetitions;
    this.planning = planning;
    this.reads = reads;
    this.writes = writes;
    this.waking = waking;
    this.transaction = transaction;
    this.clock = clock;
  }

  /**
   * Who of those named got a message.
   *
   * @param unknown no recipient has this id
   * @param already had a message of this notification before
   */
  public record Placed(Set<String> unknown, Set<String> already, int messages) {}

  /**
   * Accepts a fact without recipients, or finds the earlier one with the same key and content.
   *
   * @param held whether nothing of it is due before its list of recipients is complete
   * @param also written in the same transaction when the fact is new
   * @throws ApiProblem 409 when the key was used for something else, 422 when a field is wrong
   */
  public UUID begin(
      NotificationRequest request,
      @Nullable String key,
      boolean held,
      Actor actor,
      BiConsumer<UUID, Instant> also) {
    NewNotification fact = checks.checkWithoutRecipients(request, key, held);
    Optional<UUID> begun;
    try {
      checks.checkTimes(fact);
      begun = Objects.requireNonNull(transaction.execute(status -> write(fact, actor, also)));
    } catch (ApiProblem refused) {
      return repetitions.of(fact).map(First::id).orElseThrow(() -> refused);
    }
    return begun.orElseGet(() -> repetitions.of(fact).orElseThrow().id());
  }

  private Optional<UUID> write(NewNotification fact, Actor actor, BiConsumer<UUID, Instant> also) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    UUID id = planning.ids().next();
    if (!writes.begin(id, fact, new Stamp(now, now, actor.toString()))) {
      return Optional.empty();
    }
    also.accept(id, now);
    return Optional.of(id);
  }

  /**
   * Makes messages and deliveries for those who are known and have none yet, inside the caller's
   * transaction, which alone adds recipients to this notification.
   *
   * @param times external ids, with how often each is named
   */
  public Placed place(UUID notification, Map<String, Integer> times, boolean held, Actor actor) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Wishes wishes = reads.wishes(notification).orElseThrow();
    Material material = reads.material(times.keySet(), wishes.type(), notification);
    Set<String> unknown = new HashSet<>();
    Set<String> already = new HashSet<>();
    Map<String, Integer> fresh = new LinkedHashMap<>();
    times.forEach(
        (externalId, named) -> {
          IntakeRows.Person person = material.people().get(externalId);
          if (person == null) {
            unknown.add(externalId);
          } else if (person.placed()) {
            already.add(externalId);
          } else {
            fresh.put(externalId, named);
          }
        });
    if (!fresh.isEmpty()) {
      Wish wish = new Wish(wishes.channels(), wishes.notBefore(), held);
      Drafts drafts = planning.drafts(material, fresh, wish);
      Instant notBefore = held ? HELD : later(wishes.notBefore(), now);
      writes.place(notification, drafts, new Stamp(now, notBefore, actor.toString()));
      if (drafts.anyQueued() && !held) {
        waking.wake(notBefore);
      }
    }
    return new Placed(unknown, already, fresh.size());
  }

  /** When what is released now becomes due. */
  public Instant dueAt(UUID notification) {
    return later(reads.wishes(notification).orElseThrow().notBefore(), clock.instant());
  }

  private static Instant later(@Nullable Instant asked, Instant now) {
    return asked != null && asked.isAfter(now) ? asked : now;
  }
}
