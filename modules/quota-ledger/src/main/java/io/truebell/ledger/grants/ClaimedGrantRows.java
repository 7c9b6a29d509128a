package io.truebell.ledger.grants;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.ledger.base.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What a claim looks at, and what is known of claims afterwards. */
@Component
class ClaimedGrantRows {
  private static final String STANDING =
      """
      SELECT g.id, g.recipient_id, g.channel, g.template, g.refused, g.refused_at,
             (SELECT count(*) FROM authorisation a
              WHERE a.account_id = g.id AND a.state = 'available' AND a.kind = 'one_time') AS available,
             (SELECT a.id FROM authorisation a
              WHERE a.account_id = g.id AND a.state = 'available' AND a.kind = 'long_term'
              ORDER BY a.answered_at, a.id LIMIT 1) AS lasting
      FROM (SELECT DISTINCT * FROM unnest(:recipient::uuid[], :channel::text[], :template::text[]))
        AS w(recipient, channel, template)
      JOIN grant_account g ON g.recipient_id = w.recipient AND g.channel = w.channel AND g.template = w.template
      """;

  // Never waits: what another claim has in its hand is not available, and nobody waits for a claim
  // in a circle.
  private static final String TAKE =
      """
      SELECT a.id, a.account_id
      FROM unnest(:account::uuid[], :wanted::int[]) AS w(account, wanted)
      CROSS JOIN LATERAL (
        SELECT id, account_id FROM authorisation
        WHERE account_id = w.account AND state = 'available' AND kind = 'one_time'
        ORDER BY answered_at, id LIMIT w.wanted
        FOR UPDATE SKIP LOCKED) a
      """;

  // Whoever voids it waits for the claims that use it, and a claim does not wait for him.
  private static final String SHARE =
      """
      SELECT id FROM authorisation WHERE id = ANY (:ids::uuid[]) AND state = 'available' FOR SHARE SKIP LOCKED
      """;

  // a lasting one is never reserved: its use is noted
  private static final String SENT =
      """
      SELECT DISTINCT ON (delivery_id) delivery_id, attempt, account_id, at,
             CASE kind WHEN 'reserved' THEN authorisation_id END AS reserved
      FROM ledger_entry
      WHERE delivery_id = ANY (:deliveries::uuid[]) AND (kind = 'reserved' OR reason = 'grant_lasting_used')
      ORDER BY delivery_id, seq DESC
      """;

  private static final String NOTED =
      """
      SELECT count(*) > 0 FROM ledger_entry
      WHERE delivery_id = :delivery AND kind = 'noted' AND reason = :reason
      """;

  private final JdbcClient jdbc;

  ClaimedGrantRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * How an account stands at a claim.
   *
   * @param available one-time ones, those that another claim has in its hand included
   * @param lasting one that is never used up; null when there is none
   */
  record AtClaim(GrantAccount account, long available, @Nullable UUID lasting) {}

  /**
   * That a delivery went out, or may have, with an authorisation of that account.
   *
   * @param reserved the authorisation; null when a lasting one was used
   */
  record Sent(UUID delivery, int attempt, UUID account, @Nullable UUID reserved, Instant at) {}

  /** Accounts that there are; the other purposes never had an authorisation. */
  Map<Purpose, AtClaim> standing(Collection<Purpose> purposes) {
    Columns<Purpose> columns =
        new Columns<>(List.copyOf(purposes))
            .with("recipient", Purpose::recipient)
            .with("channel", Purpose::channel)
            .with("template", Purpose::template);
    Map<Purpose, AtClaim> found = new HashMap<>();
    jdbc.sql(STANDING)
        .params(columns.parameters())
        .query((row, n) -> atClaim(row))
        .list()
        .forEach(s -> found.put(s.account().purpose(), s));
    return found;
  }

  private static AtClaim atClaim(ResultSet row) throws SQLException {
    Timestamp refusedAt = row.getTimestamp("refused_at");
    Purpose purpose =
        new Purpose(
            new RecipientId(row.getObject("recipient_id", UUID.class)),
            new ChannelKey(row.getString("channel")),
            row.getString("template"));
    return new AtClaim(
        new GrantAccount(
            row.getObject("id", UUID.class),
            purpose,
            row.getBoolean("refused"),
            refusedAt == null ? null : refusedAt.toInstant()),
        row.getLong("available"),
        row.getObject("lasting", UUID.class));
  }

  /** Locks that many of each account's available ones, as far as there are free ones. */
  Map<UUID, List<UUID>> take(Map<UUID, Integer> wanted) {
    Map<UUID, List<UUID>> taken = new HashMap<>();
    if (wanted.isEmpty()) {
      return taken;
    }
    Columns<Map.Entry<UUID, Integer>> columns =
        new Columns<>(List.copyOf(wanted.entrySet()))
            .with("account", Map.Entry::getKey)
            .with("wanted", Map.Entry::getValue);
    jdbc.sql(TAKE)
        .params(columns.parameters())
        .query(
            row -> {
              taken
                  .computeIfAbsent(
                      row.getObject("account_id", UUID.class), account -> new ArrayList<>())
                  .add(row.getObject("id", UUID.class));
            });
    return taken;
  }

  /** Locks lasting ones for this claim and others like it; says which are there and free. */
  Set<UUID> share(Collection<UUID> lasting) {
    return lasting.isEmpty()
        ? Set.of()
        : Set.copyOf(
            jdbc.sql(SHARE)
                .param("ids", Columns.of(List.copyOf(lasting), id -> id))
                .query(UUID.class)
                .list());
  }

  /** The latest claim of each of {@code deliveries} that used an authorisation. */
  List<Sent> sent(Collection<UUID> deliveries) {
    return jdbc.sql(SENT)
        .param("deliveries", Columns.of(List.copyOf(deliveries), id -> id))
        .query(
            (row, n) ->
                new Sent(
                    row.getObject("delivery_id", UUID.class),
                    row.getInt("attempt"),
                    row.getObject("account_id", UUID.class),
                    row.getObject("reserved", UUID.class),
                    row.getTimestamp("at").toInstant()))
        .list();
  }

  /** Whether the ledger has a note with that reason about a delivery. */
  boolean noted(UUID delivery, String reason) {
    return jdbc.sql(NOTED)
        .param("delivery", delivery)
        .param("reason", reason)
        .query(Boolean.class)
        .single();
  }
}
