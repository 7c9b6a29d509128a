package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.Outcome.SlowScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What providers asked to slow down, by the database's clock: nodes' clocks may differ. */
@Component
class SlowScopeRows {
  private static final String SLOW =
      """
      INSERT INTO calm_slow AS s (scope, key, since, until)
      SELECT scope, key, now(), now() + make_interval(secs => seconds)
      FROM unnest(:scopes::text[], :keys::text[], :seconds::float8[]) AS x(scope, key, seconds) ORDER BY scope, key
      ON CONFLICT (scope, key) DO UPDATE
      SET since = CASE WHEN s.until < now() THEN excluded.since ELSE s.since END,
          until = greatest(s.until, excluded.until)
      """;

  private static final String SLOW_SHARED =
      """
      INSERT INTO datastore.slow_egress AS s (name, since, until)
      SELECT name, now(), now() + make_interval(secs => seconds)
      FROM unnest(:keys::text[], :seconds::float8[]) AS x(name, seconds) ORDER BY name
      ON CONFLICT (name) DO UPDATE
      SET since = CASE WHEN s.until < now() THEN excluded.since ELSE s.since END,
          until = greatest(s.until, excluded.until)
      """;

  private static final String FORGET =
      """
      DELETE FROM calm_slow WHERE until < now() - interval '1 day'
        AND (scope, key) IN (SELECT scope, key FROM calm_slow WHERE until < now() - interval '1 day'
                             ORDER BY scope, key LIMIT 100 FOR UPDATE SKIP LOCKED)
      """;

  // what the accounts were read from comes along, so that a claim sees when that is out of date
  private static final String STANDING =
      """
      SELECT 'account' AS what, a.id::text AS key, %s AS stamp, NULL::timestamptz AS since, NULL::timestamptz AS until,
             NULL::numeric AS wait
      FROM channel_account a LEFT JOIN calm_pacing p ON p.account_id = a.id WHERE a.id = ANY (:accounts::uuid[])
      UNION ALL
      SELECT s.scope || '_slow', s.key, NULL, s.since, s.until, extract(epoch FROM s.until - now()) * 1000000
      FROM calm_slow s JOIN unnest(:scopes::text[], :keys::text[]) AS x(scope, key) ON x.scope = s.scope AND x.key = s.key
      WHERE s.until > now()
      UNION ALL
      SELECT split_part(s.name, ':', 1) || '_slow', s.name, NULL, s.since, s.until,
             extract(epoch FROM s.until - now()) * 1000000
      FROM datastore.slow_egress s WHERE s.name = ANY (:names::text[]) AND s.until > now()
      """
          .formatted(PacedAccountRows.STAMP);

  private final JdbcClient jdbc;

  SlowScopeRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What slows deliveries now.
   *
   * @param left how much longer
   */
  record Slow(Instant since, Instant until, Duration left) {}

  /** What a claim finds stored. */
  record Stored(Map<AccountId, String> stamps, Map<Slowed, Slow> slow) {}

  Stored standing(Collection<AccountId> accounts, Collection<Slowed> scopes) {
    List<Slowed> own = scopes.stream().filter(s -> !s.shared()).toList();
    List<Slowed> shared = scopes.stream().filter(Slowed::shared).toList();
    Stored found = new Stored(new HashMap<>(), new HashMap<>());
    jdbc.sql(STANDING)
        .param("accounts", accounts.stream().map(AccountId::toString).toArray(String[]::new))
        .param("scopes", own.stream().map(Slowed::word).toArray(String[]::new))
        .param("keys", keys(own))
        .param("names", keys(shared))
        .query(
            row -> {
              read(row, found);
            });
    return found;
  }

  private static void read(ResultSet row, Stored into) throws SQLException {
    String what = row.getString("what");
    String key = row.getString("key");
    if (what.equals("account")) {
      into.stamps().put(new AccountId(UUID.fromString(key)), row.getString("stamp"));
      return;
    }
    String scope = what.substring(0, what.length() - "_slow".length());
    into.slow()
        .put(
            new Slowed(SlowScope.valueOf(scope.toUpperCase(Locale.ROOT)), key),
            new Slow(
                row.getTimestamp("since").toInstant(),
                row.getTimestamp("until").toInstant(),
                Duration.of(Math.round(row.getDouble("wait")), ChronoUnit.MICROS)));
  }

  /** Slows the tenant's own; a longer wish that stands already stays. */
  void slow(Map<Slowed, Duration> wishes) {
    List<Slowed> own = sorted(wishes, false);
    if (!own.isEmpty()) {
      jdbc.sql(SLOW)
          .param("scopes", own.stream().map(Slowed::word).toArray(String[]::new))
          .param("keys", keys(own))
          .param("seconds", seconds(own, wishes))
          .update();
      jdbc.sql(FORGET).update();
    }
  }

  /** Slows what is shared with other tenants; likewise. */
  void slowShared(Map<Slowed, Duration> wishes) {
    List<Slowed> shared = sorted(wishes, true);
    if (!shared.isEmpty()) {
      jdbc.sql(SLOW_SHARED)
          .param("keys", keys(shared))
          .param("seconds", seconds(shared, wishes))
          .update();
    }
  }

  private static List<Slowed> sorted(Map<Slowed, Duration> wishes, boolean shared) {
    return wishes.keySet().stream()
        .filter(s -> s.shared() == shared)
        .sorted(Comparator.comparing(Slowed::word).thenComparing(Slowed::key))
        .toList();
  }

  private static String[] keys(List<Slowed> scopes) {
    return scopes.stream().map(Slowed::key).toArray(String[]::new);
  }

  private static String[] seconds(List<Slowed> scopes, Map<Slowed, Duration> wishes) {
    return scopes.stream()
        .map(s -> wishes.getOrDefault(s, Duration.ZERO).toMillis() / 1000.0)
        .map(s -> Double.toString(s))
        .toArray(String[]::new);
  }
}
