package io.truebell.dispatch.explain;

import io.truebell.core.message.DeliveryState;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Notifications as they were accepted. */
@Component
class FactRows {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String FACT =
      """
      SELECT id, type, category, subject, payload, channels, urgent, not_before, expires_at, cancelled_at,
             created_at, created_by, recipients
      FROM notification WHERE id = :id
      """;

  private static final String STATES =
      """
      SELECT d.state, count(*) AS deliveries
      FROM message m JOIN delivery d ON d.message_id = m.id
      WHERE m.notification_id = :id GROUP BY d.state
      """;

  private final JdbcClient jdbc;
  private final FanOutProgress fanOuts;
  private final JsonMapper json;

  FactRows(JdbcClient jdbc, FanOutProgress fanOuts, JsonMapper json) {
    this.jdbc = jdbc;
    this.fanOuts = fanOuts;
    this.json = json;
  }

  Optional<NotificationFactView> find(UUID id) {
    return jdbc.sql(FACT).param("id", id).query((row, n) -> fact(row)).optional();
  }

  private NotificationFactView fact(ResultSet row) throws SQLException {
    UUID id = row.getObject("id", UUID.class);
    Array channels = row.getArray("channels");
    FanOutView fanOut = fanOuts.find(id).orElse(null);
    return new NotificationFactView(
        id,
        row.getString("type"),
        row.getString("category"),
        row.getString("subject"),
        json.readValue(row.getString("payload"), OBJECT),
        channels == null ? null : List.of((String[]) channels.getArray()),
        row.getBoolean("urgent"),
        instant(row, "not_before"),
        instant(row, "expires_at"),
        instant(row, "cancelled_at"),
        row.getTimestamp("created_at").toInstant(),
        row.getString("created_by"),
        fanOut == null ? row.getInt("recipients") : fanOut.accepted(),
        fanOut,
        states(id));
  }

  private Map<DeliveryState, Long> states(UUID id) {
    Map<DeliveryState, Long> states = new EnumMap<>(DeliveryState.class);
    jdbc.sql(STATES)
        .param("id", id)
        .query(
            row -> {
              states.put(DeliveryState.valueOf(row.getString("state")), row.getLong("deliveries"));
            });
    return states;
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }
}
