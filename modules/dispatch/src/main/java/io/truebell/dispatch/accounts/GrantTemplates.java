package io.truebell.dispatch.accounts;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelAccounts.GrantTemplate;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Settings;
import io.truebell.dispatch.moves.Columns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Which of the provider's templates messages go out with, where each send needs a consent. */
@Component
public class GrantTemplates {
  private static final Logger LOG = LoggerFactory.getLogger(GrantTemplates.class);
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String OF_ACCOUNTS =
      """
      SELECT id, channel, settings FROM channel_account WHERE id = ANY (:ids::uuid[])
      """;

  private static final String ENABLED =
      """
      SELECT id, channel, settings FROM channel_account
      WHERE enabled AND removed_at IS NULL AND channel = ANY (:channels)
      ORDER BY id
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Channels channels;

  GrantTemplates(JdbcClient jdbc, JsonMapper json, Channels channels) {
    this.jdbc = jdbc;
    this.json = json;
    this.channels = channels;
  }

  /** An account of a channel whose every send needs a consent. */
  private record Configured(AccountId id, ChannelKey channel, Map<String, String> templates) {}

  /** By delivery; those of channels that need no consent, and those without a template, are not. */
  Map<DeliveryId, String> of(List<DueDelivery> deliveries) {
    List<DueDelivery> needing = needing(deliveries);
    if (needing.isEmpty()) {
      return Map.of();
    }
    Map<AccountId, Configured> accounts = accounts(needing);
    Map<DeliveryId, String> templates = new HashMap<>();
    for (DueDelivery delivery : needing) {
      Configured account = accounts.get(delivery.account());
      String template = account == null ? null : account.templates().get(delivery.type());
      if (template != null) {
        templates.put(delivery.id(), template);
      }
    }
    return templates;
  }

  /** Those of {@code deliveries} whose channel needs a consent for each send. */
  public List<DueDelivery> needing(List<DueDelivery> deliveries) {
    Set<ChannelKey> with = new HashSet<>();
    channels.descriptors().stream().filter(d -> d.needsGrant()).forEach(d -> with.add(d.key()));
    return with.isEmpty()
        ? List.of()
        : deliveries.stream().filter(d -> with.contains(d.channel())).toList();
  }

  private Map<AccountId, Configured> accounts(List<DueDelivery> deliveries) {
    Map<AccountId, Configured> found = new HashMap<>();
    jdbc.sql(OF_ACCOUNTS)
        .param("ids", Columns.of(deliveries.stream().map(DueDelivery::account).distinct().toList()))
        .query(
            (row, n) ->
                configured(
                    row.getObject("id", UUID.class),
                    row.getString("channel"),
                    row.getString("settings")))
        .list()
        .forEach(a -> found.put(a.id(), a));
    return found;
  }

  /** Of all enabled accounts. */
  List<GrantTemplate> all() {
    String[] with =
        channels.descriptors().stream()
            .filter(d -> d.needsGrant())
            .map(d -> d.key().value())
            .toArray(String[]::new);
    if (with.length == 0) {
      return List.of();
    }
    List<GrantTemplate> all = new ArrayList<>();
    for (Configured account :
        jdbc.sql(ENABLED)
            .param("channels", with)
            .query(
                (row, n) ->
                    configured(
                        row.getObject("id", UUID.class),
                        row.getString("channel"),
                        row.getString("settings")))
            .list()) {
      Map<String, List<String>> types = new TreeMap<>();
      account
          .templates()
          .forEach(
              (type, template) ->
                  types.computeIfAbsent(template, t -> new ArrayList<>()).add(type));
      types.forEach(
          (template, of) ->
              all.add(
                  new GrantTemplate(
                      account.id(), account.channel(), template, of.stream().sorted().toList())));
    }
    return all;
  }

  /** What an adapter makes of an account's settings; nothing when it stumbles over them. */
  public static Map<String, String> of(ChannelAdapter channel, Settings settings) {
    try {
      return channel.templates(settings);
    } catch (RuntimeException e) {
      LOG.warn(
          "{} cannot read an account's templates: {}", channel.descriptor().key(), e.toString());
      return Map.of();
    }
  }

  private Configured configured(UUID id, String channel, String settings) {
    ChannelKey key = new ChannelKey(channel);
    Settings read = new Settings(json.readValue(settings, OBJECT));
    Map<String, String> templates = channels.find(key).map(c -> of(c, read)).orElse(Map.of());
    return new Configured(new AccountId(id), key, templates);
  }
}
