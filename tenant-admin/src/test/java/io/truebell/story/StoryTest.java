package io.truebell.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A tenant tries every outcome in the sandbox and asks over the API what became of each. */
class StoryTest extends FullStack {
  private static final Map<String, String> OUTCOMES =
      Map.of(
          "sandbox-accepted", "ACCEPTED",
          "sandbox-rejected", "REJECTED",
          "sandbox-not-found", "REJECTED",
          "sandbox-500", "FAILED",
          "sandbox-garbage", "UNKNOWN",
          "sandbox-half", "UNKNOWN",
          "sandbox-timeout", "UNKNOWN",
          "sandbox-receipt-delivered", "DELIVERED",
          "sandbox-receipt-undelivered", "UNDELIVERED");

  private static JsonNode account(Api api) {
    return api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "try", "sandbox", true, "timeout_ms", 1_500))
        .expect(201)
        .json();
  }

  private static void person(Api api, String name, String address) {
    api.put("/v1/recipients/" + name, Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
    api.post(
            "/v1/recipients/" + name + "/endpoints",
            Map.of("channel", "miaotixing", "account", "try", "address", address))
        .expect(201);
  }

  private static JsonNode post(Api api, List<String> people) {
    return api.post(
            "/v1/notifications",
            Map.of(
                "type", "trip.changed",
                "category", "transactional",
                "subject", "trip:42",
                "recipients", people,
                "payload", Map.of("title", "Gate changed", "text", "B12 🚪")))
        .expect(202)
        .json();
  }

  /** Asks until a person's only delivery stands in that state. */
  private static JsonNode awaitState(Api api, String person, String state) {
    JsonNode delivery =
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> onlyDelivery(api, person), seen -> !open(seen) && !mayStill(seen, state));
    assertThat(delivery.path("state").asString()).as(person + ": " + delivery).isEqualTo(state);
    return delivery;
  }

  private static JsonNode onlyDelivery(Api api, String person) {
    return api.get("/v1/messages?recipient=" + person)
        .expect(200)
        .json()
        .path("items")
        .path(0)
        .path("deliveries")
        .path(0);
  }

  /** Accepted ones still get a receipt when they are to have one. */
  private static boolean mayStill(JsonNode delivery, String state) {
    return waits(state) && delivery.path("state").asString().equals("ACCEPTED");
  }

  private static boolean open(JsonNode delivery) {
    return Set.of("QUEUED", "CLAIMED").contains(delivery.path("state").asString());
  }

  private static boolean waits(String state) {
    return state.endsWith("DELIVERED");
  }

  @Test
  @Tag("TRUTH-1")
  @Tag("TRUTH-4")
  void everyOutcomeIsExplainedAsDataAndInBothLanguages() {
    Api api = newTenant().api();
    account(api);
    OUTCOMES.keySet().forEach(address -> person(api, address, address));
    post(api, List.copyOf(OUTCOMES.keySet()));

    OUTCOMES.forEach(
        (person, state) -> {
          JsonNode delivery = awaitState(api, person, state);
          assertThat(delivery.path("sandbox").asBoolean()).isTrue();
          assertThat(delivery.path("status").path("en").asString()).contains("(sandbox)");
          assertThat(delivery.path("status").path("zh").asString()).contains("（沙箱）");
          if (!state.equals("DELIVERED")) {
            assertThat(delivery.path("status").toString())
                .doesNotContain(": delivered", "：已送达", "sent successfully");
          }
          JsonNode explanation =
              api.get("/v1/deliveries/" + delivery.path("id").asString() + "/explanation")
                  .expect(200)
                  .json();
          List<String> chain = new ArrayList<>();
          for (JsonNode entry : explanation.path("story")) {
            chain.add(entry.path("to").asString());
            assertThat(entry.path("seq").asInt()).isEqualTo(chain.size());
            assertThat(entry.path("sentence").path("en").asString()).endsWith(".");
            assertThat(entry.path("sentence").path("zh").asString()).endsWith("。");
            assertThat(entry.path("actor").asString()).contains(":");
            assertThat(entry.path("policy_version").asInt()).isPositive();
          }
          assertThat(chain).startsWith("QUEUED", "CLAIMED").endsWith(state);
          assertThat(explanation.path("attempts").size()).isEqualTo(1);
          assertThat(explanation.path("receipts").size()).isEqualTo(waits(state) ? 1 : 0);
          assertThat(explanation.path("can_prove").path("en").asString()).isNotBlank();
        });
  }

  @Test
  @Tag("SEND-2")
  @Tag("SEND-3")
  void theSandboxWasCalledOnceForEach() {
    Api api = newTenant().api();
    account(api);
    OUTCOMES.keySet().forEach(address -> person(api, address, address));
    post(api, List.copyOf(OUTCOMES.keySet()));
    OUTCOMES.forEach((person, state) -> awaitState(api, person, state));

    JsonNode calls = api.get("/v1/sandbox/calls?limit=200").expect(200).json().path("items");
    Set<String> deliveries = new HashSet<>();
    calls.forEach(call -> deliveries.add(call.path("delivery_id").asString()));
    assertThat(calls.size()).isEqualTo(OUTCOMES.size());
    assertThat(deliveries).hasSize(OUTCOMES.size());
  }

  @Test
  @Tag("TRUTH-4")
  void messagesAreFoundByEveryFilterAndPagedByCursor() {
    Api api = newTenant().api();
    account(api);
    List<String> people = IntStream.range(0, 25).mapToObj(i -> "p" + i).toList();
    people.forEach(name -> person(api, name, "sandbox-accepted"));
    String id = post(api, people).path("id").asString();
    people.forEach(name -> awaitState(api, name, "ACCEPTED"));

    Set<String> seen = new HashSet<>();
    String cursor = "";
    int pages = 0;
    do {
      JsonNode page = api.get("/v1/messages?limit=10" + cursor).expect(200).json();
      page.path("items")
          .forEach(m -> assertThat(seen.add(m.path("recipient").asString())).isTrue());
      cursor =
          page.hasNonNull("next_cursor") ? "&cursor=" + page.path("next_cursor").asString() : "";
      pages++;
    } while (!cursor.isEmpty());
    assertThat(seen).containsExactlyInAnyOrderElementsOf(people);
    assertThat(pages).isEqualTo(3);

    for (String filter :
        List.of(
            "notification=" + id,
            "type=trip.changed",
            "category=transactional",
            "subject=trip:42",
            "q=gate",
            "channel=miaotixing",
            "state=ACCEPTED",
            "reason=provider_accepted",
            "sandbox=true",
            "from=2026-01-01T00:00:00Z")) {
      assertThat(items(api, filter)).as(filter).isEqualTo(25);
    }
    for (String filter :
        List.of(
            "notification=" + new UUID(1, 2),
            "type=other",
            "category=marketing",
            "subject=trip:43",
            "q=gaet",
            "channel=webhook",
            "state=DELIVERED",
            "reason=provider_failed",
            "sandbox=false",
            "to=2026-01-01T00:00:00Z")) {
      assertThat(items(api, filter)).as(filter).isZero();
    }
    api.get("/v1/messages?state=SENT").blames("state", "unknown_value");
    api.get("/v1/messages?cursor=nonsense").blames("cursor", "invalid_cursor");
    api.get("/v1/messages?limit=201").blames("limit", "out_of_range");
    JsonNode fact = api.get("/v1/notifications/" + id).expect(200).json();
    assertThat(fact.path("deliveries").path("ACCEPTED").asInt()).isEqualTo(25);
    assertThat(fact.path("payload").path("text").asString()).isEqualTo("B12 🚪");
  }

  private static int items(Api api, String filter) {
    return api.get("/v1/messages?limit=200&" + filter).expect(200).json().path("items").size();
  }

  @Test
  @Tag("TRUTH-5")
  void aDryRunOverTheApiSaysWhatWouldHappenAndStoresNothing() {
    Api api = newTenant().api();
    account(api);
    person(api, "ann", "sandbox-accepted");
    api.put("/v1/recipients/bob", Map.of("zone", "UTC", "locale", "en"));

    JsonNode forecast =
        api.post(
                "/v1/notifications:explain",
                Map.of(
                    "type",
                    "trip.changed",
                    "category",
                    "transactional",
                    "recipients",
                    List.of("ann", "bob"),
                    "payload",
                    Map.of("title", "Gate changed")))
            .expect(200)
            .json();

    assertThat(forecast.toString())
        .contains("\"would_be_sent\"", "\"no_usable_channel\"", "\"no_endpoint\"");
    assertThat(api.get("/v1/messages").expect(200).json().path("items").size()).isZero();
    assertThat(api.get("/v1/sandbox/calls").json().path("items").size()).isZero();
    assertThat(api.get("/v1/recipients/ann/inbox").json().path("items").size()).isZero();
  }

  @Test
  void whatCannotBeFoundIsNotFound() {
    Api api = newTenant().api();
    for (String path : List.of("/v1/messages/", "/v1/deliveries/", "/v1/notifications/")) {
      api.get(path + new UUID(1, 2)).problem(404, "not_found");
    }
    api.get("/v1/deliveries/" + new UUID(1, 2) + "/explanation").problem(404, "not_found");
    api.post("/v1/notifications/" + new UUID(1, 2) + ":cancel").problem(404, "not_found");
  }
}
