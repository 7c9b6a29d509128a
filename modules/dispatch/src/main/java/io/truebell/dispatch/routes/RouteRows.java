package io.truebell.dispatch.routes;

import io.truebell.core.message.ChannelKey;
import io.truebell.dispatch.moves.Columns;
import io.truebell.dispatch.routes.Route.Mode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Routes as they are stored. */
@Component
class RouteRows {
  private static final String COLUMNS =
      "type, channels, mode, accept_duplicates, version, updated_at, updated_by";

  private static final String OF_TYPES =
      "SELECT " + COLUMNS + " FROM route WHERE type = ANY (:types::text[])";

  private static final String ALL = "SELECT " + COLUMNS + " FROM route ORDER BY type";

  private static final String PUT =
      """
      INSERT INTO route AS r (type, channels, mode, accept_duplicates, version, updated_at, updated_by)
      VALUES (:type, :channels::text[], :mode, :accept_duplicates, 1, :now::timestamptz, :actor)
      ON CONFLICT (type) DO UPDATE
      SET channels = excluded.channels, mode = excluded.mode, accept_duplicates = excluded.accept_duplicates,
          version = r.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      WHERE (r.channels, r.mode, r.accept_duplicates)
        IS DISTINCT FROM (excluded.channels, excluded.mode, excluded.accept_duplicates)
      """;

  private static final String DELETE = "DELETE FROM route WHERE type = :type";

  // What a receipt ended, with its type and channel.
  private static final String ENDED =
      "SELECT id, type, channel, reason FROM delivery WHERE id = ANY (:ids::uuid[]) AND state = 'UNDELIVERED'";

  private final JdbcClient jdbc;

  RouteRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A route as it stands in the list. */
  record Stored(String type, Route route, Instant updatedAt, String updatedBy) {}

  /** A delivery that reached nobody. */
  record Ended(UUID id, String type, ChannelKey channel, String because) {}

  Map<String, Route> of(Collection<String> types) {
    Map<String, Route> found = new HashMap<>();
    if (!types.isEmpty()) {
      jdbc.sql(OF_TYPES)
          .param("types", types.toArray(String[]::new))
          .query((row, n) -> stored(row))
          .list()
          .forEach(s -> found.put(s.type(), s.route()));
    }
    return found;
  }

  Optional<Stored> find(String type) {
    return jdbc.sql(OF_TYPES)
        .param("types", new String[] {type})
        .query((row, n) -> stored(row))
        .optional();
  }

  List<Stored> all() {
    return jdbc.sql(ALL).query((row, n) -> stored(row)).list();
  }

  void put(String type, Route route, Instant now, String actor) {
    jdbc.sql(PUT)
        .param("type", type)
        .param("channels", Columns.of(route.channels()))
        .param("mode", route.mode().word())
        .param("accept_duplicates", route.acceptDuplicates())
        .param("now", now.toString())
        .param("actor", actor)
        .update();
  }

  boolean delete(String type) {
    return jdbc.sql(DELETE).param("type", type).update() > 0;
  }

  List<Ended> ended(Collection<UUID> deliveries) {
    return jdbc.sql(ENDED)
        .param("ids", Columns.of(List.copyOf(deliveries)))
        .query(
            (row, n) ->
                new Ended(
                    row.getObject("id", UUID.class),
                    row.getString("type"),
                    new ChannelKey(row.getString("channel")),
                    row.getString("reason")))
        .list();
  }

  private static Stored stored(ResultSet row) throws SQLException {
    return new Stored(
        row.getString("type"),
        new Route(
            Stream.of((String[]) row.getArray("channels").getArray()).map(ChannelKey::new).toList(),
            Mode.valueOf(row.getString("mode").toUpperCase(Locale.ROOT)),
            row.getBoolean("accept_duplicates"),
            row.getInt("version")),
        row.getTimestamp("updated_at").toInstant(),
        row.getString("updated_by"));
  }
}
