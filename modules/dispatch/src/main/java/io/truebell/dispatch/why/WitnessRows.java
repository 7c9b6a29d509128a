package io.truebell.dispatch.why;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What the dispatcher's rows tell of a person and a time. */
@Component
class WitnessRows {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String MADE =
      """
      SELECT created_at FROM recipient
      WHERE id = :recipient AND created_at >= :from::timestamptz AND created_at < :to::timestamptz
      """;

  private static final String ADDRESSES =
      """
      SELECT channel, status, created_at, updated_at, removed_at FROM endpoint
      WHERE recipient_id = :recipient AND created_at < :to::timestamptz ORDER BY created_at, id LIMIT 200
      """;

  private static final String ACCOUNTS =
      """
      SELECT channel, name, enabled, created_at, updated_at, removed_at FROM channel_account
      WHERE created_at < :to::timestamptz ORDER BY created_at, id
      """;

  // A claim decides nothing yet, and giving it back changes nothing.
  static final String DECISIONS =
      """
      SELECT t.delivery_id, t.at, t.to_state, t.reason, t.numbers
      FROM message m
      JOIN delivery d ON d.message_id = m.id
      JOIN trace t ON t.delivery_id = d.id
      WHERE m.recipient_id = :recipient AND m.created_at < :to::timestamptz
        AND t.at >= :from::timestamptz AND t.at < :to::timestamptz AND t.to_state <> 'CLAIMED'
      ORDER BY t.at DESC, t.seq DESC LIMIT 200
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  WitnessRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /**
   * An address of the person.
   *
   * @param updatedAt when anything of it was changed last
   */
  record Address(
      String channel,
      boolean dead,
      Instant createdAt,
      Instant updatedAt,
      @Nullable Instant removedAt) {}

  /**
   * An account of the tenant.
   *
   * @param updatedAt when anything of it was changed last
   */
  record Account(
      String channel,
      String name,
      boolean enabled,
      Instant createdAt,
      Instant updatedAt,
      @Nullable Instant removedAt) {}

  /** That a delivery came to stand somewhere. */
  record Decision(
      UUID delivery, Instant at, String state, String reason, Map<String, Object> numbers) {}

  Optional<Instant> made(UUID recipient, Instant from, Instant to) {
    return jdbc.sql(MADE)
        .param("recipient", recipient)
        .param("from", from.toString())
        .param("to", to.toString())
        .query((row, n) -> row.getTimestamp("created_at").toInstant())
        .optional();
  }

  /** All that were added before {@code to}. */
  List<Address> addresses(UUID recipient, Instant to) {
    return jdbc.sql(ADDRESSES)
        .param("recipient", recipient)
        .param("to", to.toString())
        .query(
            (row, n) ->
                new Address(
                    row.getString("channel"),
                    row.getString("status").equals("dead"),
                    row.getTimestamp("created_at").toInstant(),
                    row.getTimestamp("updated_at").toInstant(),
                    removed(row)))
        .list();
  }

  /** All that were added before {@code to}. */
  List<Account> accounts(Instant to) {
    return jdbc.sql(ACCOUNTS)
        .param("to", to.toString())
        .query(
            (row, n) ->
                new Account(
                    row.getString("channel"),
                    row.getString("name"),
                    row.getBoolean("enabled"),
                    row.getTimestamp("created_at").toInstant(),
                    row.getTimestamp("updated_at").toInstant(),
                    removed(row)))
        .list();
  }

  /** The last 200. */
  List<Decision> decisions(UUID recipient, Instant from, Instant to) {
    return jdbc.sql(DECISIONS)
        .param("recipient", recipient)
        .param("from", from.toString())
        .param("to", to.toString())
        .query(
            (row, n) ->
                new Decision(
                    row.getObject("delivery_id", UUID.class),
                    row.getTimestamp("at").toInstant(),
                    row.getString("to_state").toLowerCase(Locale.ROOT),
                    row.getString("reason"),
                    json.readValue(row.getString("numbers"), OBJECT)))
        .list()
        .reversed();
  }

  private static @Nullable Instant removed(ResultSet row) throws SQLException {
    Timestamp at = row.getTimestamp("removed_at");
    return at == null ? null : at.toInstant();
  }
}
