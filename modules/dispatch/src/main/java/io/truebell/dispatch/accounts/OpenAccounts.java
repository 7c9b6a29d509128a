package io.truebell.dispatch.accounts;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Settings;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Opens an account's secrets for one piece of work and wipes them afterwards. */
@Component
public final class OpenAccounts implements ChannelAccounts {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String KNOWN =
      """
      SELECT id, channel, sandbox, settings FROM channel_account WHERE id = :id AND removed_at IS NULL
      """;

  private static final String SEALED =
      """
      SELECT field, sealed FROM channel_credential WHERE account_id = :id
      """;

  private final JdbcClient jdbc;
  private final Vault vault;
  private final JsonMapper json;
  private final GrantTemplates templates;

  OpenAccounts(JdbcClient jdbc, Vault vault, JsonMapper json, GrantTemplates templates) {
    this.jdbc = jdbc;
    this.vault = vault;
    this.json = json;
    this.templates = templates;
  }

  private record Row(Known known, String settings) {}

  @Override
  public Optional<Known> find(AccountId account) {
    return row(account).map(Row::known);
  }

  @Override
  public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
    Optional<Row> row = row(account);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Secret> opened = new HashMap<>();
    try {
      sealed(account)
          .forEach(
              (field, cipher) ->
                  opened.put(
                      field,
                      vault.open(
                          TenantScope.current().id(),
                          "channel_account/" + account + "/" + field,
                          new Sealed(cipher))));
      Settings settings = new Settings(json.readValue(row.get().settings(), OBJECT));
      return Optional.of(work.apply(new Opened(row.get().known(), settings, opened)));
    } finally {
      opened.values().forEach(Secret::close);
    }
  }

  @Override
  public Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries) {
    return templates.of(deliveries);
  }

  @Override
  public List<GrantTemplate> grantTemplates() {
    return templates.all();
  }

  private Optional<Row> row(AccountId account) {
    return jdbc.sql(KNOWN)
        .param("id", account.value())
        .query(
            (row, n) ->
                new Row(
                    new Known(
                        new AccountId(row.getObject("id", UUID.class)),
                        new ChannelKey(row.getString("channel")),
                        row.getBoolean("sandbox")),
                    row.getString("settings")))
        .optional();
  }

  private Map<String, byte[]> sealed(AccountId account) {
    Map<String, byte[]> sealed = new HashMap<>();
    jdbc.sql(SEALED)
        .param("id", account.value())
        .query(
            row -> {
              sealed.put(row.getString("field"), row.getBytes("sealed"));
            });
    return sealed;
  }
}
