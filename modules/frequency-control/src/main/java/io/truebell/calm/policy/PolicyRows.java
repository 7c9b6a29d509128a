package io.truebell.calm.policy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** The versions of the scope's tenant. */
@Component
class PolicyRows {
  private static final String CURRENT =
      """
      SELECT coalesce(max(version), 1) FROM calm_policy
      """;

  private static final String ONE =
      """
      SELECT version, policy, created_at, created_by FROM calm_policy WHERE version = :version
      """;

  private static final String PAGE =
      """
      SELECT version, policy, created_at, created_by FROM calm_policy
      WHERE version < :before ORDER BY version DESC LIMIT :most
      """;

  // Changes follow each other; whoever reads waits for none of them.
  private static final String LOCK =
      """
      LOCK TABLE calm_policy IN SHARE ROW EXCLUSIVE MODE
      """;

  private static final String ADD =
      """
      INSERT INTO calm_policy (version, policy, created_at, created_by)
      VALUES (:version, :policy::jsonb, :at::timestamptz, :by)
      """;

  // What is stored is read by every later release, however the API then speaks.
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final JdbcClient jdbc;

  PolicyRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The version in force; 1 when none is stored. */
  int current() {
    return jdbc.sql(CURRENT).query(Integer.class).single();
  }

  /** A stored one. */
  Optional<StoredPolicy> find(int version) {
    return jdbc.sql(ONE).param("version", version).query((row, n) -> stored(row)).optional();
  }

  /** Newest first, without the built-in one. */
  List<StoredPolicy> page(long before, int most) {
    return jdbc.sql(PAGE)
        .param("before", before)
        .param("most", most)
        .query((row, n) -> stored(row))
        .list();
  }

  /** Nobody else changes the policy before this transaction ends. */
  void lock() {
    int ignored = jdbc.sql(LOCK).update();
  }

  void add(StoredPolicy added) {
    jdbc.sql(ADD)
        .param("version", added.policy().version())
        .param("policy", JSON.writeValueAsString(CalmPolicyDocument.of(added.policy())))
        .param("at", Objects.requireNonNull(added.since()).toString())
        .param("by", added.by())
        .update();
  }

  private static StoredPolicy stored(ResultSet row) throws SQLException {
    CalmPolicyDocument document = JSON.readValue(row.getString("policy"), CalmPolicyDocument.class);
    Instant since = row.getTimestamp("created_at").toInstant();
    return new StoredPolicy(
        document.policy(row.getInt("version")), since, row.getString("created_by"));
  }
}
