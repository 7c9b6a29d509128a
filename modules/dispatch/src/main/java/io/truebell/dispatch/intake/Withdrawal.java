package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.intake.WithdrawalRows.Queued;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A sender withdraws what has not been claimed; honest about what is too late. The inbox keeps the
 * messages.
 *
 * <p>What is queued is ended a piece at a time, each in a transaction of its own, so that 100,000
 * deliveries hold no claim up for long. A notification is marked first: what a crash leaves queued,
 * or comes back from a worker for a retry, or arrives in a chunk that was under way, ends at its
 * gate.
 */
@Component
class Withdrawal {
  private static final int AT_ONCE = 2_000;
  private static final int NOTIFICATIONS_AT_ONCE = 500;
  private static final UUID FIRST = new UUID(0, 0);

  private final WithdrawalRows rows;
  private final Moves moves;
  private final GateChain gates;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Withdrawal(
      WithdrawalRows rows,
      Moves moves,
      GateChain gates,
      TransactionTemplate transaction,
      Clock clock) {
    this.rows = rows;
    this.moves = moves;
    this.gates = gates;
    this.transaction = transaction;
    this.clock = clock;
  }

  /**
   * How many deliveries were withdrawn now, and where the others stand.
   *
   * @param notifications how many notifications were marked; a recipient's stay as they are
   * @param tooLate by state, e.g. ACCEPTED 3
   */
  record Result(int notifications, int cancelled, Map<DeliveryState, Long> tooLate) {}

  /**
   * Withdraws a notification. One of its deliveries that a worker holds may still be sent; if it
   * comes back for a retry, it ends then.
   *
   * @throws ApiProblem 404 when there is no such notification
   */
  Result withdraw(UUID notification, Actor actor) {
    if (mark(List.of(notification)) == 0) {
      throw ApiProblem.notFound("notification");
    }
    int cancelled = endOf(notification, actor);
    return new Result(1, cancelled, others(rows.ofNotification(notification), cancelled));
  }

  /** Withdraws every notification about {@code subject} that has been accepted so far. */
  Result withdrawSubject(String subject, @Nullable String type, Actor actor) {
    int notifications = 0;
    List<UUID> marked = new ArrayList<>();
    List<UUID> open;
    // all are marked before any is ended: else one would carry on the digest of another
    do {
      UUID after = marked.isEmpty() ? FIRST : marked.getLast();
      open = rows.openOfSubject(subject, type, after, NOTIFICATIONS_AT_ONCE);
      if (!open.isEmpty()) {
        notifications += mark(open);
        marked.addAll(open);
      }
    } while (open.size() == NOTIFICATIONS_AT_ONCE);
    int cancelled = marked.stream().mapToInt(notification -> endOf(notification, actor)).sum();
    return new Result(notifications, cancelled, others(rows.ofSubject(subject, type), cancelled));
  }

  /**
   * Withdraws what is queued for one recipient now. Other recipients get theirs, so no notification
   * is marked: one that a worker holds may still be sent, by a retry as well.
   */
  Result withdrawRecipient(String externalId, @Nullable String type, Actor actor) {
    UUID recipient =
        rows.recipient(externalId)
            .orElseThrow(
                () -> ApiProblem.invalid("recipient", "unknown_recipient", "there is no such one"));
    int cancelled = 0;
    int ended;
    // where a digest's carrier ends the next message carries it on, until there is none
    do {
      ended = end(after -> rows.queuedOfRecipient(recipient, type, after, AT_ONCE), actor);
      cancelled += ended;
    } while (ended > 0);
    return new Result(0, cancelled, others(rows.ofRecipient(recipient, type), cancelled));
  }

  private int mark(List<UUID> notifications) {
    Instant now = clock.instant();
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              // a chunk of recipients under way ends first, and none begins afterwards
              rows.closeFanOuts(notifications, now);
              return rows.mark(notifications, now);
            }));
  }

  private int endOf(UUID notification, Actor actor) {
    return end(after -> rows.queued(notification, after, AT_ONCE), actor);
  }

  private int end(Function<UUID, List<Queued>> next, Actor actor) {
    int cancelled = 0;
    UUID after = FIRST;
    List<Queued> locked;
    do {
      UUID from = after;
      Piece piece = Objects.requireNonNull(transaction.execute(s -> piece(next, from, actor)));
      locked = piece.locked;
      cancelled += piece.moved;
      after = locked.isEmpty() ? after : locked.getLast().delivery();
    } while (locked.size() == AT_ONCE);
    return cancelled;
  }

  private record Piece(List<Queued> locked, int moved) {}

  private Piece piece(Function<UUID, List<Queued>> next, UUID after, Actor actor) {
    List<Queued> locked = next.apply(after);
    List<Move> list = locked.stream().map(Withdrawal::move).toList();
    Map<UUID, Integer> moved = moves.make(list, actor, clock.instant(), null);
    gates.settle(
        moved.entrySet().stream()
            .map(
                m ->
                    new SettledDelivery(
                        new DeliveryId(m.getKey()), m.getValue(), DeliveryState.CANCELLED, null))
            .toList());
    return new Piece(locked, moved.size());
  }

  /** Those that this call has not withdrawn. */
  private static Map<DeliveryState, Long> others(Map<DeliveryState, Long> all, int cancelled) {
    Map<DeliveryState, Long> others = new EnumMap<>(DeliveryState.class);
    others.putAll(all);
    others.computeIfPresent(
        DeliveryState.CANCELLED, (s, n) -> n > cancelled ? n - cancelled : null);
    return others;
  }

  private static Move move(Queued queued) {
    return new Move(
        queued.delivery(),
        queued.attempt(),
        DeliveryState.QUEUED,
        DeliveryState.CANCELLED,
        Cause.CANCEL,
        Reason.of("sender_withdrew"),
        "withdrawal",
        Moves.SPINE,
        Moves.Effect.NONE);
  }
}
