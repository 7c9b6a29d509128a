package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.SimulatedReport;
import io.truebell.core.spi.SimulatedReports;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult.Answered;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A provider that remembers, gives tokens and reports in its own protocol. */
class RememberingChannelTest {
  private static final AtomicLong DELIVERIES = new AtomicLong();
  private static ConfigurableApplicationContext app;

  private final DeliveryId delivery = new DeliveryId(new UUID(10, DELIVERIES.incrementAndGet()));
  private final SandboxHouse house = app.getBean(SandboxHouse.class);

  @BeforeAll
  static void start() {
    app =
        new SpringApplicationBuilder(SandboxHouse.class)
            .properties(Map.of("server.port", "0", "truebell.sandbox.receipt-delay", "1ms"))
            .run();
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @Test
  void aRequestForNoAddressIsAnsweredAndCountsAsNoCall() {
    assertThat(post("/token?grant=x")).isEqualTo("token for grant=x of " + account());
    assertThat(post("/accepted")).isEqualTo("ACCEPTED 0");
    assertThat(post("/accepted")).isEqualTo("ACCEPTED 1");

    assertThat(notes())
        .containsExactly(
            "status 200, and a report in its own protocol",
            "status 200, and a report in its own protocol",
            "status 200, for no address");
  }

  @Test
  void itsReportsComeInItsOwnProtocolAndOnlyThose() throws InterruptedException {
    post("/receipt-delivered");

    assertThat(next().code()).isEqualTo("own");
  }

  @Test
  void theMagicAddressSaysWhenAndHowOften() throws InterruptedException {
    post("/receipt-first");
    assertThat(house.receipts()).anyMatch(this::isOurs);
    house.receipts().clear();

    post("/receipt-repeated");
    for (int i = 0; i < 50; i++) {
      assertThat(isOurs(next())).isTrue();
    }
  }

  @Test
  void whatIsNotTakenIsSentThreeTimesMore() {
    int before = house.refused();
    SimulatedReport forged =
        new SimulatedReport("key=1", Map.of(), "ref".getBytes(StandardCharsets.UTF_8));

    app.getBean(ReportPost.class)
        .send(SandboxHouse.TENANT, RememberingChannel.ACCOUNT, List.of(forged));

    assertThat(house.refused()).isEqualTo(before + 4);
  }

  @Test
  void aReportCanBePostedApartFromAnyCall() throws InterruptedException {
    SimulatedReport report =
        new SimulatedReport(
            "key=42", Map.of(), ("ref-" + delivery).getBytes(StandardCharsets.UTF_8));

    TenantScope.run(
        SandboxHouse.TENANT,
        () ->
            app.getBean(SimulatedReports.class).post(RememberingChannel.ACCOUNT, List.of(report)));

    assertThat(isOurs(next())).isTrue();
  }

  private static String account() {
    return RememberingChannel.ACCOUNT.toString();
  }

  private ProviderReceipt next() throws InterruptedException {
    ProviderReceipt next = house.receipts().poll(60, TimeUnit.SECONDS);
    while (next != null && !isOurs(next)) {
      next = house.receipts().poll(60, TimeUnit.SECONDS);
    }
    assertThat(next).isNotNull();
    return next;
  }

  private boolean isOurs(ProviderReceipt receipt) {
    return receipt.match().equals(new ReceiptMatch.ByProviderRef("ref-" + delivery));
  }

  private List<String> notes() {
    SandboxCallRows rows = app.getBean(SandboxCallRows.class);
    return TenantScope.call(SandboxHouse.TENANT, () -> rows.before(new UUID(-1, -1), 1000)).stream()
        .filter(call -> call.deliveryId().equals(delivery.value()))
        .map(SandboxCall::note)
        .toList();
  }

  private String post(String path) {
    URI base =
        app.getBean(ServedSandboxes.class)
            .baseFor(
                SandboxHouse.TENANT, RememberingChannel.KEY, RememberingChannel.ACCOUNT, delivery);
    WireRequest request =
        new WireRequest(
            "POST",
            URI.create(base + path),
            Map.of(),
            new byte[0],
            Duration.ofSeconds(60),
            Reach.FIXED);
    return app.getBean(Wire.class).exchange(request) instanceof Answered answered
        ? new String(answered.body(), StandardCharsets.UTF_8)
        : "nothing";
  }
}
