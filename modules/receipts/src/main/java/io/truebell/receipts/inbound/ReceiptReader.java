package io.truebell.receipts.inbound;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.receipts.address.ReceiptsSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The loop that reads what came in. Runs in the roles {@code worker} and {@code all}. */
@Component
@ConditionalOnExpression("'${truebell.role:all}' != 'api'")
class ReceiptReader implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiptReader.class);
  private static final Duration SUSPENDED_WAIT = Duration.ofMinutes(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final ReadReceipts reading;
  private final Tenants tenants;
  private final ReceiptsSettings settings;
  private volatile boolean running;
  private @Nullable Thread thread;

  ReceiptReader(ReadReceipts reading, Tenants tenants, ReceiptsSettings settings) {
    this.reading = reading;
    this.tenants = tenants;
    this.settings = settings;
  }

  @Override
  public void start() {
    running = true;
    thread = Thread.ofVirtual().name("truebell-receipts").start(this::loop);
  }

  @Override
  public void stop() {
    running = false;
    reading.ring();
    try {
      if (thread != null && !thread.join(STOP_WITHIN)) {
        LOG.info("stopped while reading receipts: what is not read is read later");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void loop() {
    while (running) {
      Duration wait = settings.poll();
      try {
        if (visitDue() > 0) {
          wait = Duration.ZERO;
        }
      } catch (Exception e) {
        LOG.warn("looking for receipts failed, trying again: {}", e.toString());
        wait = AFTER_FAILURE;
      }
      try {
        reading.await(wait);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private int visitDue() {
    List<TenantId> due = reading.due();
    Map<TenantId, Tenant> active = due.isEmpty() ? Map.of() : tenants.active(due);
    int read = 0;
    for (TenantId id : due) {
      Tenant tenant = active.get(id);
      if (tenant == null) {
        reading.postpone(id, SUSPENDED_WAIT);
      } else if (running) {
        read += visit(tenant);
      }
    }
    return read;
  }

  /** One tenant's trouble stays its own. */
  private int visit(Tenant tenant) {
    try {
      return reading.visit(tenant);
    } catch (RuntimeException e) {
      LOG.warn("reading receipts of {} failed, trying again: {}", tenant.slug(), e.toString());
      reading.postpone(tenant.id(), AFTER_FAILURE);
      return 0;
    }
  }
}
