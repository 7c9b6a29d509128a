package io.truebell.calm.window;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.RecipientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Digests as claims see and change them. Rows are always locked in the order of ids. */
@Component
class DigestRows {
  // Locked for the length of the claim: nobody ends a digest while somebody is just joining it.
  private static final String FIND =
      """
      SELECT id, carrier, recipient_id, account_id, subject, policy_version, due_at, state, members
      FROM calm_digest
      WHERE (carrier = ANY (:ids::uuid[]) AND state <> 'ended')
         OR (state = 'open' AND recipient_id = ANY (:recipient::uuid[])
             AND (recipient_id, account_id, subject) IN (
               SELECT * FROM unnest(:recipient::uuid[], :account::uuid[], :subject::text[])))
      ORDER BY id
      """;
  private static final String FIND_AND_LOCK = FIND + "FOR UPDATE";

  private static final String OPEN =
      """
      INSERT INTO calm_digest (id, carrier, recipient_id, account_id, subject, policy_version, opened_at, due_at, state)
      SELECT id, id, recipient, account, subject, version, :now::timestamptz, due, 'open'
      FROM unnest(:id::uuid[], :recipient::uuid[], :account::uuid[], :subject::text[], :version::int[], :due::timestamptz[])
        AS x(id, recipient, account, subject, version, due)
      """;

  private static final String JOIN =
      """
      WITH joined AS (
        INSERT INTO calm_member (digest_id, delivery_id, at)
        SELECT digest, delivery, :now::timestamptz FROM unnest(:digest::uuid[], :delivery::uuid[]) AS x(digest, delivery)
        RETURNING digest_id
      )
      UPDATE calm_digest g SET members = g.members + j.more
      FROM (SELECT digest_id, count(*)::int AS more FROM joined GROUP BY digest_id) j
      WHERE g.id = j.digest_id
      """;

  private static final String CLOSE =
      """
      UPDATE calm_digest SET state = 'sent', closed_at = :now::timestamptz
      WHERE carrier = ANY (:ids::uuid[]) AND state = 'open'
      """;

  private final JdbcClient jdbc;

  DigestRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** That a delivery joins a digest. */
  record Joining(UUID digest, DeliveryId delivery) {}

  /** Digests that {@code deliveries} carry, and those that are open for {@code keys}. */
  List<Digest> find(Collection<DeliveryId> deliveries, Collection<Key> keys, boolean lock) {
    return jdbc.sql(lock ? FIND_AND_LOCK : FIND)
        .params(keyed(new Columns<>(List.copyOf(keys)), k -> k).parameters())
        .param("ids", Columns.of(deliveries))
        .query((row, n) -> digest(row))
        .list();
  }

  void open(List<Digest> digests, Instant now) {
    if (digests.isEmpty()) {
      return;
    }
    Columns<Digest> columns =
        keyed(new Columns<>(digests), Digest::key)
            .with("id", Digest::id)
            .with("version", Digest::policyVersion)
            .with("due", Digest::dueAt);
    jdbc.sql(OPEN).params(columns.parameters()).param("now", now.toString()).update();
  }

  void join(List<Joining> joining, Instant now) {
    if (joining.isEmpty()) {
      return;
    }
    Columns<Joining> columns =
        new Columns<>(joining).with("digest", Joining::digest).with("delivery", Joining::delivery);
    jdbc.sql(JOIN).params(columns.parameters()).param("now", now.toString()).update();
  }

  /** Their carriers are claimed: nobody joins any more. */
  void close(Collection<DeliveryId> carriers, Instant now) {
    if (!carriers.isEmpty()) {
      jdbc.sql(CLOSE).param("ids", Columns.of(carriers)).param("now", now.toString()).update();
    }
  }

  private static <T> Columns<T> keyed(Columns<T> columns, Function<T, Key> key) {
    return columns
        .with("recipient", t -> key.apply(t).recipient())
        .with("account", t -> key.apply(t).account())
        .with("subject", t -> key.apply(t).subject());
  }

  private static Digest digest(ResultSet row) throws SQLException {
    return new Digest(
        row.getObject("id", UUID.class),
        new DeliveryId(row.getObject("carrier", UUID.class)),
        new Key(
            new RecipientId(row.getObject("recipient_id", UUID.class)),
            new AccountId(row.getObject("account_id", UUID.class)),
            row.getString("subject")),
        row.getInt("policy_version"),
        row.getTimestamp("due_at").toInstant(),
        row.getString("state").equals("open"),
        row.getInt("members"));
  }
}
