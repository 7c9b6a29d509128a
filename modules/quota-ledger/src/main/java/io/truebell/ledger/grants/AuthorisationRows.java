package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.ledger.base.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The one door through which authorisations move, each move with its entry in the ledger. */
@Component
class AuthorisationRows {
  private static final String BORN =
      """
      WITH born AS (
        INSERT INTO authorisation (id, account_id, kind, state, reason, answered_at)
        VALUES (:id, :account, :kind, 'available', 'grant_given', :answered::timestamptz)
        RETURNING id, account_id
      )
      INSERT INTO ledger_entry (at, account_id, kind, to_state, amount, authorisation_id, actor, reason)
      SELECT :now::timestamptz, account_id, 'granted', 'available', 1, id, :actor, 'grant_given' FROM born
      """;

  // A reservation is its attempt's: another attempt, or nobody any more, does not settle it.
  private static final String MOVE =
      """
      WITH move AS (
        SELECT * FROM unnest(:id::uuid[], :from::text[], :to::text[], :entry::text[], :delivery::uuid[],
                             :attempt::int[], :reason::text[])
          AS m(id, from_state, to_state, entry, delivery, attempt, reason)
      ), moved AS (
        UPDATE authorisation a
        SET state = m.to_state,
            reason = m.reason,
            delivery_id = CASE m.to_state WHEN 'reserved' THEN m.delivery WHEN 'available' THEN NULL ELSE a.delivery_id END,
            attempt = CASE m.to_state WHEN 'reserved' THEN m.attempt WHEN 'available' THEN NULL ELSE a.attempt END,
            reserved_at = CASE m.to_state WHEN 'reserved' THEN :now::timestamptz WHEN 'available' THEN NULL
                                          ELSE a.reserved_at END,
            ended_at = CASE WHEN m.to_state IN ('consumed', 'invalid') THEN :now::timestamptz END
        FROM move m
        WHERE a.id = m.id AND a.state = m.from_state
          AND (m.from_state = 'available' OR (a.delivery_id = m.delivery AND a.attempt = m.attempt))
        RETURNING a.id AS authorisation, a.account_id, m.*
      )
      INSERT INTO ledger_entry (at, account_id, kind, from_state, to_state, amount, authorisation_id, delivery_id,
                                attempt, actor, reason)
      SELECT :now::timestamptz, account_id, entry, from_state, to_state, 1, authorisation, delivery, attempt, :actor,
             reason
      FROM moved ORDER BY authorisation
      RETURNING authorisation_id
      """;

  private static final String NOTE =
      """
      INSERT INTO ledger_entry (at, account_id, kind, amount, authorisation_id, delivery_id, attempt, actor, reason)
      SELECT :now::timestamptz, x.account, 'noted', 0, x.authorisation, x.delivery, x.attempt, :actor, x.reason
      FROM unnest(:account::uuid[], :authorisation::uuid[], :delivery::uuid[], :attempt::int[], :reason::text[])
        AS x(account, authorisation, delivery, attempt, reason)
      """;

  private static final String DOUBT =
      """
      UPDATE authorisation SET in_doubt = true, reason = 'grant_in_doubt' WHERE id = ANY (:ids::uuid[])
      """;

  private static final String AGAIN =
      """
      UPDATE authorisation a SET attempt = x.attempt
      FROM unnest(:id::uuid[], :attempt::int[]) AS x(id, attempt)
      WHERE a.id = x.id AND a.state = 'reserved'
      """;

  private static final String OF_DELIVERIES =
      """
      SELECT * FROM authorisation
      WHERE delivery_id = ANY (:deliveries::uuid[]) AND state = 'reserved' ORDER BY id FOR UPDATE
      """;

  // three indexes, one order of locks
  private static final String TO_SETTLE =
      """
      SELECT * FROM authorisation
      WHERE (delivery_id = ANY (:deliveries::uuid[]) AND state IN ('reserved', 'invalid'))
         OR (account_id = ANY (:accounts::uuid[]) AND state IN ('available', 'reserved'))
         OR (id = ANY (:released::uuid[]) AND state = 'available')
      ORDER BY id FOR UPDATE
      """;

  private static final String UNUSED =
      """
      SELECT * FROM authorisation
      WHERE account_id = ANY (:accounts::uuid[]) AND state IN ('available', 'reserved')
        AND answered_at <= coalesce(:until::timestamptz, 'infinity')
      ORDER BY id FOR UPDATE
      """;

  private final JdbcClient jdbc;

  AuthorisationRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * One that is locked for this transaction.
   *
   * @param delivery the delivery that reserved it
   * @param inDoubt whether a call may have used it already
   */
  record Held(
      UUID id, UUID account, String state, @Nullable UUID delivery, int attempt, boolean inDoubt) {
    boolean reserved() {
      return state.equals("reserved");
    }

    Move move(Step step, String reason) {
      return new Move(id, step, delivery, attempt, reason);
    }

    /** The move that ends it, unused or reserved. */
    Move end(String reason) {
      return move(reserved() ? Step.VOID_RESERVED : Step.VOID_AVAILABLE, reason);
    }
  }

  /** One move; at most one for an authorisation in a batch. */
  record Move(UUID id, Step step, @Nullable UUID delivery, int attempt, String reason) {}

  /** Something to remember that moves nothing. */
  record Note(
      UUID account,
      @Nullable UUID authorisation,
      @Nullable UUID delivery,
      @Nullable Integer attempt,
      String reason) {}

  void bear(UUID id, UUID account, String kind, Instant answered, Actor actor, Instant now) {
    jdbc.sql(BORN)
        .param("id", id)
        .param("account", account)
        .param("kind", kind)
        .param("answered", answered.toString())
        .param("now", now.toString())
        .param("actor", actor.toString())
        .update();
  }

  /** Makes those moves whose authorisations still stand where they are said to. */
  Set<UUID> move(List<Move> moves, Actor actor, Instant now) {
    if (moves.isEmpty()) {
      return Set.of();
    }
    Columns<Move> columns =
        new Columns<>(moves)
            .with("id", Move::id)
            .with("from", m -> m.step().from())
            .with("to", m -> m.step().to())
            .with("entry", m -> m.step().entry())
            .with("delivery", Move::delivery)
            .with("attempt", m -> m.delivery() == null ? null : m.attempt())
            .with("reason", Move::reason);
    return new HashSet<>(
        jdbc.sql(MOVE)
            .params(columns.parameters())
            .param("now", now.toString())
            .param("actor", actor.toString())
            .query(UUID.class)
            .list());
  }

  void note(List<Note> notes, Actor actor, Instant now) {
    if (notes.isEmpty()) {
      return;
    }
    Columns<Note> columns =
        new Columns<>(notes)
            .with("account", Note::account)
            .with("authorisation", Note::authorisation)
            .with("delivery", Note::delivery)
            .with("attempt", Note::attempt)
            .with("reason", Note::reason);
    jdbc.sql(NOTE)
        .params(columns.parameters())
        .param("now", now.toString())
        .param("actor", actor.toString())
        .update();
  }

  void doubt(List<UUID> ids) {
    if (!ids.isEmpty()) {
      jdbc.sql(DOUBT).param("ids", Columns.of(ids, id -> id)).update();
    }
  }

  /** The same reservations, now for a later attempt of their deliveries. */
  void again(List<Move> kept) {
    if (!kept.isEmpty()) {
      Columns<Move> columns =
          new Columns<>(kept).with("id", Move::id).with("attempt", Move::attempt);
      jdbc.sql(AGAIN).params(columns.parameters()).update();
    }
  }

  /** What those deliveries have reserved. */
  List<Held> ofDeliveries(Collection<UUID> deliveries) {
    return held(
        jdbc.sql(OF_DELIVERIES).param("deliveries", Columns.of(List.copyOf(deliveries), id -> id)));
  }

  /**
   * What those deliveries reserved, what else is unused in those accounts, and which of {@code
   * released} are still available.
   */
  List<Held> toSettle(
      Collection<UUID> deliveries, Collection<UUID> accounts, Collection<UUID> released) {
    return held(
        jdbc.sql(TO_SETTLE)
            .param("deliveries", Columns.of(List.copyOf(deliveries), id -> id))
            .param("accounts", Columns.of(List.copyOf(accounts), id -> id))
            .param("released", Columns.of(List.copyOf(released), id -> id)));
  }

  /** What is available or reserved, given at {@code until} or before; null for all of it. */
  List<Held> unused(Collection<UUID> accounts, @Nullable Instant until) {
    return held(
        jdbc.sql(UNUSED)
            .param("accounts", Columns.of(List.copyOf(accounts), id -> id))
            .param("until", until == null ? null : until.toString()));
  }

  private static List<Held> held(JdbcClient.StatementSpec query) {
    return query.query((row, n) -> held(row)).list();
  }

  private static Held held(ResultSet row) throws SQLException {
    return new Held(
        row.getObject("id", UUID.class),
        row.getObject("account_id", UUID.class),
        row.getString("state"),
        row.getObject("delivery_id", UUID.class),
        row.getInt("attempt"),
        row.getBoolean("in_doubt"));
  }
}
