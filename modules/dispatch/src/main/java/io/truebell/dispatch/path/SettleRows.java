package io.truebell.dispatch.path;

import io.truebell.core.spi.Outcome;
import io.truebell.dispatch.moves.Columns;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What settling and sweeping write beside the moves. */
@Component
class SettleRows {
  // The sweep may have written the attempt already: a late answer says more than its placeholder.
  // Any
  // other record of the attempt stays.
  private static final String ATTEMPTS =
      """
      INSERT INTO attempt (delivery_id, attempt, started_at, ended_at, outcome, called, code, text, node)
      SELECT delivery, attempt, started, ended, outcome, called, code, text, :node
      FROM unnest(:delivery::uuid[], :attempt::int[], :started::timestamptz[], :ended::timestamptz[],
                  :outcome::text[], :called::boolean[], :code::text[], :text::text[])
        AS x(delivery, attempt, started, ended, outcome, called, code, text)
      ON CONFLICT (delivery_id, attempt) DO UPDATE
      SET ended_at = excluded.ended_at, outcome = excluded.outcome, code = excluded.code, text = excluded.text
      WHERE attempt.code IN ('lease_expired', 'worker_died')
      """;

  private static final String DEAD =
      """
      UPDATE endpoint SET status = 'dead', status_reason = x.reason, updated_at = :now::timestamptz,
                          version = version + 1
      FROM unnest(:endpoint::uuid[], :reason::text[]) AS x(endpoint, reason)
      WHERE id = x.endpoint AND status <> 'dead'
      """;

  private static final String EXPIRED =
      """
      SELECT id, attempt, updated_at FROM delivery
      WHERE state = 'CLAIMED' AND lease_until <= :now::timestamptz
      ORDER BY lease_until LIMIT 500
      FOR UPDATE SKIP LOCKED
      """;

  private static final String OWN =
      """
      SELECT id, attempt, updated_at FROM delivery
      WHERE state = 'CLAIMED' AND lease_owner = :node
        AND NOT EXISTS (SELECT FROM unnest(:known::uuid[], :attempts::int[]) AS k(id, attempt)
                        WHERE k.id = delivery.id AND k.attempt = delivery.attempt)
      FOR UPDATE
      """;

  private static final String LEFT_BEHIND =
      """
      SELECT id, attempt, updated_at FROM delivery
      WHERE state = 'CLAIMED' AND lease_owner <> :node
      FOR UPDATE SKIP LOCKED
      """;

  private final JdbcClient jdbc;

  SettleRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** What became of one attempt. */
  record Attempt(
      UUID delivery,
      int attempt,
      Instant startedAt,
      Instant endedAt,
      Outcome outcome,
      boolean called) {}

  record Abandoned(UUID delivery, int attempt, Instant claimedAt) {}

  void record(List<Attempt> attempts, NodeName node) {
    Columns<Attempt> columns =
        new Columns<>(attempts)
            .with("delivery", Attempt::delivery)
            .with("attempt", Attempt::attempt)
            .with("started", Attempt::startedAt)
            .with("ended", Attempt::endedAt)
            .with("outcome", a -> kind(a.outcome()))
            .with("called", Attempt::called)
            .with("code", a -> a.outcome().code())
            .with("text", a -> a.outcome().text());
    jdbc.sql(ATTEMPTS).params(columns.parameters()).param("node", node.toString()).update();
  }

  /** Marks endpoints that a provider proved dead. */
  void markDead(List<AttemptedDelivery> proofs, Instant now) {
    if (proofs.isEmpty()) {
      return;
    }
    Columns<AttemptedDelivery> columns =
        new Columns<>(proofs)
            .with("endpoint", a -> a.claimed().due().endpoint())
            .with("reason", a -> a.outcome().code());
    jdbc.sql(DEAD).params(columns.parameters()).param("now", now.toString()).update();
  }

  List<Abandoned> own(NodeName node, List<InFlight.Held> known) {
    Columns<InFlight.Held> columns =
        new Columns<>(known)
            .with("known", InFlight.Held::delivery)
            .with("attempts", InFlight.Held::attempt);
    return abandoned(jdbc.sql(OWN).params(columns.parameters()).param("node", node.toString()));
  }

  List<Abandoned> expired(Instant now) {
    return abandoned(jdbc.sql(EXPIRED).param("now", now.toString()));
  }

  List<Abandoned> leftBehind(NodeName node) {
    return abandoned(jdbc.sql(LEFT_BEHIND).param("node", node.toString()));
  }

  private static List<Abandoned> abandoned(JdbcClient.StatementSpec query) {
    return query
        .query(
            (row, n) ->
                new Abandoned(
                    row.getObject("id", UUID.class),
                    row.getInt("attempt"),
                    row.getTimestamp("updated_at").toInstant()))
        .list();
  }

  private static String kind(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Accepted _ -> "accepted";
      case Outcome.Rejected _ -> "rejected";
      case Outcome.Transient _ -> "transient";
      case Outcome.Failed _ -> "failed";
      case Outcome.Unknown _ -> "unknown";
    };
  }
}
