package io.truebell.admin.keys;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code platform.operator_key}. */
@Component
class OperatorKeyRows {
  private static final String USABLE =
      """
      SELECT id, prefix, hash FROM platform.operator_key
      WHERE prefix = :prefix AND revoked_at IS NULL
      """;

  private static final String ANY =
      "SELECT EXISTS (SELECT FROM platform.operator_key WHERE revoked_at IS NULL)";

  private static final String INSERT =
      """
      INSERT INTO platform.operator_key (id, prefix, hash, name, created_at)
      VALUES (:id, :prefix, :hash, :name, :now)
      """;

  private final JdbcClient jdbc;

  OperatorKeyRows(@Qualifier("platformJdbc") JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A stored key.
   *
   * @param hash of its secret
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest.isEqual alone
  record Found(Credential.OperatorKey key, byte[] hash) {}

  Optional<Found> usable(String prefix) {
    return jdbc.sql(USABLE)
        .param("prefix", prefix)
        .query(
            (row, n) ->
                new Found(
                    new Credential.OperatorKey(
                        row.getObject("id", UUID.class), row.getString("prefix")),
                    row.getBytes("hash")))
        .optional();
  }

  boolean any() {
    return jdbc.sql(ANY).query(Boolean.class).single();
  }

  void insert(UUID id, KeyText key, String name, Instant now) {
    jdbc.sql(INSERT)
        .param("id", id)
        .param("prefix", key.prefix())
        .param("hash", key.hash())
        .param("name", name)
        .param("now", Timestamp.from(now))
        .update();
  }
}
