package io.truebell.calm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A tenant's policy and a person's hours, over the whole path. */
class CalmPolicyApiTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String POLICY = "/v1/calm/policy";
  private static final String ANN = "/v1/recipients/ann";

  private Api api;
  private int sent;

  @BeforeEach
  void annCanBeReached() {
    api = newTenant().api();
    api.put(ANN, Map.of("zone", "UTC", "locale", "en")).expect(201);
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "main", "sandbox", true))
        .expect(201);
    api.post(ANN + "/endpoints", Map.of("channel", "miaotixing", "address", "sandbox-accepted"))
        .expect(201);
  }

  /** Hours around the present ones. */
  private static Map<String, Object> now() {
    LocalTime now = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    return new HashMap<>(
        Map.of("from", now.minusHours(2).toString(), "to", now.plusHours(2).toString()));
  }

  private static Map<String, Object> quietNow(String otherwise) {
    Map<String, Object> hours = now();
    hours.put("otherwise", otherwise);
    return Map.of("quiet_hours", hours);
  }

  private Map<String, Object> fact(boolean urgent) {
    return Map.of(
        "type",
        "trip.changed",
        "category",
        "transactional",
        "subject",
        "trip:" + sent,
        "urgent",
        urgent,
        "recipients",
        List.of("ann"),
        "payload",
        Map.of("title", "Trip " + sent));
  }

  /** Posts a notification and waits until its delivery has that reason; its explanation. */
  private JsonNode send(boolean urgent, String reason) {
    api.with("Idempotency-Key", "trip-" + ++sent)
        .post("/v1/notifications", fact(urgent))
        .expect(202);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(newest().path("reason").asString()).isEqualTo(reason));
    return api.get("/v1/deliveries/" + newest().path("id").asString() + "/explanation")
        .expect(200)
        .json();
  }

  private JsonNode newest() {
    return api.get("/v1/messages?recipient=ann")
        .expect(200)
        .json()
        .path("items")
        .path(0)
        .path("deliveries")
        .path(0);
  }

  private JsonNode group() {
    return api.get(ANN + "/calm").expect(200).json().path("groups").path(0);
  }

  @Test
  void aPolicyIsPutWithTheVersionThatOneKnows() {
    Api.Answer builtIn = api.get(POLICY).expect(200);
    assertThat(builtIn.header("ETag")).isEqualTo("\"1\"");
    assertThat(builtIn.json().path("policy").path("daily_caps").path("marketing").asInt())
        .isEqualTo(5);
    assertThat(builtIn.json().path("since").isNull()).isTrue();

    api.with("If-Match", "\"2\"").put(POLICY, Map.of()).problem(412, "policy_changed");
    Api.Answer put = api.with("If-Match", "\"1\"").put(POLICY, Map.of()).expect(200);
    assertThat(put.header("ETag")).isEqualTo("\"2\"");
    assertThat(put.json().path("by").asString()).startsWith("api_key:");
    assertThat(put.json().path("policy").path("window").isNull()).isTrue();
    assertThat(api.put(POLICY, put.json().path("policy")).expect(200).json()).isEqualTo(put.json());
    assertThat(api.get(POLICY + "/versions").expect(200).json().path("items"))
        .extracting(item -> item.path("version").asInt())
        .containsExactly(2, 1);

    api.put(POLICY, Map.of("windows", Map.of())).blames("windows", "unknown_field");
    api.put(POLICY, Map.of("window", Map.of("most", 0, "minutes", 60)))
        .blames("window.most", "out_of_range");
    api.put(POLICY, Map.of("types", Map.of("trip.changed", Map.of("window", Map.of("most", 1)))))
        .blames("types.trip.changed.window.minutes", "required");
    api.put(POLICY, quietNow("wait")).blames("quiet_hours.otherwise", "unknown_value");
    api.post(POLICY + "/simulate", Map.of("days", 40)).blames("days", "out_of_range");
    assertThat(api.get(POLICY).json().path("version").asInt()).isEqualTo(2);
  }

  @Test
  @Tag("CALM-4")
  @Tag("FACT-5")
  @Tag("TRUTH-4")
  @Tag("TRUTH-5")
  void atTheWrongHourItWaitsOrIsLeftToTheInboxAndWhatIsUrgentGoes() {
    api.put(POLICY, quietNow("hold")).expect(200);
    String foreseen = api.post("/v1/notifications:explain", fact(false)).expect(200).text();
    assertThat(foreseen).contains("would_be_held", "quiet_hours", "the sender's quiet hours are");

    JsonNode held = send(false, "quiet_hours");
    assertThat(held.toString()).contains("Held until", "免打扰时段");
    JsonNode entry = held.path("story").path(1);
    assertThat(entry.path("policy").asString()).isEqualTo("calm");
    assertThat(entry.path("policy_version").asInt()).isEqualTo(2);
    assertThat(send(true, "provider_accepted").toString()).contains("urgent_passed");

    api.put(POLICY, quietNow("degrade")).expect(200);
    assertThat(send(false, "quiet_hours_to_inbox").path("attempts")).isEmpty();
    assertThat(api.get(ANN + "/inbox").expect(200).json().path("items")).hasSize(3);

    api.put(POLICY, Map.of()).expect(200);
    api.put(ANN + "/quiet-hours", now()).expect(200);
    send(false, "own_quiet_hours");
    assertThat(group().path("held").asInt()).isEqualTo(2);
    assertThat(group().path("accepted").asInt()).isEqualTo(1);
    assertThat(group().path("degraded_by").path("quiet_hours_to_inbox").asInt()).isEqualTo(1);

    api.delete(ANN + "/quiet-hours").expect(204);
    assertThat(api.get(ANN + "/quiet-hours").expect(200).json().path("from").isNull()).isTrue();
    send(false, "provider_accepted");

    JsonNode simulated =
        api.post(POLICY + "/simulate", Map.of("policy", Map.of(), "days", 1)).expect(200).json();
    JsonNode transactional = simulated.path("categories").path(0);
    assertThat(transactional.path("happened").path("sent").asInt()).isEqualTo(2);
    assertThat(transactional.path("happened").path("degraded").asInt()).isEqualTo(1);
    assertThat(transactional.path("happened").path("held").asInt()).isEqualTo(2);
    assertThat(transactional.path("would").path("sent").asInt()).isEqualTo(5);
  }
}
