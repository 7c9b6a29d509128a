package io.truebell.dispatch.intake;

import io.truebell.core.message.ChannelKey;
import io.truebell.dispatch.intake.Planner.Account;
import io.truebell.dispatch.intake.Planner.Endpoint;
import io.truebell.dispatch.routes.Route;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What intake reads. */
@Component
class IntakeRows {
  private static final String FIRST =
      """
      SELECT id, content_hash, created_at FROM notification WHERE idempotency_key = :key
      """;

  private static final String MESSAGES =
      """
      SELECT m.id, r.external_id
      FROM message m JOIN recipient r ON r.id = m.recipient_id
      WHERE m.notification_id = :notification ORDER BY m.id
      """;

  // All that a plan needs in one round trip: the accounts, each person with each endpoint, and the
  // route of the type, which is neither and so says nothing of whether it is an account. A
  // person who has a message of this notification already is said to be placed. The ids go through
  // a
  // sub-select, so that their number is no reason to plan the statement anew for each call: that
  // costs several times what its execution does.
  private static final String MATERIAL =
      """
      (SELECT true AS account, a.id, a.name, a.channel, NULL::uuid AS endpoint, NULL::uuid AS own_account,
              NULL AS status, a.enabled, a.sandbox, a.verified_endpoints_only AS verified_only, a.policy_version,
              false AS placed
       FROM channel_account a WHERE a.removed_at IS NULL ORDER BY a.created_at, a.id)
      UNION ALL
      SELECT false, r.id, r.external_id, e.channel, e.id, e.account_id, e.status, NULL, NULL, NULL, NULL,
             EXISTS (SELECT 1 FROM message m
                     WHERE m.notification_id = :notification::uuid AND m.recipient_id = r.id)
      FROM recipient r LEFT JOIN endpoint e ON e.recipient_id = r.id AND e.removed_at IS NULL
      WHERE r.external_id = ANY (ARRAY(SELECT unnest(:ids::text[])))
      UNION ALL
      SELECT NULL, NULL, r.mode, array_to_string(r.channels, ','), NULL, NULL, NULL, r.accept_duplicates, NULL, NULL,
             r.version, NULL
      FROM route r WHERE r.type = :type
      """;

  private static final String WISHES =
      """
      SELECT type, channels, not_before FROM notification WHERE id = :id
      """;

  private final JdbcClient jdbc;

  IntakeRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record First(UUID id, byte[] contentHash, Instant createdAt) {}

  /**
   * A person as planning sees them.
   *
   * @param placed whether they have a message of the notification asked about
   */
  record Person(UUID id, boolean placed, List<Endpoint> endpoints) {}

  /**
   * What plans are made of.
   *
   * @param accounts oldest first
   * @param people by external id; who is unknown is missing
   * @param route of the notification's type; null when it has none
   */
  record Material(List<Account> accounts, Map<String, Person> people, @Nullable Route route) {}

  /** What a notification asks of its plans. */
  record Wishes(String type, @Nullable List<ChannelKey> channels, @Nullable Instant notBefore) {}

  Optional<First> first(String key) {
    return jdbc.sql(FIRST)
        .param("key", key)
        .query(
            (row, n) ->
                new First(
                    row.getObject("id", UUID.class),
                    row.getBytes("content_hash"),
                    row.getTimestamp("created_at").toInstant()))
        .optional();
  }

  List<Accepted.AcceptedMessage> messages(UUID notification) {
    return jdbc.sql(MESSAGES)
        .param("notification", notification)
        .query(
            (row, n) ->
                new Accepted.AcceptedMessage(
                    row.getObject("id", UUID.class), row.getString("external_id")))
        .list();
  }

  /**
   * @param type of the notification
   * @param notification whose messages count as placed; null when it is new
   */
  Material material(Collection<String> externalIds, String type, @Nullable UUID notification) {
    List<Account> accounts = new ArrayList<>();
    Map<String, Person> people = new HashMap<>();
    List<Route> routes = new ArrayList<>();
    jdbc.sql(MATERIAL)
        .param("ids", externalIds.toArray(String[]::new))
        .param("type", type)
        .param("notification", notification == null ? null : notification.toString())
        .query(
            row -> {
              if (row.getObject("account") == null) {
                routes.add(route(row));
              } else if (row.getBoolean("account")) {
                accounts.add(account(row));
              } else {
                person(row, people);
              }
            });
    return new Material(accounts, people, routes.isEmpty() ? null : routes.getFirst());
  }

  private static Route route(ResultSet row) throws SQLException {
    return new Route(
        Arrays.stream(row.getString("channel").split(",", -1)).map(ChannelKey::new).toList(),
        Route.Mode.valueOf(row.getString("name").toUpperCase(Locale.ROOT)),
        row.getBoolean("enabled"),
        row.getInt("policy_version"));
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(
        row.getObject("id", UUID.class),
        new ChannelKey(row.getString("channel")),
        row.getString("name"),
        row.getBoolean("enabled"),
        row.getBoolean("sandbox"),
        row.getBoolean("verified_only"),
        row.getInt("policy_version"));
  }

  private static void person(ResultSet row, Map<String, Person> people) throws SQLException {
    UUID id = row.getObject("id", UUID.class);
    boolean placed = row.getBoolean("placed");
    Person person =
        people.computeIfAbsent(
            row.getString("name"), name -> new Person(id, placed, new ArrayList<>()));
    UUID endpoint = row.getObject("endpoint", UUID.class);
    if (endpoint != null) {
      person.endpoints.add(
          new Endpoint(
              endpoint,
              new ChannelKey(row.getString("channel")),
              row.getObject("own_account", UUID.class),
              row.getString("status")));
    }
  }

  Optional<Wishes> wishes(UUID notification) {
    return jdbc.sql(WISHES)
        .param("id", notification)
        .query(
            (row, n) -> {
              java.sql.Array channels = row.getArray("channels");
              java.sql.Timestamp notBefore = row.getTimestamp("not_before");
              return new Wishes(
                  row.getString("type"),
                  channels == null
                      ? null
                      : List.of((String[]) channels.getArray()).stream()
                          .map(ChannelKey::new)
                          .toList(),
                  notBefore == null ? null : notBefore.toInstant());
            })
        .optional();
  }
}
