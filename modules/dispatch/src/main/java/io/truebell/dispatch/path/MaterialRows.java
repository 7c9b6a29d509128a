package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.dispatch.moves.Columns;
import io.truebell.dispatch.path.ClaimedDelivery.Account;
import io.truebell.dispatch.path.ClaimedDelivery.Fact;
import io.truebell.dispatch.path.ClaimedDelivery.Material;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What calls are made from. A notification and an account are read once, however many share them.
 */
@Component
class MaterialRows {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String FACTS =
      """
      SELECT id, payload, created_at FROM notification WHERE id = ANY (:ids::uuid[])
      """;

  private static final String WAYS =
      """
      SELECT e.id, e.address, e.secret, r.locale
      FROM endpoint e JOIN recipient r ON r.id = e.recipient_id
      WHERE e.id = ANY (:ids::uuid[])
      """;

  private static final String ACCOUNTS =
      """
      SELECT a.id, a.sandbox, a.minimal_text, a.settings, a.timeout_ms, a.retry_ladder_seconds, c.field, c.sealed
      FROM channel_account a LEFT JOIN channel_credential c ON c.account_id = a.id
      WHERE a.id = ANY (:ids::uuid[])
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  MaterialRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /** By delivery. */
  Map<UUID, Material> of(List<DueDelivery> passing) {
    Map<UUID, Fact> facts = facts(passing);
    Map<AccountId, Account> accounts = accounts(passing);
    Map<UUID, Way> ways = ways(passing);
    Map<UUID, Material> found = new HashMap<>();
    for (DueDelivery delivery : passing) {
      Way way = Objects.requireNonNull(ways.get(delivery.endpoint().value()));
      found.put(
          delivery.id().value(),
          new Material(
              Objects.requireNonNull(facts.get(delivery.notification().value())),
              way.locale(),
              way.address(),
              way.secret(),
              Objects.requireNonNull(accounts.get(delivery.account()))));
    }
    return found;
  }

  private Map<UUID, Fact> facts(List<DueDelivery> passing) {
    Map<UUID, Fact> found = new HashMap<>();
    jdbc.sql(FACTS)
        .param(
            "ids", Columns.of(passing.stream().map(DueDelivery::notification).distinct().toList()))
        .query(
            row -> {
              Map<String, Object> payload = json.readValue(row.getString("payload"), OBJECT);
              found.put(
                  row.getObject("id", UUID.class),
                  new Fact(
                      Collections.unmodifiableMap(payload),
                      row.getTimestamp("created_at").toInstant()));
            });
    return found;
  }

  private record Way(
      byte[] address, byte @org.jspecify.annotations.Nullable [] secret, String locale) {}

  private Map<UUID, Way> ways(List<DueDelivery> passing) {
    Map<UUID, Way> found = new HashMap<>();
    jdbc.sql(WAYS)
        .param("ids", Columns.of(passing.stream().map(DueDelivery::endpoint).distinct().toList()))
        .query(
            row -> {
              found.put(
                  row.getObject("id", UUID.class),
                  new Way(
                      row.getBytes("address"), row.getBytes("secret"), row.getString("locale")));
            });
    return found;
  }

  private Map<AccountId, Account> accounts(List<DueDelivery> passing) {
    Map<AccountId, Account> found = new HashMap<>();
    jdbc.sql(ACCOUNTS)
        .param("ids", Columns.of(passing.stream().map(DueDelivery::account).distinct().toList()))
        .query(
            row -> {
              AccountId id = new AccountId(row.getObject("id", UUID.class));
              Account account = found.get(id);
              if (account == null) {
                account = account(row);
                found.put(id, account);
              }
              if (row.getString("field") != null) {
                account.credentials().put(row.getString("field"), row.getBytes("sealed"));
              }
            });
    return found;
  }

  private Account account(ResultSet row) throws SQLException {
    Integer[] ladder = (Integer[]) row.getArray("retry_ladder_seconds").getArray();
    return new Account(
        row.getBoolean("sandbox"),
        row.getString("minimal_text"),
        json.readValue(row.getString("settings"), OBJECT),
        Duration.ofMillis(row.getInt("timeout_ms")),
        Arrays.stream(ladder).map(Duration::ofSeconds).toList(),
        new HashMap<>());
  }
}
