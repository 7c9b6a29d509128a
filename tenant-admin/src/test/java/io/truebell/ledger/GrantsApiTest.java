package io.truebell.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.needy.NeedyAdapter;
import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;

/** Authorisations and quotas as a tenant and an operator see them, over the whole path. */
@Import(NeedyAdapter.class)
class GrantsApiTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Autowired private NeedyAdapter channel;
  private TestTenant tenant;
  private Api api;
  private int keys;

  @BeforeEach
  void aTenantWhoseChannelNeedsConsents() {
    tenant = newTenant();
    api = tenant.api();
    api.post("/v1/channel-accounts", Map.of("channel", "needy", "name", "main")).expect(201);
    person("ann", "fine");
  }

  private void person(String name, String address) {
    api.put("/v1/recipients/" + name, Map.of("zone", "UTC", "locale", "en"));
    api.post(
            "/v1/recipients/" + name + "/endpoints", Map.of("channel", "needy", "address", address))
        .expect(201);
  }

  private Api.Answer grant(String name, String request, String status) {
    return api.post(
        "/v1/recipients/" + name + "/grants",
        Map.of(
            "request_id", request,
            "channel", "needy",
            "type", "drink.water",
            "status", status,
            "source", "checkin:7"));
  }

  /** Posts a reminder and waits until its delivery has ended; its explanation. */
  private JsonNode send(String name) {
    api.with("Idempotency-Key", name + "-" + ++keys)
        .post(
            "/v1/notifications",
            Map.of(
                "type",
                "drink.water",
                "category",
                "transactional",
                "recipients",
                List.of(name),
                "payload",
                Map.of("title", "Drink")))
        .expect(202);
    String id =
        await()
            .atMost(PATIENCE)
            .until(
                () -> newest(name),
                d -> !List.of("QUEUED", "CLAIMED").contains(d.path("state").asString()))
            .path("id")
            .asString();
    return api.get("/v1/deliveries/" + id + "/explanation").expect(200).json();
  }

  private JsonNode newest(String name) {
    return api.get("/v1/messages?recipient=" + name)
        .expect(200)
        .json()
        .path("items")
        .path(0)
        .path("deliveries")
        .path(0);
  }

  private static String state(JsonNode explanation) {
    return explanation.path("delivery").path("state").asString();
  }

  private static String lastSentence(JsonNode explanation) {
    JsonNode story = explanation.path("story");
    return story.path(story.size() - 1).path("sentence").toString();
  }

  private JsonNode water(String name) {
    JsonNode items = api.get("/v1/recipients/" + name + "/grants").expect(200).json().path("items");
    for (JsonNode item : items) {
      if (item.path("template").asString().equals("tpl-water")) {
        return item;
      }
    }
    throw new AssertionError("tpl-water is in " + items);
  }

  private JsonNode verified() {
    return api.post("/v1/ledger:verify").expect(200).json();
  }

  @Test
  @Tag("GRANT-4")
  @Tag("FACT-5")
  void withoutAnAuthorisationNothingIsSentAndTheInboxHasIt() {
    int before = channel.calls();
    JsonNode explanation = send("ann");

    assertThat(state(explanation)).isEqualTo("DEGRADED");
    assertThat(lastSentence(explanation)).contains("no authorisation left", "tpl-water", "授权");
    assertThat(channel.calls()).isEqualTo(before);
    assertThat(api.get("/v1/recipients/ann/inbox").expect(200).json().path("items")).hasSize(1);
    assertThat(water("ann").path("needs_grant").asBoolean()).isTrue();
    assertThat(water("ann").path("types").toString()).isEqualTo("[\"drink.water\"]");
  }

  @Test
  @Tag("GRANT-1")
  @Tag("GRANT-2")
  @Tag("GRANT-5")
  void oneConsentIsOneSendAndItsWholeHistoryIsShown() {
    JsonNode granted = grant("ann", "q1", "accept").expect(201).json();
    assertThat(granted.path("result").asString()).isEqualTo("granted");
    assertThat(granted.path("balance").path("worth_asking").asBoolean()).isTrue();
    assertThat(grant("ann", "q1", "accept").expect(200).json().path("result").asString())
        .isEqualTo("repeated");
    grant("ann", "q1", "reject").problem(409, "request_id_reused");

    JsonNode explanation = send("ann");
    assertThat(state(explanation)).isEqualTo("ACCEPTED");
    assertThat(water("ann").path("consumed").asInt()).isEqualTo(1);
    JsonNode answer =
        api.get("/v1/recipients/ann/grants/history").expect(200).json().path("items").path(0);
    assertThat(answer.path("source").asString()).isEqualTo("checkin:7");
    List<String> steps = new ArrayList<>();
    for (JsonNode step : answer.path("grant").path("steps")) {
      steps.add(step.path("step").asString());
    }
    assertThat(steps).containsExactly("granted", "reserved", "consumed");
    assertThat(answer.path("grant").path("delivery_id").asString())
        .isEqualTo(explanation.path("delivery").path("id").asString());
    assertThat(state(send("ann"))).isEqualTo("DEGRADED");
    assertThat(verified().path("balanced").asBoolean()).isTrue();
  }

  @Test
  @Tag("GRANT-2")
  @Tag("GRANT-5")
  void oneThatLastsIsNeverUsedUp() {
    Map<String, Object> lasting =
        Map.of(
            "request_id", "q1",
            "channel", "needy",
            "type", "drink.water",
            "status", "accept",
            "kind", "long_term");
    api.post("/v1/recipients/ann/grants", lasting).expect(201);
    for (int i = 0; i < 3; i++) {
      assertThat(state(send("ann"))).isEqualTo("ACCEPTED");
      JsonNode water = water("ann");
      assertThat(water.path("long_term").asBoolean()).isTrue();
      assertThat(water.path("available").asInt()).isEqualTo(1);
      assertThat(water.path("reserved").asInt() + water.path("consumed").asInt()).isZero();
      assertThat(water.path("needs_grant").asBoolean()).isFalse();
      assertThat(water.path("worth_asking").asBoolean()).isFalse();
    }
    JsonNode voided = api.post("/v1/recipients/ann/grants:void", Map.of()).expect(200).json();
    assertThat(voided.path("voided").asInt()).isEqualTo(1);
    assertThat(state(send("ann"))).isEqualTo("DEGRADED");
    assertThat(verified().path("balanced").asBoolean()).isTrue();
  }

  @Test
  @Tag("GRANT-2")
  @Tag("GRANT-6")
  void refusedAndUnknownOutcomesVoidWhatTheRulesSay() {
    person("bob", "refuses");
    person("cyd", "silent");
    for (String name : List.of("bob", "cyd")) {
      grant(name, "q1", "accept").expect(201);
      grant(name, "q2", "accept").expect(201);
    }
    assertThat(state(send("bob"))).isEqualTo("REJECTED");
    assertThat(water("bob").path("invalid").asInt()).isEqualTo(2);
    assertThat(water("bob").path("refused_at").isString()).isTrue();
    assertThat(lastSentence(send("bob"))).contains("refused messages");

    assertThat(state(send("cyd"))).isEqualTo("UNKNOWN");
    assertThat(water("cyd").path("invalid").asInt()).isEqualTo(1);
    assertThat(water("cyd").path("available").asInt()).isEqualTo(1);
    assertThat(
            api.post("/v1/recipients/cyd/grants:void", Map.of())
                .expect(200)
                .json()
                .path("voided")
                .asInt())
        .isEqualTo(1);
    assertThat(verified().path("balanced").asBoolean()).isTrue();
  }

  @Test
  void whatIsWrongIsNamedAndOneItemDoesNotHinderTheOthers() {
    Map<String, Object> good =
        Map.of(
            "recipient", "ann",
            "request_id", "b1",
            "channel", "needy",
            "template", "tpl-pill",
            "status", "accept");
    List<Map<String, Object>> items = new ArrayList<>(List.of(good, good));
    items.add(with(good, "template", "tpl-typo"));
    items.add(with(good, "status", "reject"));
    items.add(with(good, "recipient", "nobody"));
    JsonNode results = api.post("/v1/grants:bulk", Map.of("items", items)).expect(200).json();

    assertThat(results.path("items").valueStream().map(i -> i.path("result").asString()))
        .containsExactly("granted", "repeated", "failed", "failed", "failed");
    assertThat(results.path("items").valueStream().map(i -> i.path("code").asString("")))
        .containsExactly("", "", "unknown_template", "request_id_reused", "unknown_recipient");

    String path = "/v1/recipients/ann/grants";
    Map<String, Object> single = new HashMap<>(good);
    single.remove("recipient");
    api.post(path, with(single, "template", "tpl-typo")).blames("template", "unknown_template");
    api.post(path, with(single, "status", "maybe")).blames("status", "unknown_value");
    api.post(path, with(single, "kind", "eternal")).blames("kind", "unknown_value");
    api.post(path, with(single, "type", "drink.water")).blames("template", "required");
    api.post(path, with(single, "answered_at", "2100-01-01T00:00:00Z"))
        .blames("answered_at", "in_the_future");
    api.post("/v1/recipients/nobody/grants", single).problem(404, "not_found");
    api.post("/v1/grants:bulk", Map.of("items", List.of())).blames("items", "required");
  }

  private static Map<String, Object> with(Map<String, Object> map, String name, Object value) {
    Map<String, Object> more = new HashMap<>(map);
    more.put(name, value);
    more.computeIfPresent("request_id", (key, id) -> name.equals("status") ? id : id + "-" + value);
    return more;
  }

  @Test
  @Tag("GRANT-8")
  @Tag("WALL-5")
  void anOperatorsLimitLeavesTheRestToTheInboxAndBothSeeIt() {
    String path = "/v1/operator/tenants/" + tenant.id();
    operator().put(path + "/quotas", Map.of("messages", Map.of("hard", 1))).expect(200);
    api.put(path + "/quotas", Map.of()).problem(403, "missing_scope");
    grant("ann", "q1", "accept").expect(201);
    grant("ann", "q2", "accept").expect(201);
    assertThat(state(send("ann"))).isEqualTo("ACCEPTED");

    JsonNode second = send("ann");
    assertThat(state(second)).isEqualTo("DEGRADED");
    assertThat(lastSentence(second)).contains("this month's 1 messages", "本月");
    assertThat(water("ann").path("available").asInt()).as("no grant was touched").isEqualTo(1);

    JsonNode usage = api.get("/v1/usage").expect(200).json();
    JsonNode day = usage.path("days").path(0);
    assertThat(day.path("channel").asString()).isEqualTo("needy");
    assertThat(day.path("accepted").asInt()).isEqualTo(1);
    assertThat(day.path("degraded").asInt()).isEqualTo(1);
    JsonNode quota =
        usage
            .path("quotas")
            .valueStream()
            .filter(q -> q.path("quota").asString().equals("messages"))
            .findFirst()
            .orElseThrow();
    assertThat(quota.path("state").asString()).isEqualTo("used_up");
    assertThat(quota.path("set_by").asString()).startsWith("operator:");
    JsonNode seen = operator().get(path + "/usage").expect(200).json();
    assertThat(seen.path("days")).isEqualTo(usage.path("days"));
    JsonNode books = operator().post(path + "/ledger:verify").expect(200).json();
    assertThat(books.path("balanced").asBoolean()).as(books.toString()).isTrue();
    assertThat(seen.toString() + books).doesNotContain("\"ann\"", "tpl-water", "drink.water");
  }

  @Test
  @Tag("GRANT-8")
  void apiCallsBeyondTheSoftLimitAreAWarningAndGoOn() {
    operator()
        .put(
            "/v1/operator/tenants/" + tenant.id() + "/quotas",
            Map.of("api_calls", Map.of("soft", 1)))
        .expect(200);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              api.get("/v1/recipients").expect(200);
              assertThat(api.get("/v1/usage").expect(200).json().path("quotas").valueStream())
                  .filteredOn(quota -> quota.path("quota").asString().equals("api_calls"))
                  .extracting(quota -> quota.path("state").asString())
                  .containsExactly("warning");
            });
    api.get("/v1/recipients").expect(200);
  }

  @Test
  @Tag("GRANT-8")
  void apiCallsBeyondTheHardLimitAreRefusedAndUsageCanStillBeAsked() {
    operator()
        .put(
            "/v1/operator/tenants/" + tenant.id() + "/quotas",
            Map.of("api_calls", Map.of("hard", 0)))
        .expect(200);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> api.get("/v1/recipients").problem(429, "api_quota_used_up"));
    assertThat(api.get("/v1/usage").expect(200).text()).contains("used_up");

    operator().put("/v1/operator/tenants/" + tenant.id() + "/quotas", Map.of()).expect(200);
    await().atMost(PATIENCE).untilAsserted(() -> api.get("/v1/recipients").expect(200));
  }
}
