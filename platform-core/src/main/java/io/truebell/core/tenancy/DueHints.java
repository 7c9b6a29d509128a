package io.truebell.core.tenancy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds the tenants that have one kind of work due through a small shared index, so that an idle
 * tenant is never visited. A hint that comes too early costs one empty visit; one that comes too
 * late cannot be.
 *
 * <p>Why no wake-up is lost: {@link #settle} locks the tenant's row before it reads what is
 * pending. A wake row that commits later is folded in after that lock is released; one that was
 * folded in before belongs to a transaction whose work the read sees.
 */
public final class DueHints {
  private static final String WAKE =
      """
      INSERT INTO datastore.work_wake (kind, tenant, due_at) VALUES (:kind, :tenant, :due_at::timestamptz)
      """;

  private static final String DRAIN =
      """
      WITH gone AS (
        DELETE FROM datastore.work_wake
        WHERE id IN (SELECT id FROM datastore.work_wake WHERE kind = :kind ORDER BY id LIMIT 5000
                     FOR UPDATE SKIP LOCKED)
        RETURNING tenant, due_at
      )
      INSERT INTO datastore.work_due (kind, tenant, due_at)
      SELECT :kind, tenant, min(due_at) FROM gone GROUP BY tenant ORDER BY tenant
      ON CONFLICT (kind, tenant) DO UPDATE SET due_at = least(work_due.due_at, excluded.due_at)
      """;

  private static final String DUE =
      """
      SELECT tenant FROM datastore.work_due WHERE kind = :kind AND due_at <= :now::timestamptz
      ORDER BY due_at LIMIT 1000
      """;

  private static final String LOCK =
      """
      SELECT due_at FROM datastore.work_due WHERE kind = :kind AND tenant = :tenant FOR UPDATE
      """;

  private static final String SET_RIGHT =
      """
      UPDATE datastore.work_due SET due_at = :due_at::timestamptz WHERE kind = :kind AND tenant = :tenant
      """;

  private static final String REMOVE =
      """
      DELETE FROM datastore.work_due WHERE kind = :kind AND tenant = :tenant
      """;

  private static final String POSTPONE =
      """
      UPDATE datastore.work_due SET due_at = greatest(due_at, :due_at::timestamptz)
      WHERE kind = :kind AND tenant = :tenant
      """;

  private final JdbcClient scoped;
  private final JdbcClient shared;
  private final String kind;

  /**
   * @param scoped connections of the open tenant scope
   * @param shared connections that are bound to no tenant
   * @param kind the work's name, one for each plugin that has such work
   */
  public DueHints(JdbcClient scoped, JdbcClient shared, String kind) {
    this.scoped = scoped;
    this.shared = shared;
    this.kind = kind;
  }

  /** Says that the scope's tenant has work at that time; inside the transaction that makes it. */
  public void wake(Instant dueAt) {
    scoped
        .sql(WAKE)
        .param("kind", kind)
        .param("tenant", TenantScope.current().id().value())
        .param("due_at", dueAt.toString())
        .update();
  }

  /** Tenants with due work, longest due first. */
  public List<TenantId> due(Instant now) {
    shared.sql(DRAIN).param("kind", kind).update();
    return shared
        .sql(DUE)
        .param("kind", kind)
        .param("now", now.toString())
        .query((row, n) -> new TenantId(row.getObject("tenant", UUID.class)))
        .list();
  }

  /**
   * Puts the scope's tenant's hint right; inside a tenant transaction of its own, after a visit.
   *
   * @param pending reads when the next work is due, null when there is none
   */
  public void settle(Supplier<@Nullable Instant> pending) {
    UUID tenant = TenantScope.current().id().value();
    List<Timestamp> row =
        scoped
            .sql(LOCK)
            .param("kind", kind)
            .param("tenant", tenant)
            .query(DueHints::timestamp)
            .list();
    if (row.isEmpty()) {
      return;
    }
    Instant next = pending.get();
    if (next == null) {
      scoped.sql(REMOVE).param("kind", kind).param("tenant", tenant).update();
    } else {
      scoped
          .sql(SET_RIGHT)
          .param("kind", kind)
          .param("tenant", tenant)
          .param("due_at", next.toString())
          .update();
    }
  }

  /** Looks at a tenant that cannot be served now again later; it is suspended, say. */
  public void postpone(TenantId tenant, Instant until) {
    shared
        .sql(POSTPONE)
        .param("kind", kind)
        .param("tenant", tenant.value())
        .param("due_at", until.toString())
        .update();
  }

  private static Timestamp timestamp(ResultSet row, int number) throws SQLException {
    return row.getTimestamp(1);
  }
}
