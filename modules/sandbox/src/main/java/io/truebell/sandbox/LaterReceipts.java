package io.truebell.sandbox;

import io.truebell.core.spi.Magic;
import io.truebell.core.spi.SimulatedReport;
import io.truebell.core.tenancy.Tenant;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Sends the receipts of simulated providers when the magic address promises them. Those that wait
 * when the process stops are not sent.
 */
@Component
@ServedWhenEnabled
class LaterReceipts {
  private static final int REPEATED = 50;

  private final SandboxSettings settings;
  private final Tickets tickets;
  private final ReportPost post;

  LaterReceipts(SandboxSettings settings, Tickets tickets, ReportPost post) {
    this.settings = settings;
    this.tickets = tickets;
    this.post = post;
  }

  /**
   * Sends them in a while, or before the answer.
   *
   * @param own the provider's; empty when the sandbox reports in its place
   */
  void announce(Tenant tenant, Ticket ticket, Magic magic, Optional<List<SimulatedReport>> own) {
    List<SimulatedReport> reports =
        own.map(once -> repeated(magic, once)).orElseGet(() -> signed(ticket, receipts(magic)));
    if (reports.isEmpty()) {
      return;
    }
    if (magic == Magic.RECEIPT_FIRST) {
      post.send(tenant, ticket.account(), reports);
      return;
    }
    CompletableFuture.delayedExecutor(
            settings.receiptDelay().toMillis(),
            TimeUnit.MILLISECONDS,
            task -> Thread.ofVirtual().start(task))
        .execute(() -> post.send(tenant, ticket.account(), reports));
  }

  private static List<SimulatedReport> repeated(Magic magic, List<SimulatedReport> once) {
    return magic == Magic.RECEIPT_REPEATED
        ? Collections.nCopies(REPEATED, once).stream().flatMap(List::stream).toList()
        : once;
  }

  private List<SimulatedReport> signed(Ticket ticket, List<SandboxReceipt> receipts) {
    return receipts.stream().map(receipt -> signed(ticket, receipt)).toList();
  }

  private SimulatedReport signed(Ticket ticket, SandboxReceipt receipt) {
    byte[] body = receipt.line(ticket.delivery()).getBytes(StandardCharsets.UTF_8);
    return new SimulatedReport(
        "",
        Map.of(
            "Content-Type",
            "text/plain; charset=utf-8",
            SandboxReceiptParser.SIGNATURE,
            tickets.sign(ticket.account().toString(), body)),
        body);
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
}
