package io.truebell.sandbox;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ReceiptAddresses;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Sends the receipts of simulated providers, as a provider would: over HTTP, signed, to the
 * account's own receipts address. Those that wait when the process stops are not sent.
 */
@Component
@ServedWhenEnabled
class LaterReceipts {
  private static final Logger LOG = LoggerFactory.getLogger(LaterReceipts.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int REPEATED = 50;

  private final SandboxSettings settings;
  private final ServedSandboxes sandboxes;
  private final Tickets tickets;
  private final Wire wire;
  private final ObjectProvider<ReceiptAddresses> addresses;

  LaterReceipts(
      SandboxSettings settings,
      ServedSandboxes sandboxes,
      Tickets tickets,
      Wire wire,
      ObjectProvider<ReceiptAddresses> addresses) {
    this.settings = settings;
    this.sandboxes = sandboxes;
    this.tickets = tickets;
    this.wire = wire;
    this.addresses = addresses;
  }

  /** Sends the receipts that the magic address promises: in a while, or before the answer. */
  void announce(Tenant tenant, Ticket ticket, Magic magic) {
    List<SandboxReceipt> receipts = receipts(magic);
    if (receipts.isEmpty()) {
      return;
    }
    if (magic == Magic.RECEIPT_FIRST) {
      send(tenant, ticket, receipts);
      return;
    }
    CompletableFuture.delayedExecutor(
            settings.receiptDelay().toMillis(),
            TimeUnit.MILLISECONDS,
            task -> Thread.ofVirtual().start(task))
        .execute(() -> send(tenant, ticket, receipts));
  }

  private static List<SandboxReceipt> receipts(Magic magic) {
    return switch (magic) {
      case RECEIPT_DELIVERED, RECEIPT_FIRST -> List.of(SandboxReceipt.DELIVERED);
      case RECEIPT_UNDELIVERED -> List.of(SandboxReceipt.UNDELIVERED);
      case RECEIPT_GONE -> List.of(SandboxReceipt.GONE);
      case RECEIPT_REPEATED -> Collections.nCopies(REPEATED, SandboxReceipt.DELIVERED);
      case RECEIPTS_DISORDERED ->
          List.of(SandboxReceipt.DELIVERED, SandboxReceipt.SENT, SandboxReceipt.QUEUED);
      case ACCEPTED,
          REJECTED,
          NOT_FOUND,
          GONE,
          COOLDOWN,
          TRANSIENT_THEN_ACCEPTED,
          ERROR,
          TIMEOUT,
          RESET,
          HALF,
          GARBAGE,
          SLOW,
          HUGE,
          RECEIPT_NEVER ->
          List.of();
    };
  }

  private void send(Tenant tenant, Ticket ticket, List<SandboxReceipt> receipts) {
    ReceiptAddresses served = addresses.getIfAvailable();
    if (served == null) {
      LOG.warn("no receipts are taken: a simulated one is not sent");
      return;
    }
    String path = TenantScope.call(tenant, () -> served.pathOf(ticket.account()));
    receipts.forEach(
        receipt ->
            send(
                path,
                ticket.account(),
                receipt.line(ticket.delivery()).getBytes(StandardCharsets.UTF_8)));
  }

  private void send(String path, AccountId account, byte[] body) {
    WireResult result =
        wire.exchange(
            new WireRequest(
                "POST",
                sandboxes.own(path),
                Map.of(
                    "Content-Type",
                    "text/plain; charset=utf-8",
                    SandboxReceiptParser.SIGNATURE,
                    tickets.sign(account.toString(), body)),
                body,
                TIMEOUT,
                Reach.FIXED));
    if (!(result instanceof Answered answered) || answered.status() != 200) {
      LOG.warn("a simulated receipt was not taken");
    }
  }
}
