package io.truebell.plans.plan;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The plans of the scope's tenant. {@link #move} is the only door through which one changes its
 * state: a guarded update that writes its entry in the history in the same statement. A move that
 * {@link PlanTransitions} lacks is refused before it reaches the database, which refuses it too.
 */
@Component
public class Plans {
  private final PlanRows rows;
  private final PlanAlarm alarm;
  private final Directory directory;

  Plans(PlanRows rows, PlanAlarm alarm, Directory directory) {
    this.rows = rows;
    this.alarm = alarm;
    this.directory = directory;
  }

  /**
   * The person of that id.
   *
   * @throws ApiProblem 404 when the tenant knows nobody by that id
   */
  public Person person(String externalId) {
    return directory.find(externalId).orElseThrow(() -> ApiProblem.notFound("recipient"));
  }

  /** The person whom a plan is for; empty when there is no such recipient any more. */
  public Optional<Person> personOf(Plan plan) {
    return Optional.ofNullable(directory.find(List.of(plan.recipient())).get(plan.recipient()));
  }

  /**
   * The person's plan of that key.
   *
   * @throws ApiProblem 404 when the person has no such plan
   */
  public Plan known(Person person, String key) {
    return rows.find(person.id(), key).orElseThrow(() -> ApiProblem.notFound("plan"));
  }

  /** One by its id; also one that was removed. */
  public Plan find(UUID plan) {
    return rows.find(plan);
  }

  /** Locks one for this transaction. */
  public Plan lock(UUID plan) {
    return rows.lock(plan);
  }

  /** Locks them in the order of ids. */
  public Map<UUID, Plan> lock(Set<UUID> plans) {
    Map<UUID, Plan> locked = new HashMap<>();
    rows.lock(plans).forEach(plan -> locked.put(plan.id(), plan));
    return locked;
  }

  /**
   * Locks those of a person on a channel that are turned on, in the order of ids.
   *
   * @param onlyFree leaves out what others hold, and never waits
   */
  public List<Plan> lockOn(RecipientId recipient, ChannelKey channel, boolean onlyFree) {
    return rows.lockOn(recipient, channel, onlyFree);
  }

  /** How many {@link #lockOn} would lock if nobody held any. */
  public long countOn(RecipientId recipient, ChannelKey channel) {
    return rows.countOn(recipient, channel);
  }

  /** Locks plans whose time has come and whose reminder is not queued yet, longest due first. */
  public List<Plan> lockDue(Instant now, int most, List<UUID> except) {
    return rows.lockDue(now, most, except);
  }

  /** When a plan is due next; null when none is. */
  public @Nullable Instant nextDue() {
    return rows.nextDue();
  }

  /** Takes note of a check-in, whether or not it moves the plan. */
  public Plan checkedIn(Plan plan, Instant at) {
    Instant latest =
        plan.lastCheckinAt() == null || at.isAfter(plan.lastCheckinAt())
            ? at
            : plan.lastCheckinAt();
    rows.checkedIn(plan.id(), latest);
    return plan.checkedInAt(latest);
  }

  /**
   * Makes these moves of locked plans, at most one for each.
   *
   * @throws IllegalStateException when one of them does not stand where it is said to
   */
  public void move(List<PlanMove> moves, Actor actor, Instant now) {
    if (moves.isEmpty()) {
      return;
    }
    if (rows.move(moves, actor, now) != moves.size()) {
      throw new IllegalStateException("a plan was moved without its lock");
    }
    moves.stream()
        .filter(move -> move.reminder() == null)
        .map(PlanMove::nextAt)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .ifPresent(alarm::set);
  }
}
