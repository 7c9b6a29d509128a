package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Settings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The tenant's accounts with what paces them. */
@Component
class PacedAccountRows {
  /** Of an account {@code a} and its rate {@code p}: what it was read from. */
  static final String STAMP = "a.version || '.' || coalesce(p.version, 0)";

  // those that were removed too: what they still have under way is theirs
  private static final String ALL =
      """
      SELECT a.id, a.channel, a.sandbox, a.settings, a.timeout_ms, %s AS stamp, p.calls, p.per_seconds, p.burst
      FROM channel_account a LEFT JOIN calm_pacing p ON p.account_id = a.id
      """
          .formatted(STAMP);

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final ObjectProvider<ChannelAdapter> adapters;
  private final JsonMapper json;

  PacedAccountRows(JdbcClient jdbc, ObjectProvider<ChannelAdapter> adapters, JsonMapper json) {
    this.jdbc = jdbc;
    this.adapters = adapters;
    this.json = json;
  }

  List<PacedAccount> all() {
    return jdbc.sql(ALL).query((row, n) -> account(row)).list();
  }

  private PacedAccount account(ResultSet row) throws SQLException {
    AccountId id = new AccountId(row.getObject("id", UUID.class));
    ChannelKey channel = new ChannelKey(row.getString("channel"));
    boolean sandbox = row.getBoolean("sandbox");
    Integer calls = row.getObject("calls", Integer.class);
    return new PacedAccount(
        id,
        channel,
        sandbox,
        Duration.ofMillis(row.getInt("timeout_ms")),
        row.getString("stamp"),
        sandbox ? null : egress(channel, row.getString("settings")),
        calls == null
            ? null
            : new Passage.Rate(
                id, calls, Duration.ofSeconds(row.getInt("per_seconds")), row.getInt("burst")));
  }

  private Passage.@Nullable Egress egress(ChannelKey channel, String settings) {
    ChannelAdapter adapter =
        adapters.stream()
            .filter(a -> a.descriptor().key().equals(channel))
            .findFirst()
            .orElse(null);
    Duration interval = adapter == null ? null : adapter.descriptor().pacing();
    if (adapter == null || interval == null) {
      return null;
    }
    String shared = adapter.sharedEgress(new Settings(json.readValue(settings, OBJECT)));
    return shared == null ? null : new Passage.Egress(shared, interval);
  }
}
