package io.truebell.dispatch.moves;

import io.truebell.core.identity.Actor;
import io.truebell.dispatch.moves.Moves.Lease;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The guarded update of {@code delivery} that writes {@code trace} in the same statement. */
@Component
class MoveRows {
  // The foreign key from a delivery to its trace entry is checked when the statement ends, so both
  // halves must be in
  // it.
  // The guard on attempt keeps a worker whose lease ran out from settling its successor's claim.
  private static final String MOVE =
      """
      WITH move AS (
        SELECT * FROM unnest(
            :delivery::uuid[], :attempt::int[], :from::text[], :to::text[], :cause::text[],
            :reason::text[], :numbers::jsonb[], :source::text[], :policy::text[], :policy_version::int[],
            :not_before::timestamptz[], :provider_ref::text[], :digest::uuid[], :retried::boolean[])
          AS m(delivery, attempt, from_state, to_state, cause, reason, numbers, source, policy,
               policy_version, not_before, provider_ref, digest, retried)
      ), moved AS (
        UPDATE delivery d
        SET state = m.to_state,
            reason = m.reason,
            trace_seq = d.trace_seq + 1,
            attempt = d.attempt + (m.to_state = 'CLAIMED')::int,
            retries = d.retries + m.retried::int,
            lease_until = CASE WHEN m.to_state = 'CLAIMED' THEN :lease_until::timestamptz END,
            lease_owner = CASE WHEN m.to_state = 'CLAIMED' THEN :lease_owner::text END,
            not_before = coalesce(m.not_before, d.not_before),
            provider_ref = coalesce(m.provider_ref, d.provider_ref),
            digest_id = coalesce(m.digest, d.digest_id),
            receipt_overdue_at = CASE WHEN m.cause = 'OVERDUE' THEN :now::timestamptz ELSE d.receipt_overdue_at END,
            policy_version = m.policy_version,
            updated_at = CASE WHEN m.cause = 'OVERDUE' THEN d.updated_at ELSE :now::timestamptz END
        FROM move m
        WHERE d.id = m.delivery AND d.state = m.from_state AND d.attempt = m.attempt
        RETURNING d.id, d.trace_seq, d.attempt AS now_attempt, m.*
      )
      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers,
                         source, policy, policy_version, attempt, actor)
      SELECT id, trace_seq, :now::timestamptz, from_state, to_state, cause, reason, numbers,
             source, policy, policy_version, now_attempt, :actor
      FROM moved
      RETURNING delivery_id, attempt
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  MoveRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  record Moved(UUID delivery, int attempt) {}

  List<Moved> move(List<Move> moves, Actor actor, Instant now, @Nullable Lease lease) {
    Columns<Move> columns =
        new Columns<>(moves)
            .with("delivery", Move::delivery)
            .with("attempt", Move::attempt)
            .with("from", Move::from)
            .with("to", Move::to)
            .with("cause", Move::cause)
            .with("reason", m -> m.reason().code())
            .with("numbers", m -> json.writeValueAsString(m.reason().with()))
            .with("source", Move::source)
            .with("policy", m -> m.policy().name())
            .with("policy_version", m -> m.policy().version())
            .with("not_before", m -> m.effect().notBefore())
            .with("provider_ref", m -> m.effect().providerRef())
            .with("digest", m -> m.effect().digest())
            .with("retried", m -> m.effect().retried());
    return jdbc.sql(MOVE)
        .params(columns.parameters())
        .param("lease_until", lease == null ? null : lease.until().toString())
        .param("lease_owner", lease == null ? null : lease.owner())
        .param("now", now.toString())
        .param("actor", actor.toString())
        .query(
            (row, n) -> new Moved(row.getObject("delivery_id", UUID.class), row.getInt("attempt")))
        .list();
  }
}
