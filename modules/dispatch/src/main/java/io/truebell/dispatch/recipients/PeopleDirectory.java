package io.truebell.dispatch.recipients;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.message.Zones;
import io.truebell.core.spi.Directory;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Vault;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.moves.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Who is who, for other plugins. */
@Component
class PeopleDirectory implements Directory {
  private static final String BY_EXTERNAL_ID =
      """
      SELECT id, external_id, zone, locale FROM recipient WHERE external_id = :external_id
      """;

  private static final String BY_ID =
      """
      SELECT id, external_id, zone, locale FROM recipient WHERE id = ANY (:ids::uuid[])
      """;

  private static final String AT =
      """
      SELECT DISTINCT recipient_id FROM endpoint
      WHERE channel = :channel AND address_print = :print AND removed_at IS NULL
      """;

  private final JdbcClient jdbc;
  private final Vault vault;
  private final Channels channels;

  PeopleDirectory(JdbcClient jdbc, Vault vault, Channels channels) {
    this.jdbc = jdbc;
    this.vault = vault;
    this.channels = channels;
  }

  @Override
  public Optional<Person> find(String externalId) {
    return ExternalId.possible(externalId)
        ? jdbc.sql(BY_EXTERNAL_ID)
            .param("external_id", externalId)
            .query((row, n) -> person(row))
            .optional()
        : Optional.empty();
  }

  @Override
  public Map<RecipientId, Person> find(Collection<RecipientId> ids) {
    Map<RecipientId, Person> found = new HashMap<>();
    jdbc.sql(BY_ID)
        .param("ids", Columns.of(List.copyOf(ids)))
        .query(
            row -> {
              Person person = person(row);
              found.put(person.id(), person);
            });
    return found;
  }

  @Override
  public List<RecipientId> at(ChannelKey channel, String address) {
    String tidy = channels.find(channel).map(c -> c.tidy(address)).orElse(address);
    byte[] print = vault.fingerprint(TenantScope.current().id(), RegisterEndpoint.PRINT, tidy);
    return jdbc.sql(AT)
        .param("channel", channel.value())
        .param("print", print)
        .query((row, n) -> new RecipientId(row.getObject("recipient_id", UUID.class)))
        .list();
  }

  private static Person person(ResultSet row) throws SQLException {
    return new Person(
        new RecipientId(row.getObject("id", UUID.class)),
        row.getString("external_id"),
        Zones.orUtc(row.getString("zone")),
        Locale.forLanguageTag(row.getString("locale")));
  }
}
