package io.truebell.suppression;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What people's refusals and consents change. */
@Component
class RefusalRows {
  // It counts from the claim: the person had refused by then, and what came afterwards is a new
  // consent. The youngest refusal wins, in whatever order they are stored; the order of the rows
  // keeps two batches from waiting for each other in a circle.
  private static final String REFUSED =
      """
      INSERT INTO suppression AS s (id, recipient_id, channel, endpoint_id, sandbox, set_by, reason, source, evidence,
                                    delivery_id, since, created_at)
      SELECT DISTINCT ON (d.recipient_id, d.channel, scope.endpoint)
             p.id, d.recipient_id, d.channel, scope.endpoint, d.sandbox, 'person', :reason, p.source, p.evidence,
             d.id, counts.since, :now::timestamptz
      FROM unnest(:id::uuid[], :delivery::uuid[], :source::text[], :evidence::text[])
        AS p(id, delivery, source, evidence)
      JOIN delivery d ON d.id = p.delivery
      CROSS JOIN LATERAL (SELECT CASE WHEN d.sandbox THEN d.endpoint_id END AS endpoint) scope
      CROSS JOIN LATERAL (
        SELECT coalesce(max(t.at), d.created_at) AS since FROM trace t
        WHERE t.delivery_id = d.id AND t.to_state = 'CLAIMED') counts
      WHERE NOT EXISTS (
        SELECT FROM suppression_cleared c
        WHERE c.recipient_id = d.recipient_id AND c.channel = d.channel AND c.sandbox = d.sandbox
          AND c.at > counts.since)
      ORDER BY d.recipient_id, d.channel, scope.endpoint, counts.since DESC, d.id
      ON CONFLICT (recipient_id, channel, endpoint_id, category, set_by) WHERE lifted_at IS NULL
      DO UPDATE SET since = excluded.since, reason = excluded.reason, source = excluded.source,
                    evidence = excluded.evidence, delivery_id = excluded.delivery_id
      WHERE s.since < excluded.since
      """;

  // It waits for nobody who is just storing a refusal: the gate compares the times anyway.
  private static final String CONSENTED =
      """
      WITH cleared AS (
        INSERT INTO suppression_cleared AS c (recipient_id, channel, sandbox, at)
        VALUES (:recipient, :channel, :sandbox, :at::timestamptz)
        ON CONFLICT (recipient_id, channel, sandbox) DO UPDATE SET at = excluded.at WHERE c.at < excluded.at
      )
      UPDATE suppression SET lifted_at = :now::timestamptz, lifted_by = :by, lift_reason = :reason
      WHERE id IN (
        SELECT id FROM suppression
        WHERE recipient_id = :recipient AND channel = :channel AND sandbox = :sandbox AND set_by = 'person'
          AND lifted_at IS NULL AND since < :at::timestamptz
        FOR UPDATE SKIP LOCKED)
      """;

  private static final String CHANNELS =
      """
      SELECT id, channel FROM delivery WHERE id = ANY (:deliveries::uuid[])
      """;

  private final JdbcClient jdbc;

  RefusalRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** That a delivery's answer or receipt proves a refusal. */
  record Proven(UUID id, UUID delivery, String source, String evidence) {}

  /** That a person wants a channel's messages again. */
  record Consent(
      RecipientId recipient, ChannelKey channel, boolean sandbox, Instant at, String by) {}

  /** Which channel each delivery went through. */
  Map<DeliveryId, ChannelKey> channels(Collection<DeliveryId> deliveries) {
    Map<DeliveryId, ChannelKey> channels = new HashMap<>();
    jdbc.sql(CHANNELS)
        .param("deliveries", deliveries.stream().map(DeliveryId::toString).toArray(String[]::new))
        .query(
            row -> {
              channels.put(
                  new DeliveryId(row.getObject("id", UUID.class)),
                  new ChannelKey(row.getString("channel")));
            });
    return channels;
  }

  void refused(List<Proven> proofs, Instant now) {
    jdbc.sql(REFUSED)
        .param("id", column(proofs, Proven::id))
        .param("delivery", column(proofs, Proven::delivery))
        .param("source", column(proofs, Proven::source))
        .param("evidence", column(proofs, Proven::evidence))
        .param("reason", SuppressionReasons.REFUSED)
        .param("now", now.toString())
        .update();
  }

  void consented(Consent consent, Instant now) {
    jdbc.sql(CONSENTED)
        .param("recipient", consent.recipient().value())
        .param("channel", consent.channel().value())
        .param("sandbox", consent.sandbox())
        .param("at", consent.at().toString())
        .param("by", consent.by())
        .param("reason", SuppressionReasons.CONSENTED)
        .param("now", now.toString())
        .update();
  }

  private static String[] column(List<Proven> proofs, Function<Proven, Object> value) {
    return proofs.stream().map(p -> value.apply(p).toString()).toArray(String[]::new);
  }
}
