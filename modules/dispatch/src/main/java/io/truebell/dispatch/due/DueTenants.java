package io.truebell.dispatch.due;

import io.truebell.core.tenancy.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds tenants with due work through one small index instead of visiting schemas. Intake appends a
 * wake row inside its own transaction; {@link #drain} folds wake rows into the due table; {@link
 * #settle} puts a tenant's row right after a visit.
 *
 * <p>Why no wake-up is lost: {@code settle} locks the due row before it reads what is pending. A
 * wake row that commits later is folded in after that lock is released; one that was folded in
 * before the lock belongs to a transaction whose deliveries the read sees.
 */
@Component
public class DueTenants {
  private static final String WAKE =
      """
      INSERT INTO datastore.wake (tenant, due_at) VALUES (:tenant, :due_at::timestamptz)
      """;

  private static final String DRAIN =
      """
      WITH gone AS (
        DELETE FROM datastore.wake
        WHERE id IN (SELECT id FROM datastore.wake ORDER BY id LIMIT 5000 FOR UPDATE SKIP LOCKED)
        RETURNING tenant, due_at
      )
      INSERT INTO datastore.due (tenant, due_at)
      SELECT tenant, min(due_at) FROM gone GROUP BY tenant ORDER BY tenant
      ON CONFLICT (tenant) DO UPDATE SET due_at = least(due.due_at, excluded.due_at)
      """;

  private static final String DUE =
      """
      SELECT tenant FROM datastore.due WHERE due_at <= :now::timestamptz ORDER BY due_at LIMIT 2000
      """;

  private static final String LOCK =
      """
      SELECT due_at FROM datastore.due WHERE tenant = :tenant FOR UPDATE
      """;

  // What lies ahead: the next queued delivery of either category, and the next lease that ends.
  private static final String SET_RIGHT =
      """
      WITH ahead AS (SELECT least(
        (SELECT min(first.not_before) FROM channel_account a CROSS JOIN LATERAL (
           SELECT not_before FROM delivery WHERE state = 'QUEUED' AND category = 'transactional' AND account_id = a.id
           ORDER BY not_before, id LIMIT 1) first),
        (SELECT min(first.not_before) FROM channel_account a CROSS JOIN LATERAL (
           SELECT not_before FROM delivery WHERE state = 'QUEUED' AND category = 'marketing' AND account_id = a.id
           ORDER BY not_before, id LIMIT 1) first),
        (SELECT lease_until FROM delivery WHERE state = 'CLAIMED' ORDER BY lease_until LIMIT 1)) AS pending
      ), gone AS (
        DELETE FROM datastore.due d USING ahead WHERE d.tenant = :tenant AND ahead.pending IS NULL
      )
      UPDATE datastore.due d SET due_at = ahead.pending FROM ahead
      WHERE d.tenant = :tenant AND ahead.pending IS NOT NULL
      """;

  private static final String POSTPONE =
      """
      UPDATE datastore.due SET due_at = greatest(due_at, :due_at::timestamptz) WHERE tenant = :tenant
      """;

  private final JdbcClient jdbc;
  private final JdbcClient shared;

  DueTenants(JdbcClient jdbc, @Qualifier("platformJdbc") JdbcClient shared) {
    this.jdbc = jdbc;
    this.shared = shared;
  }

  /** Appends a wake row; inside the caller's tenant transaction. */
  public void wake(TenantId tenant, Instant dueAt) {
    jdbc.sql(WAKE).param("tenant", tenant.value()).param("due_at", dueAt.toString()).update();
  }

  /** Folds wake rows into the due table. */
  public void drain() {
    shared.sql(DRAIN).update();
  }

  /** Tenants with due work, longest due first. */
  public List<TenantId> due(Instant now) {
    return shared
        .sql(DUE)
        .param("now", now.toString())
        .query((row, n) -> new TenantId(row.getObject("tenant", UUID.class)))
        .list();
  }

  /** Puts the scope's tenant's row right; inside a tenant transaction of its own. */
  public void settle(TenantId tenant) {
    List<Object> row = jdbc.sql(LOCK).param("tenant", tenant.value()).query().singleColumn();
    if (row.isEmpty()) {
      return;
    }
    jdbc.sql(SET_RIGHT).param("tenant", tenant.value()).update();
  }

  /** Looks at a tenant that cannot be served now again later; it is suspended, say. */
  public void postpone(TenantId tenant, Instant until) {
    shared.sql(POSTPONE).param("tenant", tenant.value()).param("due_at", until.toString()).update();
  }
}
