package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every magic address, from the notification to the state that the API shows. */
class SandboxOutcomesTest extends FullStack {
  private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private TestTenant tenant;

  @BeforeEach
  void aTenantThatMayUseTheSandbox() {
    tenant = newTenant();
  }

  @Test
  @Tag("SEND-2")
  @Tag("SEND-4")
  @Tag("TRUTH-1")
  void eachMagicCodeOfMiaotixingEndsInItsState() {
    Map<String, String> expected = new TreeMap<>();
    expected.put("sandbox-accepted", "ACCEPTED");
    expected.put("sandbox-slow", "ACCEPTED");
    expected.put("sandbox-rejected", "REJECTED");
    expected.put("sandbox-not-found", "REJECTED");
    expected.put("sandbox-500", "FAILED");
    expected.put("sandbox-cooldown", "UNKNOWN");
    expected.put("sandbox-timeout", "UNKNOWN");
    expected.put("sandbox-reset", "UNKNOWN");
    expected.put("sandbox-half", "UNKNOWN");
    expected.put("sandbox-garbage", "UNKNOWN");
    expected.put("sandbox-huge", "UNKNOWN");
    expected.put("sandbox-receipt-delivered", "DELIVERED");
    expected.put("sandbox-receipt-undelivered", "UNDELIVERED");
    expected.put("sandbox-receipt-gone", "UNDELIVERED");
    expected.put("sandbox-receipt-first", "DELIVERED");
    expected.put("sandbox-receipt-repeated", "DELIVERED");
    expected.put("sandbox-receipts-disordered", "DELIVERED");
    expected.put("sandbox-receipt-never", "ACCEPTED");
    account("miaotixing", Map.of());
    expectEnds("miaotixing", "", expected);
    assertThat(calls()).extracting(call -> call.path("magic").asString()).hasSize(expected.size());
  }

  @Test
  @Tag("SEND-2")
  @Tag("SEND-5")
  void eachMagicUrlOfAWebhookEndsInItsState() {
    Map<String, String> expected = new TreeMap<>();
    expected.put("accepted", "DELIVERED");
    expected.put("slow", "DELIVERED");
    expected.put("huge", "DELIVERED");
    expected.put("transient-then-accepted", "DELIVERED");
    expected.put("gone", "REJECTED");
    expected.put("rejected", "FAILED");
    expected.put("not-found", "FAILED");
    expected.put("500", "FAILED");
    expected.put("timeout", "UNKNOWN");
    expected.put("reset", "UNKNOWN");
    expected.put("half", "UNKNOWN");
    expected.put("garbage", "UNKNOWN");
    expected.put("receipt-delivered", "DELIVERED");
    expected.put("receipt-undelivered", "UNDELIVERED");
    account("webhook", Map.of("signing_secret", KEY));
    expectEnds("webhook", "https://sandbox.invalid/", expected);
    assertThat(calls())
        .filteredOn(call -> call.path("magic").asString().equals("transient-then-accepted"))
        .extracting(call -> call.path("call").asInt())
        .containsExactly(2, 1);
  }

  @Test
  void anOrdinaryAddressIsRefusedOnASandboxAccount() {
    account("miaotixing", Map.of());
    tenant.api().put("/v1/recipients/p", Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
    assertThat(endpoint("miaotixing", "p", "tDS0Se9").status()).isEqualTo(422);
  }

  private void expectEnds(String channel, String prefix, Map<String, String> expected) {
    expected.keySet().forEach(word -> reach(channel, word, prefix + word));
    tenant
        .api()
        .with("Idempotency-Key", channel)
        .post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "recipients",
                List.copyOf(expected.keySet()),
                "payload",
                Map.of("title", "行程有变")))
        .expect(202);
    await()
        .atMost(Duration.ofMinutes(3))
        .untilAsserted(() -> assertThat(states()).isEqualTo(expected));
  }

  private Map<String, String> states() {
    Map<String, String> states = new TreeMap<>();
    for (JsonNode message : tenant.api().get("/v1/messages").expect(200).json().path("items")) {
      states.put(
          message.path("recipient").asString(),
          message.path("deliveries").path(0).path("state").asString());
    }
    return states;
  }

  private JsonNode calls() {
    return tenant.api().get("/v1/sandbox/calls?limit=200").expect(200).json().path("items");
  }

  private void reach(String channel, String recipient, String address) {
    tenant
        .api()
        .put("/v1/recipients/" + recipient, Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
    assertThat(endpoint(channel, recipient, address).status()).isEqualTo(201);
  }

  private Api.Answer endpoint(String channel, String recipient, String address) {
    return tenant
        .api()
        .post(
            "/v1/recipients/" + recipient + "/endpoints",
            Map.of("channel", channel, "address", address, "account", "try"));
  }

  private void account(String channel, Map<String, String> credentials) {
    Map<String, Object> account = new LinkedHashMap<>();
    account.put("channel", channel);
    account.put("name", "try");
    account.put("sandbox", true);
    account.put("credentials", credentials);
    account.put("timeout_ms", 8000);
    account.put("retry_ladder", List.of(1));
    tenant.api().post("/v1/channel-accounts", account).expect(201);
  }
}
