package io.truebell.admin.keys;

import io.truebell.admin.tenants.TenantRecord;
import io.truebell.admin.tenants.TenantState;
import io.truebell.core.identity.Scope;
import io.truebell.core.tenancy.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code platform.api_key}. Every statement of a tenant names the tenant. */
@Component
class ApiKeyRows {
  private static final String FOUND =
      """
      SELECT k.id AS key_id, k.prefix, k.hash, k.scopes, t.id, t.slug, t.name, t.state,
             t.sandbox_allowed, t.share, t.schema_stamp, t.trouble, t.created_at, t.updated_at
      FROM platform.api_key k JOIN platform.tenant t ON t.id = k.tenant
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > :now)
        AND t.state NOT IN ('DELETING', 'DELETED')
      """;

  private static final String USABLE = FOUND + " AND k.prefix = :prefix";

  private static final String USABLE_BY_ID = FOUND + " AND k.id = :id";

  private static final String INSERT =
      """
      INSERT INTO platform.api_key
        (id, tenant, prefix, hash, name, scopes, created_at, created_by, expires_at)
      VALUES (:id, :tenant, :prefix, :hash, :name, :scopes, :now, :by, :expires)
      """;

  private static final String COLUMNS =
      "id, prefix, name, scopes, created_at, created_by, expires_at, revoked_at, last_used_at";

  private static final String PAGE =
      "SELECT "
          + COLUMNS
          + " FROM platform.api_key WHERE tenant = :tenant AND id < :before"
          + " ORDER BY id DESC LIMIT :limit";

  private static final String ONE =
      "SELECT " + COLUMNS + " FROM platform.api_key WHERE tenant = :tenant AND id = :id";

  private static final String REVOKE =
      """
      UPDATE platform.api_key SET revoked_at = :now, revoked_by = :by
      WHERE tenant = :tenant AND id = :id AND revoked_at IS NULL
      """;

  private static final String REVOKE_ALL =
      """
      UPDATE platform.api_key SET revoked_at = :now, revoked_by = :by
      WHERE tenant = :tenant AND revoked_at IS NULL
      """;

  private static final String USED =
      """
      UPDATE platform.api_key k SET last_used_at = u.at
      FROM unnest(:ids, :times) AS u (id, at)
      WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)
      """;

  private final JdbcClient jdbc;

  ApiKeyRows(@Qualifier("platformJdbc") JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A stored key.
   *
   * @param hash of its secret
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest.isEqual alone
  record Found(Credential.TenantKey key, byte[] hash) {}

  Optional<Found> usable(String prefix, Instant now) {
    return jdbc.sql(USABLE)
        .param("prefix", prefix)
        .param("now", Timestamp.from(now))
        .query(ApiKeyRows::found)
        .optional();
  }

  Optional<Found> usable(UUID id, Instant now) {
    return jdbc.sql(USABLE_BY_ID)
        .param("id", id)
        .param("now", Timestamp.from(now))
        .query(ApiKeyRows::found)
        .optional();
  }

  void insert(ApiKey key, TenantId tenant, byte[] hash) {
    jdbc.sql(INSERT)
        .param("id", key.id())
        .param("tenant", tenant.value())
        .param("prefix", key.prefix())
        .param("hash", hash)
        .param("name", key.name())
        .param("scopes", key.scopes().stream().map(Scope::wireName).toArray(String[]::new))
        .param("now", Timestamp.from(key.createdAt()))
        .param("by", key.createdBy())
        .param("expires", key.expiresAt() == null ? null : Timestamp.from(key.expiresAt()))
        .update();
  }

  List<ApiKey> page(TenantId tenant, UUID before, int limit) {
    return jdbc.sql(PAGE)
        .param("tenant", tenant.value())
        .param("before", before)
        .param("limit", limit)
        .query(ApiKeyRows::read)
        .list();
  }

  Optional<ApiKey> one(TenantId tenant, UUID id) {
    return jdbc.sql(ONE)
        .param("tenant", tenant.value())
        .param("id", id)
        .query(ApiKeyRows::read)
        .optional();
  }

  void revoke(TenantId tenant, UUID id, String by, Instant now) {
    jdbc.sql(REVOKE)
        .param("tenant", tenant.value())
        .param("id", id)
        .param("by", by)
        .param("now", Timestamp.from(now))
        .update();
  }

  void revokeAll(TenantId tenant, String by, Instant now) {
    jdbc.sql(REVOKE_ALL)
        .param("tenant", tenant.value())
        .param("by", by)
        .param("now", Timestamp.from(now))
        .update();
  }

  void used(Map<UUID, Instant> uses) {
    List<Map.Entry<UUID, Instant>> entries = List.copyOf(uses.entrySet());
    jdbc.sql(USED)
        .param("ids", entries.stream().map(Map.Entry::getKey).toArray(UUID[]::new))
        .param(
            "times",
            entries.stream().map(use -> Timestamp.from(use.getValue())).toArray(Timestamp[]::new))
        .update();
  }

  private static Found found(ResultSet row, int n) throws SQLException {
    TenantRecord tenant =
        new TenantRecord(
            new TenantId(row.getObject("id", UUID.class)),
            row.getString("slug"),
            row.getString("name"),
            TenantState.valueOf(row.getString("state")),
            row.getBoolean("sandbox_allowed"),
            row.getInt("share"),
            row.getString("schema_stamp"),
            row.getString("trouble"),
            row.getTimestamp("created_at").toInstant(),
            row.getTimestamp("updated_at").toInstant());
    UUID id = row.getObject("key_id", UUID.class);
    return new Found(
        new Credential.TenantKey(id, row.getString("prefix"), scopes(row), tenant),
        row.getBytes("hash"));
  }

  private static ApiKey read(ResultSet row, int n) throws SQLException {
    return new ApiKey(
        row.getObject("id", UUID.class),
        row.getString("prefix"),
        row.getString("name"),
        scopes(row),
        row.getTimestamp("created_at").toInstant(),
        row.getString("created_by"),
        instant(row.getTimestamp("expires_at")),
        instant(row.getTimestamp("revoked_at")),
        instant(row.getTimestamp("last_used_at")));
  }

  private static Set<Scope> scopes(ResultSet row) throws SQLException {
    List<String> names = Arrays.asList((String[]) row.getArray("scopes").getArray());
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    for (Scope scope : Scope.values()) {
      if (names.contains(scope.wireName())) {
        scopes.add(scope);
      }
    }
    return scopes;
  }

  private static @Nullable Instant instant(@Nullable Timestamp time) {
    return time == null ? null : time.toInstant();
  }
}
