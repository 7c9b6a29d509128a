package io.truebell.receipts.inbound;

import io.truebell.core.message.AccountId;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.DueHints;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Keeps what came in, sealed, and says that there is something to read. */
@Component
class Mailroom {
  private final InboundRows rows;
  private final Vault vault;
  private final Ids ids;
  private final TransactionTemplate transaction;
  private final DueHints hints;
  private final JsonMapper json = JsonMapper.builder().build();
  private final Semaphore bell = new Semaphore(0);

  Mailroom(
      InboundRows rows,
      Vault vault,
      Ids ids,
      TransactionTemplate transaction,
      JdbcClient jdbc,
      @Qualifier("platformJdbc") JdbcClient shared) {
    this.rows = rows;
    this.vault = vault;
    this.ids = ids;
    this.transaction = transaction;
    this.hints = new DueHints(jdbc, shared, "receipts");
  }

  /** Stores it as it came, once however often it comes, and rings. */
  void keep(AccountId account, Letter letter, Instant now) {
    TenantId tenant = TenantScope.current().id();
    UUID id = ids.next();
    byte[] raw;
    try (Secret open = Secret.of(json.writeValueAsBytes(letter))) {
      raw = vault.seal(tenant, place(id), open).bytes();
    }
    byte[] print = vault.fingerprint(tenant, "inbound-receipt", essence(letter));
    transaction.executeWithoutResult(
        status -> {
          rows.store(id, account, print, raw, now);
          hints.wake(now);
        });
    ring();
  }

  /** What makes two of them the same: everything but the headers, which carry times. */
  private static String essence(Letter letter) {
    return String.join(
        "\n",
        letter.method(),
        letter.path(),
        letter.query(),
        new String(letter.body(), StandardCharsets.ISO_8859_1));
  }

  /** Opens what was kept. */
  Letter open(UUID id, byte[] raw) {
    try (Secret open = vault.open(TenantScope.current().id(), place(id), new Sealed(raw))) {
      return json.readValue(open.reveal(), Letter.class);
    }
  }

  private static String place(UUID id) {
    return "inbound_receipt/" + id;
  }

  /** Counts what was not authentic. */
  void refuse(AccountId account, LocalDate day) {
    rows.refused(account, day);
  }

  /** Tenants with something to read or to purge. */
  List<TenantId> due(Instant now) {
    return hints.due(now);
  }

  /** Puts the scope's tenant's hint right; in a transaction of its own. */
  void settleHint(Duration keep) {
    hints.settle(() -> rows.pending(keep));
  }

  /** Visits a tenant later. */
  void postpone(TenantId tenant, Instant until) {
    hints.postpone(tenant, until);
  }

  /** There may be something to read. */
  void ring() {
    if (bell.availablePermits() == 0) {
      bell.release();
    }
  }

  /** Waits for a ring, at most as long as {@code most}. */
  void await(Duration most) throws InterruptedException {
    if (bell.tryAcquire(most.toNanos(), TimeUnit.NANOSECONDS)) {
      bell.drainPermits();
    }
  }
}
