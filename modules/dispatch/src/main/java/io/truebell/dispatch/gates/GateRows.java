package io.truebell.dispatch.gates;

import io.truebell.dispatch.moves.Columns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the first gates read. */
@Component
class GateRows {
  private static final String WITHDRAWN =
      """
      SELECT id FROM notification WHERE id = ANY (:ids::uuid[]) AND cancelled_at IS NOT NULL
      """;

  private static final String USABLE =
      """
      SELECT x.account, x.endpoint, e.status, e.removed_at IS NOT NULL AS endpoint_removed,
             a.removed_at IS NOT NULL AS account_removed, a.enabled, a.sandbox,
             a.verified_endpoints_only, a.policy_version
      FROM unnest(:accounts::uuid[], :endpoints::uuid[]) AS x(account, endpoint)
      JOIN endpoint e ON e.id = x.endpoint
      JOIN channel_account a ON a.id = x.account
      """;

  // locked for the length of the claim, and read in a statement of its own afterwards: only then is
  // a claim seen that committed while this one waited
  private static final String LOCK =
      """
      SELECT id FROM endpoint WHERE id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
      """;

  private static final String CALLED =
      """
      SELECT DISTINCT endpoint_id FROM delivery WHERE state = 'CLAIMED' AND endpoint_id = ANY (:ids::uuid[])
      """;

  private final JdbcClient jdbc;

  GateRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Usable(
      String status,
      boolean endpointRemoved,
      boolean accountRemoved,
      boolean enabled,
      boolean sandbox,
      boolean verifiedOnly,
      int policyVersion) {}

  Set<UUID> withdrawn(List<UUID> notifications) {
    return new HashSet<>(
        jdbc.sql(WITHDRAWN)
            .param("ids", Columns.of(notifications))
            .query((row, n) -> row.getObject("id", UUID.class))
            .list());
  }

  /** Locks those of {@code endpoints} that no call is under way for, and nobody else locks. */
  Set<UUID> lockFree(List<UUID> endpoints) {
    List<UUID> locked =
        jdbc.sql(LOCK)
            .param("ids", Columns.of(endpoints))
            .query((row, n) -> row.getObject("id", UUID.class))
            .list();
    Set<UUID> free = new HashSet<>(locked);
    jdbc.sql(CALLED)
        .param("ids", Columns.of(locked))
        .query((row, n) -> row.getObject("endpoint_id", UUID.class))
        .list()
        .forEach(free::remove);
    return free;
  }

  /** An endpoint as one account uses it. */
  record Way(UUID account, UUID endpoint) {}

  /** By way; {@code accounts} and {@code endpoints} belong together by position. */
  Map<Way, Usable> usable(List<UUID> accounts, List<UUID> endpoints) {
    Map<Way, Usable> found = new HashMap<>();
    jdbc.sql(USABLE)
        .param("accounts", Columns.of(accounts))
        .param("endpoints", Columns.of(endpoints))
        .query(
            row -> {
              found.put(
                  new Way(
                      row.getObject("account", UUID.class), row.getObject("endpoint", UUID.class)),
                  new Usable(
                      row.getString("status"),
                      row.getBoolean("endpoint_removed"),
                      row.getBoolean("account_removed"),
                      row.getBoolean("enabled"),
                      row.getBoolean("sandbox"),
                      row.getBoolean("verified_endpoints_only"),
                      row.getInt("policy_version")));
            });
    return found;
  }
}
