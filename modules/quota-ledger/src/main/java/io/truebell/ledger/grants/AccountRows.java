package io.truebell.ledger.grants;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.ledger.base.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The accounts of authorisations. Whoever registers or voids locks the account first and its
 * authorisations afterwards, each in the order of ids; a claim locks no account.
 */
@Component
class AccountRows {
  // the update changes nothing: it locks a row that is there already
  private static final String OPEN =
      """
      INSERT INTO grant_account (id, recipient_id, channel, template, opened_at)
      VALUES (:id, :recipient, :channel, :template, :now::timestamptz)
      ON CONFLICT (recipient_id, channel, template) DO UPDATE SET opened_at = grant_account.opened_at
      RETURNING *
      """;

  private static final String FIND =
      """
      SELECT * FROM grant_account
      WHERE recipient_id = :recipient AND channel = :channel AND template = :template
      """;

  private static final String LOCK =
      """
      SELECT * FROM grant_account WHERE id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE
      """;

  private static final String LOCK_PURPOSES =
      """
      SELECT g.* FROM grant_account g
      JOIN (SELECT DISTINCT * FROM unnest(:recipient::uuid[], :channel::text[], :template::text[]))
        AS w(recipient, channel, template)
        ON g.recipient_id = w.recipient AND g.channel = w.channel AND g.template = w.template
      ORDER BY g.id FOR NO KEY UPDATE OF g
      """;

  private static final String OF =
      """
      SELECT * FROM grant_account WHERE recipient_id = :recipient ORDER BY id
      """;

  // What was granted after it lifts it, also when that is known already. What was void from its
  // first moment
  // lifts nothing.
  private static final String REFUSED =
      """
      UPDATE grant_account g
      SET refused_at = greatest(g.refused_at, :at::timestamptz),
          refused = NOT EXISTS (
            SELECT FROM authorisation a
            WHERE a.account_id = g.id AND a.reason <> 'grant_refused_since'
              AND a.answered_at > greatest(g.refused_at, :at::timestamptz))
      WHERE id = :id
      RETURNING refused
      """;

  private static final String GRANTED =
      """
      UPDATE grant_account SET refused = false WHERE id = :id AND refused
      """;

  private final JdbcClient jdbc;

  AccountRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The account, opened if need be, and locked. */
  GrantAccount open(UUID newId, Purpose purpose, Instant now) {
    return purpose(jdbc.sql(OPEN), purpose)
        .param("id", newId)
        .param("now", now.toString())
        .query((row, n) -> account(row))
        .single();
  }

  Optional<GrantAccount> find(Purpose purpose) {
    return purpose(jdbc.sql(FIND), purpose).query((row, n) -> account(row)).optional();
  }

  List<GrantAccount> lock(Collection<UUID> ids) {
    return jdbc.sql(LOCK)
        .param("ids", Columns.of(List.copyOf(ids), id -> id))
        .query((row, n) -> account(row))
        .list();
  }

  /** Those of them that there are. */
  List<GrantAccount> lockPurposes(Collection<Purpose> purposes) {
    Columns<Purpose> columns =
        new Columns<>(List.copyOf(purposes))
            .with("recipient", Purpose::recipient)
            .with("channel", Purpose::channel)
            .with("template", Purpose::template);
    return jdbc.sql(LOCK_PURPOSES)
        .params(columns.parameters())
        .query((row, n) -> account(row))
        .list();
  }

  List<GrantAccount> of(RecipientId recipient) {
    return jdbc.sql(OF)
        .param("recipient", recipient.value())
        .query((row, n) -> account(row))
        .list();
  }

  /** Says whether the refusal stands, since nothing was granted after it. */
  boolean refused(UUID account, Instant at) {
    return jdbc.sql(REFUSED)
        .param("id", account)
        .param("at", at.toString())
        .query(Boolean.class)
        .single();
  }

  void granted(UUID account) {
    jdbc.sql(GRANTED).param("id", account).update();
  }

  private static JdbcClient.StatementSpec purpose(
      JdbcClient.StatementSpec statement, Purpose purpose) {
    return statement
        .param("recipient", purpose.recipient().value())
        .param("channel", purpose.channel().value())
        .param("template", purpose.template());
  }

  private static GrantAccount account(ResultSet row) throws SQLException {
    Timestamp refusedAt = row.getTimestamp("refused_at");
    return new GrantAccount(
        row.getObject("id", UUID.class),
        new Purpose(
            new RecipientId(row.getObject("recipient_id", UUID.class)),
            new ChannelKey(row.getString("channel")),
            row.getString("template")),
        row.getBoolean("refused"),
        refusedAt == null ? null : refusedAt.toInstant());
  }
}
