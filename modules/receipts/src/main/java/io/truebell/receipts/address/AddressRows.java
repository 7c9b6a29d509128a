package io.truebell.receipts.address;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code platform.receipt_address}. */
@Component
class AddressRows {
  private static final String BY_TOKEN =
      """
      SELECT tenant, account FROM platform.receipt_address
      WHERE token_hash = :hash AND (ends_at IS NULL OR ends_at > :now::timestamptz)
      """;

  private static final String CURRENT =
      """
      SELECT generation, token_hash, created_at FROM platform.receipt_address
      WHERE tenant = :tenant AND account = :account AND ends_at IS NULL
      ORDER BY generation DESC LIMIT 1
      """;

  private static final String LAST_END =
      """
      SELECT max(ends_at) AS ends_at FROM platform.receipt_address
      WHERE tenant = :tenant AND account = :account AND ends_at > :now::timestamptz
      """;

  // Two who make the same generation make the same address.
  private static final String ADD =
      """
      INSERT INTO platform.receipt_address (token_hash, tenant, account, generation, created_at)
      VALUES (:hash, :tenant, :account, :generation, :now::timestamptz)
      ON CONFLICT DO NOTHING
      """;

  private static final String END =
      """
      UPDATE platform.receipt_address SET ends_at = :ends::timestamptz
      WHERE tenant = :tenant AND account = :account AND generation <= :generation AND ends_at IS NULL
      """;

  private final JdbcClient shared;

  AddressRows(@Qualifier("platformJdbc") JdbcClient shared) {
    this.shared = shared;
  }

  /** Whose address it is. */
  record Place(TenantId tenant, AccountId account) {}

  /** The current address of an account; its token is known by its hash alone. */
  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest.isEqual alone
  record Current(int generation, byte[] hash, Instant createdAt) {}

  Optional<Place> find(byte[] hash, Instant now) {
    return shared
        .sql(BY_TOKEN)
        .param("hash", hash)
        .param("now", now.toString())
        .query(
            (row, n) ->
                new Place(
                    new TenantId(row.getObject("tenant", UUID.class)),
                    new AccountId(row.getObject("account", UUID.class))))
        .optional();
  }

  Optional<Current> current(TenantId tenant, AccountId account) {
    return shared
        .sql(CURRENT)
        .param("tenant", tenant.value())
        .param("account", account.value())
        .query((row, n) -> current(row))
        .optional();
  }

  private static Current current(ResultSet row) throws SQLException {
    return new Current(
        row.getInt("generation"),
        row.getBytes("token_hash"),
        row.getTimestamp("created_at").toInstant());
  }

  /** Until when an older address still works; null when none does. */
  @Nullable Instant olderUntil(TenantId tenant, AccountId account, Instant now) {
    return shared
        .sql(LAST_END)
        .param("tenant", tenant.value())
        .param("account", account.value())
        .param("now", now.toString())
        .query((row, n) -> Optional.ofNullable(row.getTimestamp("ends_at")))
        .single()
        .map(Timestamp::toInstant)
        .orElse(null);
  }

  void add(byte[] hash, TenantId tenant, AccountId account, int generation, Instant now) {
    shared
        .sql(ADD)
        .param("hash", hash)
        .param("tenant", tenant.value())
        .param("account", account.value())
        .param("generation", generation)
        .param("now", now.toString())
        .update();
  }

  void end(TenantId tenant, AccountId account, int generation, Instant at) {
    shared
        .sql(END)
        .param("tenant", tenant.value())
        .param("account", account.value())
        .param("generation", generation)
        .param("ends", at.toString())
        .update();
  }
}
