package io.truebell.dispatch.gates;

import io.truebell.core.spi.Settings;
import io.truebell.dispatch.moves.Columns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What messages say, and through which settings, read before their claim. */
@Component
class ContentRows {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String ACCOUNTS =
      """
      SELECT id, settings, minimal_text, policy_version FROM channel_account WHERE id = ANY (:ids::uuid[])
      """;

  private static final String FACTS =
      """
      SELECT id, payload FROM notification WHERE id = ANY (:ids::uuid[])
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  ContentRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /**
   * An account's public part.
   *
   * @param minimalText not null: nothing but this text leaves
   */
  record Account(Settings settings, @Nullable String minimalText, int policyVersion) {}

  /** What a notification says. */
  record Fact(Map<String, Object> payload) {}

  Map<UUID, Account> accounts(List<?> ids) {
    Map<UUID, Account> found = new HashMap<>();
    jdbc.sql(ACCOUNTS)
        .param("ids", Columns.of(ids))
        .query(
            row -> {
              found.put(
                  row.getObject("id", UUID.class),
                  new Account(
                      new Settings(json.readValue(row.getString("settings"), OBJECT)),
                      row.getString("minimal_text"),
                      row.getInt("policy_version")));
            });
    return found;
  }

  Map<UUID, Fact> facts(List<?> ids) {
    Map<UUID, Fact> found = new HashMap<>();
    jdbc.sql(FACTS)
        .param("ids", Columns.of(ids))
        .query(
            row -> {
              found.put(
                  row.getObject("id", UUID.class),
                  new Fact(json.readValue(row.getString("payload"), OBJECT)));
            });
    return found;
  }
}
