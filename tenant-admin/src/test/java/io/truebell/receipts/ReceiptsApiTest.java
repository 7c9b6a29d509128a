package io.truebell.receipts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Receipts and silence, as a tenant and an operator see them. */
class ReceiptsApiTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private TestTenant tenant;
  private String account;

  @BeforeEach
  void aTenantWithASandboxAccount() {
    tenant = newTenant();
    account =
        tenant
            .api()
            .post(
                "/v1/channel-accounts",
                Map.of(
                    "channel",
                    "miaotixing",
                    "name",
                    "try",
                    "sandbox",
                    true,
                    "receipt_within_seconds",
                    1))
            .expect(201)
            .json()
            .path("id")
            .asString();
  }

  private void send(String address) {
    Api api = tenant.api();
    api.put("/v1/recipients/" + address, Map.of("zone", "UTC", "locale", "en"));
    api.post(
            "/v1/recipients/" + address + "/endpoints",
            Map.of("channel", "miaotixing", "address", address))
        .expect(201);
    api.with("Idempotency-Key", address)
        .post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "recipients",
                List.of(address),
                "payload",
                Map.of("title", "t")))
        .expect(202);
  }

  private JsonNode delivery() {
    return tenant
        .api()
        .get("/v1/messages")
        .expect(200)
        .json()
        .path("items")
        .path(0)
        .path("deliveries")
        .path(0);
  }

  private JsonNode explanation() {
    return tenant
        .api()
        .get("/v1/deliveries/" + delivery().path("id").asString() + "/explanation")
        .expect(200)
        .json();
  }

  private String addressPath() {
    return "/v1/channel-accounts/" + account + "/receipts-address";
  }

  @Test
  @Tag("TRUTH-2")
  @Tag("TRUTH-6")
  void silenceIsShownAndCountedAsAPossibleFailure() {
    send("sandbox-receipt-never");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(delivery().path("receipt_overdue_at").isString()).isTrue());

    assertThat(delivery().path("state").asString()).isEqualTo("ACCEPTED");
    assertThat(delivery().path("status").path("en").asString())
        .contains("overdue", "possible silent failure");
    JsonNode report = tenant.api().get("/v1/reports/silent-failures").expect(200).json();
    assertThat(report.path("total").path("overdue").asInt()).isEqualTo(1);
    assertThat(report.path("total").path("rate").asDouble()).isEqualTo(1);
    assertThat(report.path("groups").path(0).path("type").asString()).isEqualTo("trip.changed");

    JsonNode seen =
        operator()
            .get("/v1/operator/tenants/" + tenant.id() + "/silent-failures")
            .expect(200)
            .json();
    assertThat(seen.path("expected").asInt()).isEqualTo(1);
    assertThat(seen.path("rate").asDouble()).isEqualTo(1);
    assertThat(seen.toString()).as("counts alone").doesNotContain("trip.changed", "sandbox");
  }

  @Test
  @Tag("TRUTH-3")
  void theSameReceiptFiftyTimesIsOneEntryWithACount() {
    send("sandbox-receipt-repeated");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(explanation().path("receipts").path(0).path("times").asInt())
                    .isEqualTo(50));
    JsonNode explanation = explanation();
    assertThat(explanation.path("receipts")).hasSize(1);
    assertThat(explanation.path("delivery").path("state").asString()).isEqualTo("DELIVERED");
    assertThat(explanation.path("story").valueStream())
        .filteredOn(entry -> entry.path("to").asString().equals("DELIVERED"))
        .hasSize(1);
    JsonNode came = tenant.api().get("/v1/receipts?status=processed").expect(200).json();
    assertThat(came.path("items")).hasSize(1);
    assertThat(came.path("items").path(0).path("times").asInt()).isEqualTo(50);
  }

  @Test
  @Tag("TRUTH-3")
  void aProofThatTheAddressIsGoneEndsItForLater() {
    send("sandbox-receipt-gone");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(delivery().path("state").asString()).isEqualTo("UNDELIVERED"));
    assertThat(
            tenant
                .api()
                .get("/v1/recipients/sandbox-receipt-gone/endpoints")
                .expect(200)
                .json()
                .path("items")
                .path(0)
                .path("status")
                .asString())
        .isEqualTo("dead");
  }

  @Test
  @Tag("TRUTH-1")
  void whatNobodySignedIsRefusedAndCounted() {
    String path =
        URI.create(tenant.api().get(addressPath()).expect(200).json().path("url").asString())
            .getPath();
    nobody().post(path, Map.of("delivered", true)).problem(401, "not_authentic");
    nobody().get(path).problem(401, "not_authentic");
    tenant.api().post(path, "x").expect(404);
    nobody().post(path.substring(0, path.length() - 1), "x").problem(404, "not_found");

    JsonNode refused = tenant.api().get(addressPath()).expect(200).json().path("refused");
    assertThat(refused.path(0).path("times").asInt()).isEqualTo(2);
    assertThat(tenant.api().get("/v1/receipts").expect(200).json().path("items")).isEmpty();
  }

  @Test
  void aNewAddressIsAnotherOneAndTheOldOneEndsLater() {
    JsonNode first = tenant.api().get(addressPath()).expect(200).json();
    assertThat(tenant.api().get(addressPath()).json().path("url")).isEqualTo(first.path("url"));

    JsonNode second = tenant.api().post(addressPath() + ":rotate").expect(200).json();

    assertThat(second.path("url")).isNotEqualTo(first.path("url"));
    assertThat(second.path("older_until").isString()).isTrue();
    assertThat(tenant.api().get(addressPath()).json().path("url")).isEqualTo(second.path("url"));
  }

  @Test
  void onlyKnownStatusesAndRangesAreAsked() {
    tenant.api().get("/v1/receipts?status=lost").blames("status", "unknown_value");
    tenant
        .api()
        .get("/v1/reports/silent-failures?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z")
        .blames("from", "out_of_range");
    assertThat(tenant.api().get("/v1/receipts/disagreements").expect(200).json().path("items"))
        .isEmpty();
  }
}
