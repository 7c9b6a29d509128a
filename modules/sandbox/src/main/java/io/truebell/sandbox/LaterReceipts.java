package io.truebell.sandbox;

import io.truebell.core.spi.Magic;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Sends the receipts of simulated providers, as a provider would: later, over HTTP, signed. Those
 * that wait when the process stops are not sent, so that a tenant can also see an overdue receipt.
 */
@Component
@ServedWhenEnabled
class LaterReceipts {
  static final String SIGNATURE = "X-Sandbox-Signature";

  private static final Logger LOG = LoggerFactory.getLogger(LaterReceipts.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final SandboxSettings settings;
  private final ServedSandboxes sandboxes;
  private final Tickets tickets;
  private final Wire wire;

  LaterReceipts(SandboxSettings settings, ServedSandboxes sandboxes, Tickets tickets, Wire wire) {
    this.settings = settings;
    this.sandboxes = sandboxes;
    this.tickets = tickets;
    this.wire = wire;
  }

  /** Sends a receipt in a while where the magic address promises one. */
  void announce(String ticket, Magic magic) {
    if (magic == Magic.RECEIPT_DELIVERED || magic == Magic.RECEIPT_UNDELIVERED) {
      boolean delivered = magic == Magic.RECEIPT_DELIVERED;
      CompletableFuture.delayedExecutor(
              settings.receiptDelay().toMillis(),
              TimeUnit.MILLISECONDS,
              task -> Thread.ofVirtual().start(task))
          .execute(() -> send(ticket, delivered));
    }
  }

  private void send(String ticket, boolean delivered) {
    byte[] receipt = ("{\"delivered\":" + delivered + "}").getBytes(StandardCharsets.US_ASCII);
    URI target = sandboxes.receiptsFor(ticket);
    WireResult result =
        wire.exchange(
            new WireRequest(
                "POST",
                target,
                Map.of(
                    "Content-Type", "application/json", SIGNATURE, tickets.sign(ticket, receipt)),
                receipt,
                TIMEOUT,
                Reach.FIXED));
    if (!(result instanceof Answered answered) || answered.status() != 204) {
      LOG.warn("a simulated receipt was not taken");
    }
  }
}
