package io.truebell.sandbox;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.ReceiptAddresses;
import io.truebell.core.spi.SimulatedReport;
import io.truebell.core.spi.SimulatedReports;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult.Answered;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Carries what simulated providers report to the account's own address, as a provider would. */
@Component
@ServedWhenEnabled
class ReportPost implements SimulatedReports {
  private static final Logger LOG = LoggerFactory.getLogger(ReportPost.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** As WeChat does: the first time, and three more. */
  private static final int TRIES = 4;

  private final ServedSandboxes sandboxes;
  private final Wire wire;
  private final ObjectProvider<ReceiptAddresses> addresses;

  ReportPost(ServedSandboxes sandboxes, Wire wire, ObjectProvider<ReceiptAddresses> addresses) {
    this.sandboxes = sandboxes;
    this.wire = wire;
    this.addresses = addresses;
  }

  @Override
  public void post(AccountId account, List<SimulatedReport> reports) {
    Tenant tenant = TenantScope.current();
    Thread.ofVirtual().name("truebell-sandbox").start(() -> send(tenant, account, reports));
  }

  /** Sends them before it comes back. */
  void send(Tenant tenant, AccountId account, List<SimulatedReport> reports) {
    ReceiptAddresses served = addresses.getIfAvailable();
    if (served == null) {
      LOG.warn("no receipts are taken: a simulated one is not sent");
      return;
    }
    String path = TenantScope.call(tenant, () -> served.pathOf(account));
    reports.forEach(report -> send(path, report));
  }

  private void send(String path, SimulatedReport report) {
    String target = report.query().isEmpty() ? path : path + "?" + report.query();
    for (int tried = 0; tried < TRIES; tried++) {
      if (taken(target, report)) {
        return;
      }
    }
    LOG.warn("a simulated receipt was not taken");
  }

  private boolean taken(String target, SimulatedReport report) {
    WireRequest request =
        new WireRequest(
            "POST", sandboxes.own(target), report.headers(), report.body(), TIMEOUT, Reach.FIXED);
    return wire.exchange(request) instanceof Answered answered && answered.status() == 200;
  }
}
