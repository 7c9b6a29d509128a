package io.truebell.dispatch.fanout;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.explain.FanOutView.LineProblem;
import io.truebell.dispatch.fanout.FanOutRows.Standing;
import io.truebell.dispatch.fanout.FanOutRows.Waiting;
import io.truebell.dispatch.intake.Facts;
import io.truebell.dispatch.intake.Facts.Placed;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Effect;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes the recipients of one notification in chunks. Each chunk is one transaction: its messages,
 * its deliveries, the hint that they are due, and the line that is expected next. A crash leaves
 * whole chunks; the same lines again change nothing.
 */
@Component
class FanOut {
  private static final int RELEASED_AT_ONCE = 2_000;
  private static final int NAMED_PROBLEMS = 20;

  private final FanOutRows rows;
  private final Facts facts;
  private final FanOutSettings settings;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final Release release;

  FanOut(
      FanOutRows rows,
      Facts facts,
      FanOutSettings settings,
      TransactionTemplate transaction,
      Clock clock,
      Release release) {
    this.rows = rows;
    this.facts = facts;
    this.settings = settings;
    this.transaction = transaction;
    this.clock = clock;
    this.release = release;
  }

  /** Lines of one chunk. */
  int chunk() {
    return settings.chunk();
  }

  /**
   * Takes one chunk. Lines before the expected one were taken before: they add nothing, except that
   * somebody who was unknown then and is known now gets a message.
   *
   * @param strict whether one wrong line refuses its chunk
   * @throws ApiProblem 404, 409 when the list is closed or lines before these are missing, 422 when
   *     there are too many or, if strict, a wrong one; nothing of the chunk is written then
   */
  void take(UUID notification, List<Line> chunk, boolean strict, Actor actor) {
    transaction.executeWithoutResult(status -> write(notification, chunk, strict, actor));
    release.ring();
  }

  private void write(UUID notification, List<Line> chunk, boolean strict, Actor actor) {
    Standing standing = lock(notification);
    long end = chunk.getLast().index() + 1;
    if (!standing.state().equals("receiving")) {
      if (standing.state().equals("cancelled")) {
        throw ApiProblem.conflict(
            "notification_cancelled",
            "The notification was withdrawn behind line " + standing.nextLine() + ".");
      }
      if (end > standing.nextLine()) {
        throw ApiProblem.conflict(
            "recipients_complete",
            "The list of recipients was closed behind line " + standing.nextLine() + ".");
      }
      return;
    }
    if (chunk.getFirst().index() > standing.nextLine()) {
      throw ApiProblem.conflict(
          "lines_missing",
          "The list has come to offset "
              + standing.nextLine()
              + "; what begins at "
              + chunk.getFirst().index()
              + " leaves a gap.");
    }
    Placed placed = facts.place(notification, ChunkTally.times(chunk), standing.held(), actor);
    ChunkTally tally = ChunkTally.of(chunk, placed, standing.nextLine());
    if (strict && !tally.problems().isEmpty()) {
      throw wrongLines(tally.problems());
    }
    int cured = tally.cured().isEmpty() ? 0 : rows.cure(notification, tally.cured());
    if (!tally.problems().isEmpty()) {
      rows.addProblems(notification, tally.problems());
    }
    Standing after = tally.after(standing, end, cured);
    checkLimits(after);
    if (!after.equals(standing)) {
      rows.advance(notification, after, clock.instant());
    }
  }

  private Standing lock(UUID notification) {
    return rows.lock(notification)
        .orElseThrow(
            () ->
                rows.notificationExists(notification)
                    ? ApiProblem.conflict(
                        "recipients_complete", "The notification came with its recipients.")
                    : ApiProblem.notFound("notification"));
  }

  private void checkLimits(Standing after) {
    if (after.accepted() > settings.maxRecipients()) {
      throw ApiProblem.invalid(
          "recipients",
          "too_many",
          "are more than "
              + settings.maxRecipients()
              + ", the most that one notification can have");
    }
    if (after.problems() > settings.maxProblems()) {
      throw ApiProblem.invalid(
          "recipients",
          "too_many_problems",
          "have more than " + settings.maxProblems() + " wrong lines: is it the right file?");
    }
  }

  private static ApiProblem wrongLines(List<LineProblem> problems) {
    return ApiProblem.invalid(
        problems.stream()
            .limit(NAMED_PROBLEMS)
            .map(
                p ->
                    new FieldProblem(
                        "line " + p.line(),
                        p.code(),
                        p.recipient().isEmpty()
                            ? "cannot be read"
                            : "names \"" + p.recipient() + "\""))
            .toList());
  }

  /**
   * Closes the list; what was held becomes due. Again changes nothing, and goes on with what a
   * crash left held.
   *
   * @throws ApiProblem 404, 409 when it was withdrawn
   */
  void complete(UUID notification, Actor actor) {
    boolean held = Objects.requireNonNull(transaction.execute(status -> close(notification)));
    if (held) {
      release.all(notification, actor);
    }
  }

  private boolean close(UUID notification) {
    Standing standing = lock(notification);
    if (standing.state().equals("cancelled")) {
      throw ApiProblem.conflict("notification_cancelled", "The notification was withdrawn.");
    }
    if (!standing.state().equals("receiving")) {
      return standing.state().equals("releasing");
    }
    rows.state(notification, standing.held() ? "releasing" : "complete", clock.instant());
    return standing.held();
  }

  /** Makes due what waited for the list to be complete, a piece at a time. */
  @Component
  static class Release {
    private final FanOutRows rows;
    private final Facts facts;
    private final Moves moves;
    private final DueTenants dueTenants;
    private final WakeBell bell;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Release(
        FanOutRows rows,
        Facts facts,
        Moves moves,
        DueTenants dueTenants,
        WakeBell bell,
        TransactionTemplate transaction,
        Clock clock) {
      this.rows = rows;
      this.facts = facts;
      this.moves = moves;
      this.dueTenants = dueTenants;
      this.bell = bell;
      this.transaction = transaction;
      this.clock = clock;
    }

    void ring() {
      bell.ringEverywhere();
    }

    void all(UUID notification, Actor actor) {
      UUID after = new UUID(0, 0);
      List<Waiting> released;
      do {
        UUID from = after;
        released =
            Objects.requireNonNull(transaction.execute(status -> piece(notification, from, actor)));
        after = released.isEmpty() ? after : released.getLast().delivery();
        ring();
      } while (!released.isEmpty());
    }

    private List<Waiting> piece(UUID notification, UUID after, Actor actor) {
      Instant now = clock.instant();
      if (!rows.lock(notification).orElseThrow().state().equals("releasing")) {
        return List.of();
      }
      List<Waiting> waiting = rows.held(notification, Facts.HELD, after, RELEASED_AT_ONCE);
      if (waiting.isEmpty()) {
        rows.state(notification, "complete", now);
        return waiting;
      }
      Instant dueAt = facts.dueAt(notification);
      moves.make(waiting.stream().map(w -> released(w, dueAt)).toList(), actor, now, null);
      dueTenants.wake(TenantScope.current().id(), dueAt);
      return waiting;
    }

    private static Move released(Waiting waiting, Instant dueAt) {
      return new Move(
          waiting.delivery(),
          waiting.attempt(),
          DeliveryState.QUEUED,
          DeliveryState.QUEUED,
          Cause.HOLD,
          Reason.of("recipients_complete").with("until", dueAt.toString()),
          "fanout",
          Moves.SPINE,
          Effect.until(dueAt));
    }
  }
}
