package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.moves.Columns;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A sender withdraws a notification; honest about what is too late. The inbox keeps the message.
 */
@Component
class Withdrawal {
  private static final String WITHDRAW =
      """
      UPDATE notification SET cancelled_at = coalesce(cancelled_at, :now::timestamptz) WHERE id = :id
      """;

  // Only what can still be withdrawn is locked: a settlement of the others never waits for this.
  private static final String QUEUED =
      """
      SELECT id, attempt FROM delivery WHERE notification_id = :id AND state = 'QUEUED' ORDER BY id FOR UPDATE
      """;

  private static final String OTHERS =
      """
      SELECT d.state, count(*) AS deliveries
      FROM message m JOIN delivery d ON d.message_id = m.id
      WHERE m.notification_id = :id AND d.id <> ALL (:withdrawn::uuid[])
      GROUP BY d.state
      """;

  private final JdbcClient jdbc;
  private final Moves moves;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Withdrawal(JdbcClient jdbc, Moves moves, TransactionTemplate transaction, Clock clock) {
    this.jdbc = jdbc;
    this.moves = moves;
    this.transaction = transaction;
    this.clock = clock;
  }

  /**
   * How many deliveries were withdrawn now, and where the others stand.
   *
   * @param tooLate by state, e.g. ACCEPTED 3
   */
  record Result(int cancelled, Map<DeliveryState, Long> tooLate) {}

  /**
   * Withdraws what has not been claimed. One that a worker holds may still be sent; if it comes
   * back for a retry, it ends then.
   *
   * @throws ApiProblem 404 when there is no such notification
   */
  Result withdraw(UUID notification, Actor actor) {
    return Objects.requireNonNull(transaction.execute(status -> write(notification, actor)));
  }

  private Result write(UUID notification, Actor actor) {
    Instant now = clock.instant();
    if (jdbc.sql(WITHDRAW).param("id", notification).param("now", now.toString()).update() == 0) {
      throw ApiProblem.notFound("notification");
    }
    List<Move> list =
        jdbc.sql(QUEUED)
            .param("id", notification)
            .query((row, n) -> move(row.getObject("id", UUID.class), row.getInt("attempt")))
            .list();
    Set<UUID> withdrawn = moves.make(list, actor, now, null).keySet();
    Map<DeliveryState, Long> others = new EnumMap<>(DeliveryState.class);
    jdbc.sql(OTHERS)
        .param("id", notification)
        .param("withdrawn", Columns.of(List.copyOf(withdrawn)))
        .query(
            row -> {
              others.put(DeliveryState.valueOf(row.getString("state")), row.getLong("deliveries"));
            });
    return new Result(withdrawn.size(), others);
  }

  private static Move move(UUID delivery, int attempt) {
    return new Move(
        delivery,
        attempt,
        DeliveryState.QUEUED,
        DeliveryState.CANCELLED,
        Cause.CANCEL,
        Reason.of("sender_withdrew"),
        "withdrawal",
        Moves.SPINE,
        Moves.Effect.NONE);
  }
}
