package io.truebell.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Asking why, and the overview, over HTTP, with all modules that know something. */
class WhyApiTest extends FullStack {
  private Api api;

  @BeforeEach
  void aTenantWithAPerson() {
    api = newTenant().api();
    api.put("/v1/recipients/ann", Map.of("zone", "Asia/Shanghai", "locale", "zh")).expect(201);
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "main", "sandbox", true))
        .expect(201);
    api.post(
            "/v1/recipients/ann/endpoints",
            Map.of("channel", "miaotixing", "address", "sandbox-accepted"))
        .expect(201);
  }

  private JsonNode why(String question) {
    return api.get("/v1/recipients/" + question).expect(200).json();
  }

  private void post() {
    api.post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "subject",
                "trip:42",
                "recipients",
                List.of("ann"),
                "payload",
                Map.of("title", "Gate changed"),
                "idempotency_key",
                UUID.randomUUID().toString()))
        .expect(202);
  }

  private JsonNode overview() {
    return api.get("/v1/overview").expect(200).json();
  }

  @Test
  @Tag("TRUTH-4")
  void aPersonsMessageIsToldWithWhatBoreOnIt() {
    post();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> overview().path("deliveries").path("ACCEPTED").asInt() == 1);

    JsonNode why = why("ann/why");

    assertThat(why.path("recipient").path("known").asBoolean()).isTrue();
    assertThat(why.path("recipient").path("zone").asString()).isEqualTo("Asia/Shanghai");
    assertThat(why.path("messages")).hasSize(1);
    assertThat(why.path("answer").path("en").asString())
        .contains("\"Gate changed\" was accepted by", "sandbox (which reaches nobody)");
    assertThat(why.path("facts").valueStream().map(fact -> fact.path("kind").asString()))
        .contains("recipient_made", "address_added", "account_added", "delivery_accepted");
    assertThat(why.has("before")).isTrue();
    assertThat(why.path("before").isNull()).isTrue();
  }

  @Test
  @Tag("TRUTH-4")
  void whatOtherModulesKeepIsToldWhereNoMessageExists() {
    api.put(
            "/v1/recipients/ann/plans/water",
            Map.of(
                "type", "water.reminder",
                "channel", "miaotixing",
                "interval_minutes", 120,
                "wake", "08:00",
                "sleep", "22:00",
                "daily_goal", 8,
                "title", "Drink"))
        .expect(201);
    api.post(
            "/v1/recipients/ann/suppressions",
            Map.of("channel", "miaotixing", "reason", "asked by phone"))
        .expect(201);

    JsonNode why = why("ann/why?within=PT1H");

    assertThat(why.path("messages")).isEmpty();
    assertThat(why.path("facts").valueStream().map(fact -> fact.path("kind").asString()))
        .contains("plan_became_disabled", "ban_set_tenant");
    assertThat(why.path("answer").path("en").asString())
        .contains("No message was made for this person", "The plan \"water\" was turned off: ");
  }

  @Test
  void strangersAndWrongQuestionsAreAnsweredAsSuch() {
    assertThat(why("Ann/why").path("recipient").path("known").asBoolean(true)).isFalse();
    api.get("/v1/recipients/ann/why?at=yesterday").blames("at", "invalid_value");
    api.get("/v1/recipients/ann/why?within=P8D").blames("within", "out_of_range");
    api.get("/v1/overview?from=2020-01-01T00:00:00Z").blames("from", "out_of_range");
  }

  @Test
  void theOverviewHasEveryPartWhateverThereIs() {
    JsonNode view = overview();
    assertThat(view.propertyNames())
        .containsExactlyInAnyOrder(
            "from", "at", "deliveries", "hours", "backlog", "held", "attention", "first_steps");
    assertThat(view.path("backlog").path("oldest_due_at").isNull()).isTrue();
    assertThat(view.path("first_steps").path("channel_account").asBoolean()).isTrue();
    assertThat(view.path("first_steps").path("accepted").asBoolean(true)).isFalse();
  }
}
