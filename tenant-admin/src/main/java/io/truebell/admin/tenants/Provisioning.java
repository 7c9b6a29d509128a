package io.truebell.admin.tenants;

import io.truebell.core.tenancy.TenantId;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings one tenant to where its state says it goes: made, up to date, or gone. Each step can be
 * repeated; an advisory lock keeps two nodes from doing it at once.
 */
@Component
class Provisioning {
  private static final Logger LOG = LoggerFactory.getLogger(Provisioning.class);

  /**
   * Each holds a connection for its lock while its scripts take more: so many at once that the pool
   * is never empty, or all would wait for each other.
   */
  static final int AT_ONCE = 2;

  private final Semaphore turns = new Semaphore(AT_ONCE, true);
  private final TenantRows rows;
  private final TenantSchemas schemas;
  private final WakeRows wakes;
  private final TransactionTemplate transactions;
  private final List<TenantEnding> endings;

  Provisioning(
      TenantRows rows,
      TenantSchemas schemas,
      WakeRows wakes,
      @Qualifier("platformTransactions") TransactionTemplate transactions,
      ObjectProvider<TenantEnding> endings) {
    this.rows = rows;
    this.schemas = schemas;
    this.wakes = wakes;
    this.transactions = transactions;
    this.endings = endings.orderedStream().toList();
  }

  /** Does what is left to do, when it is this tenant's turn and no other node is at it. */
  void finish(TenantId id) {
    turns.acquireUninterruptibly();
    try {
      transactions.executeWithoutResult(
          status -> {
            rows.lock(id);
            rows.byId(id.value()).ifPresent(this::finish);
          });
    } finally {
      turns.release();
    }
  }

  private void finish(TenantRecord tenant) {
    switch (tenant.state()) {
      case PROVISIONING, ACTIVE, SUSPENDED -> {
        schemas.make(tenant.id());
        rows.migrated(tenant.id(), schemas.stamp());
        LOG.info("tenant {} is provisioned and up to date", tenant.slug());
      }
      case DELETING -> {
        endings.forEach(ending -> ending.end(tenant.id()));
        schemas.destroy(tenant.id());
        wakes.forget(tenant.id());
        rows.move(tenant.id(), TenantState.DELETED, TenantState.DELETING);
        LOG.info("tenant {} is deleted", tenant.slug());
      }
      case DELETED -> {}
    }
  }
}
