package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
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

  private static final String DELIVERIES =
      """
      SELECT id, state, attempt FROM delivery WHERE notification_id = :id ORDER BY id FOR UPDATE
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

  private record Row(UUID id, DeliveryState state, int attempt) {}

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
    List<Row> rows =
        jdbc.sql(DELIVERIES)
            .param("id", notification)
            .query(
                (row, n) ->
                    new Row(
                        row.getObject("id", UUID.class),
                        DeliveryState.valueOf(row.getString("state")),
                        row.getInt("attempt")))
            .list();
    List<Move> list =
        rows.stream().filter(r -> r.state() == DeliveryState.QUEUED).map(Withdrawal::move).toList();
    int cancelled = moves.make(list, actor, now, null).size();
    Map<DeliveryState, Long> others =
        rows.stream()
            .map(Row::state)
            .filter(s -> s != DeliveryState.QUEUED)
            .collect(Collectors.groupingBy(s -> s, Collectors.counting()));
    return new Result(cancelled, others);
  }

  private static Move move(Row row) {
    return new Move(
        row.id(),
        row.attempt(),
        DeliveryState.QUEUED,
        DeliveryState.CANCELLED,
        Cause.CANCEL,
        Reason.of("sender_withdrew"),
        "withdrawal",
        Moves.SPINE,
        Moves.Effect.NONE);
  }
}
