package com.example.doomed;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.Receipts;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Fetches the provider's receipts and acknowledges each after it was stored. Every node does so,
 * and may die in between: a receipt comes more than once.
 */
final class CourierReceipts implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(CourierReceipts.class);
  private static final long EVERY_MS = 300;

  private final Receipts receipts;
  private final Tenants tenants;
  private final String provider;
  private volatile boolean running;

  CourierReceipts(Receipts receipts, Tenants tenants, String provider) {
    this.receipts = receipts;
    this.tenants = tenants;
    this.provider = provider;
  }

  @Override
  public void start() {
    running = true;
    Thread.ofVirtual().name("courier-receipts").start(this::fetchAgainAndAgain);
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void fetchAgainAndAgain() {
    try (HttpClient http = HttpClient.newHttpClient()) {
      while (running) {
        try {
          fetch(http);
        } catch (IOException | RuntimeException e) {
          LOG.warn("receipts are fetched again later: {}", e.toString());
        }
        TimeUnit.MILLISECONDS.sleep(EVERY_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fetch(HttpClient http) throws IOException, InterruptedException {
    HttpRequest ask = HttpRequest.newBuilder(URI.create(provider + "/receipts")).build();
    String body = http.send(ask, BodyHandlers.ofString()).body();
    if (body.isBlank()) {
      return;
    }
    var bySlug =
        tenants.allActive().stream().collect(Collectors.toMap(Tenant::slug, Function.identity()));
    for (String line : body.split("\n", -1)) {
      String[] words = line.split(" ", -1);
      Tenant tenant = bySlug.get(words[1]);
      if (tenant == null) {
        continue;
      }
      ReceiptArrived receipt =
          new ReceiptArrived(
              new DeliveryId(UUID.fromString(words[2])), words[0], true, "200", "", "courier");
      Receipts.Effect effect = TenantScope.call(tenant, () -> receipts.arrived(receipt));
      if (effect != Receipts.Effect.UNMATCHED) {
        HttpRequest ack =
            HttpRequest.newBuilder(URI.create(provider + "/receipts/" + words[0]))
                .POST(BodyPublishers.noBody())
                .build();
        http.send(ack, BodyHandlers.discarding());
      }
    }
  }
}
