package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class SandboxTest {
  private static final AccountId ACCOUNT = new AccountId(new UUID(7, 7));
  private static final AtomicLong DELIVERIES = new AtomicLong();
  private static ConfigurableApplicationContext app;

  private final DeliveryId delivery = new DeliveryId(new UUID(9, DELIVERIES.incrementAndGet()));
  private final Wire wire = app.getBean(Wire.class);
  private final SandboxHouse house = app.getBean(SandboxHouse.class);

  @BeforeAll
  static void start() {
    app =
        new SpringApplicationBuilder(SandboxHouse.class)
            .properties(
                Map.of(
                    "server.port", "0",
                    "server.address", "127.0.0.2", // a server may listen on one address only
                    "truebell.sandbox.slowness", "10ms",
                    "truebell.sandbox.silence", "10ms",
                    "truebell.sandbox.receipt-delay", "1ms"))
            .run();
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"ACCEPTED", "REJECTED", "SLOW", "TRANSIENT_THEN_ACCEPTED"})
  void theProvidersAnswerComesOverRealHttp(Magic magic) {
    WireResult result = call(base(delivery), magic.word());
    assertThat(result)
        .isInstanceOfSatisfying(
            Answered.class,
            answered -> {
              assertThat(answered.status()).isEqualTo(200);
              assertThat(answered.header("x-back")).contains("yes");
              assertThat(new String(answered.body(), StandardCharsets.UTF_8))
                  .isEqualTo(magic + " 0 id=%E5%AE%8C&text=a mine");
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMEOUT", "RESET", "HALF", "RECEIPT_UNDELIVERED"})
  void aBrokenConnectionIsReallyBroken(Magic magic) {
    assertThat(call(base(delivery), magic.word())).isInstanceOf(Lost.class);
  }

  @Test
  void anEndlessAnswerIsCut() {
    assertThat(call(base(delivery), "huge"))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.cut()).isTrue());
  }

  @Test
  void anUndocumentedStatusReachesTheCaller() {
    assertThat(call(base(delivery), "garbage"))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(699));
  }

  @Test
  void callsOfOneDeliveryAreCounted() {
    URI base = base(delivery);
    call(base, "accepted");
    assertThat(call(base, "accepted"))
        .isInstanceOfSatisfying(
            Answered.class,
            a -> assertThat(new String(a.body(), StandardCharsets.UTF_8)).startsWith("ACCEPTED 1"));
    assertThat(calls()).extracting(SandboxCall::call).containsExactly(2, 1);
  }

  @Test
  @Tag("SEAL-2")
  void aCallIsRecordedWithoutWhatWasSent() {
    call(base(delivery), "receipt-delivered");
    assertThat(calls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.magic()).isEqualTo("receipt-delivered");
              assertThat(call.accountId()).isEqualTo(ACCOUNT.value());
              assertThat(call.channel()).isEqualTo("fake");
              assertThat(call.note()).isEqualTo("status 200, then a receipt: delivered");
              assertThat(call.toString()).doesNotContain("mine", "text=");
            });
  }

  @Test
  void anAddressThatIsNotMagicIsRecordedAndNotFound() {
    assertThat(call(base(delivery), "nonsense"))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(404));
    assertThat(calls()).singleElement().satisfies(c -> assertThat(c.magic()).isNull());
  }

  @ParameterizedTest
  @CsvSource({
    "RECEIPT_DELIVERED, sandbox_delivered",
    "RECEIPT_UNDELIVERED, sandbox_undelivered",
    "RECEIPT_GONE, sandbox_gone",
    "RECEIPTS_DISORDERED, sandbox_delivered sandbox_sent sandbox_queued"
  })
  void promisedReceiptsArriveSigned(Magic magic, String codes) throws InterruptedException {
    call(base(delivery), magic.word());
    for (String code : codes.split(" ", -1)) {
      assertThat(receipt().code()).isEqualTo(code);
    }
  }

  @Test
  void aRepeatedReceiptComesFiftyTimes() throws InterruptedException {
    call(base(delivery), "receipt-repeated");
    for (int i = 0; i < 50; i++) {
      assertThat(receipt().news()).isEqualTo(ReceiptNews.delivered());
    }
  }

  @Test
  void aReceiptCanComeBeforeTheAnswer() {
    call(base(delivery), "receipt-first");
    assertThat(house.receipts()).anyMatch(this::isOurs);
  }

  @Test
  void aReceiptThatNobodySignedIsRefused() {
    int before = house.refused();
    URI receipts = app.getBean(ServedSandboxes.class).own("/in/" + ACCOUNT);
    assertThat(post(receipts, Map.of("X-Sandbox-Signature", "forged")))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(401));
    assertThat(house.refused()).isGreaterThan(before);
  }

  @Test
  @Tag("WALL-1")
  void aForgedTicketOpensNothing() {
    String base = base(delivery).toString();
    char last = base.charAt(base.length() - 4);
    String forged = base.substring(0, base.length() - 4) + (last == 'A' ? 'B' : 'A') + "AAA";
    assertThat(call(URI.create(forged), "accepted"))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(404));
    assertThat(calls()).isEmpty();
  }

  @Test
  void aTenantThatIsNotActiveHasNoSandbox() {
    URI base =
        app.getBean(ServedSandboxes.class)
            .baseFor(SandboxHouse.SUSPENDED, FakeChannel.KEY, ACCOUNT, delivery);
    assertThat(call(base, "accepted"))
        .isInstanceOfSatisfying(Answered.class, a -> assertThat(a.status()).isEqualTo(404));
  }

  @Test
  void aChannelWithoutASimulatorHasNoSandbox() {
    ServedSandboxes sandboxes = app.getBean(ServedSandboxes.class);
    ChannelKey other = new ChannelKey("other");
    assertThatThrownBy(() -> sandboxes.baseFor(SandboxHouse.TENANT, other, ACCOUNT, delivery))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theListShowsTheNewestFirstInPages() {
    URI base = base(delivery);
    for (int i = 0; i < 3; i++) {
      call(base, "accepted");
    }
    SandboxCallController controller = app.getBean(SandboxCallController.class);
    TenantScope.run(
        SandboxHouse.TENANT,
        () -> {
          var first = controller.sandboxCalls(null, 2);
          var second = controller.sandboxCalls(first.nextCursor(), 1);
          assertThat(first.items()).extracting(SandboxCallView::call).containsExactly(3, 2);
          assertThat(second.items()).extracting(SandboxCallView::call).containsExactly(1);
        });
  }

  /** This delivery's receipt; those of other tests come in as well. */
  private ProviderReceipt receipt() throws InterruptedException {
    ProviderReceipt next = house.receipts().poll(60, TimeUnit.SECONDS);
    while (next != null && !isOurs(next)) {
      next = house.receipts().poll(60, TimeUnit.SECONDS);
    }
    assertThat(next).isNotNull();
    return next;
  }

  private boolean isOurs(ProviderReceipt receipt) {
    return receipt.match().equals(new ReceiptMatch.ByDelivery(delivery));
  }

  private static URI base(DeliveryId delivery) {
    return app.getBean(ServedSandboxes.class)
        .baseFor(SandboxHouse.TENANT, FakeChannel.KEY, ACCOUNT, delivery);
  }

  private List<SandboxCall> calls() {
    SandboxCallRows rows = app.getBean(SandboxCallRows.class);
    return TenantScope.call(SandboxHouse.TENANT, () -> rows.before(new UUID(-1, -1), 1000)).stream()
        .filter(call -> call.deliveryId().equals(delivery.value()))
        .toList();
  }

  private WireResult call(URI base, String word) {
    return post(URI.create(base + "/" + word), Map.of("X-Own", "mine"));
  }

  private WireResult post(URI uri, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(more);
    headers.put("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
    byte[] body = "id=%E5%AE%8C&text=a".getBytes(StandardCharsets.UTF_8);
    return wire.exchange(
        new WireRequest("POST", uri, headers, body, Duration.ofSeconds(60), Reach.FIXED));
  }
}
