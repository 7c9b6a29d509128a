package io.truebell.admin.tenants;

import io.truebell.core.tenancy.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code platform.tenant}. */
@Component
class TenantRows {
  private static final String COLUMNS =
      "id, slug, name, state, sandbox_allowed, share, schema_stamp, trouble, created_at,"
          + " updated_at";

  private static final String INSERT =
      """
      INSERT INTO platform.tenant
        (id, slug, name, state, sandbox_allowed, sandbox_asked, idempotency_key, created_at,
        updated_at)
      VALUES (:id, :slug, :name, 'PROVISIONING', :sandbox, :sandbox, :key, :now, :now)
      ON CONFLICT DO NOTHING
      """;

  private static final String BY_KEY =
      "SELECT "
          + COLUMNS
          + ", sandbox_asked FROM platform.tenant WHERE idempotency_key = :key"
          + " AND state <> 'DELETED'";

  private static final String BY_ID =
      "SELECT " + COLUMNS + " FROM platform.tenant WHERE id = :id AND state <> 'DELETED'";

  private static final String BY_SLUG =
      "SELECT " + COLUMNS + " FROM platform.tenant WHERE slug = :slug AND state <> 'DELETED'";

  private static final String PAGE =
      "SELECT "
          + COLUMNS
          + " FROM platform.tenant WHERE state <> 'DELETED' AND id < :before"
          + " ORDER BY id DESC LIMIT :limit";

  private static final String ACTIVE =
      "SELECT "
          + COLUMNS
          + " FROM platform.tenant WHERE state = 'ACTIVE' AND trouble IS NULL AND id = ANY(:ids)";

  private static final String ALL_ACTIVE =
      "SELECT "
          + COLUMNS
          + " FROM platform.tenant WHERE state = 'ACTIVE' AND trouble IS NULL ORDER BY id";

  // half-made, half-deleted, behind, or failed before: whoever needs a visit
  private static final String UNFINISHED =
      "SELECT "
          + COLUMNS
          + " FROM platform.tenant WHERE state IN ('PROVISIONING', 'DELETING')"
          + " OR (state IN ('ACTIVE', 'SUSPENDED')"
          + " AND (schema_stamp IS DISTINCT FROM :stamp OR trouble IS NOT NULL)) ORDER BY id";

  // held until the transaction ends; another node waits here and then finds the work done
  private static final String LOCK =
      "SELECT pg_advisory_xact_lock(hashtextextended('truebell/tenant/' || :id, 0))";

  private static final String MOVE =
      """
      UPDATE platform.tenant SET state = :to, updated_at = :now
      WHERE id = :id AND state = ANY(:from)
      """;

  private static final String MIGRATED =
      """
      UPDATE platform.tenant SET schema_stamp = :stamp, trouble = NULL, updated_at = :now,
        state = CASE state WHEN 'PROVISIONING' THEN 'ACTIVE' ELSE state END
      WHERE id = :id
      """;

  private static final String TROUBLE =
      "UPDATE platform.tenant SET trouble = :trouble, updated_at = :now WHERE id = :id";

  private static final String SANDBOX =
      """
      UPDATE platform.tenant SET sandbox_allowed = :allowed, updated_at = :now
      WHERE id = :id AND state <> 'DELETED'
      """;

  private static final String SHARE =
      """
      UPDATE platform.tenant SET share = :share, updated_at = :now
      WHERE id = :id AND state <> 'DELETED'
      """;

  private final JdbcClient jdbc;
  private final Clock clock;

  TenantRows(@Qualifier("platformJdbc") JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  boolean insert(UUID id, String slug, String name, boolean sandbox, @Nullable String key) {
    return jdbc.sql(INSERT)
            .param("id", id)
            .param("slug", slug)
            .param("name", name)
            .param("sandbox", sandbox)
            .param("key", key)
            .param("now", now())
            .update()
        == 1;
  }

  /** The tenant that a call with this idempotency key created. */
  Optional<Created> createdBy(String key) {
    return jdbc.sql(BY_KEY)
        .param("key", key)
        .query((row, n) -> new Created(read(row, n), row.getBoolean("sandbox_asked")))
        .optional();
  }

  Optional<TenantRecord> byId(UUID id) {
    return jdbc.sql(BY_ID).param("id", id).query(TenantRows::read).optional();
  }

  Optional<TenantRecord> bySlug(String slug) {
    return jdbc.sql(BY_SLUG).param("slug", slug).query(TenantRows::read).optional();
  }

  List<TenantRecord> page(UUID before, int limit) {
    return jdbc.sql(PAGE)
        .param("before", before)
        .param("limit", limit)
        .query(TenantRows::read)
        .list();
  }

  List<TenantRecord> active(Collection<TenantId> ids) {
    UUID[] values = ids.stream().map(TenantId::value).toArray(UUID[]::new);
    return jdbc.sql(ACTIVE).param("ids", values).query(TenantRows::read).list();
  }

  List<TenantRecord> allActive() {
    return jdbc.sql(ALL_ACTIVE).query(TenantRows::read).list();
  }

  List<TenantRecord> unfinished(String stamp) {
    return jdbc.sql(UNFINISHED).param("stamp", stamp).query(TenantRows::read).list();
  }

  /** Takes the tenant's lock until the transaction ends. */
  void lock(TenantId id) {
    jdbc.sql(LOCK).param("id", id.toString()).query((row, n) -> id).single();
  }

  /** Moves the tenant if it is in one of the states {@code from}; says whether it was. */
  boolean move(TenantId id, TenantState to, TenantState... from) {
    String[] names = Arrays.stream(from).map(Enum::name).toArray(String[]::new);
    return jdbc.sql(MOVE)
            .param("id", id.value())
            .param("to", to.name())
            .param("from", names)
            .param("now", now())
            .update()
        == 1;
  }

  void migrated(TenantId id, String stamp) {
    jdbc.sql(MIGRATED).param("id", id.value()).param("stamp", stamp).param("now", now()).update();
  }

  void trouble(TenantId id, String trouble) {
    jdbc.sql(TROUBLE)
        .param("id", id.value())
        .param("trouble", trouble)
        .param("now", now())
        .update();
  }

  void allowSandbox(TenantId id, boolean allowed) {
    jdbc.sql(SANDBOX)
        .param("id", id.value())
        .param("allowed", allowed)
        .param("now", now())
        .update();
  }

  void share(TenantId id, int share) {
    jdbc.sql(SHARE).param("id", id.value()).param("share", share).param("now", now()).update();
  }

  private Timestamp now() {
    return Timestamp.from(clock.instant());
  }

  private static TenantRecord read(ResultSet row, int n) throws SQLException {
    return new TenantRecord(
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
  }

  /**
   * A tenant and what was asked for when it was created.
   *
   * @param sandbox whether it was to use the sandbox; may have been changed since
   */
  record Created(TenantRecord tenant, boolean sandbox) {
    boolean askedFor(String slug, String name, boolean sandbox) {
      return tenant.slug().equals(slug) && tenant.name().equals(name) && this.sandbox == sandbox;
    }
  }
}
