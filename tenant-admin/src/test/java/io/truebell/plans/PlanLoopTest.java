package io.truebell.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.needy.NeedyAdapter;
import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Authorise, remind, check in, authorise the next: plans, ledger and deliveries together. */
@Import(NeedyAdapter.class)
class PlanLoopTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ANN = "/v1/recipients/ann";
  private static final String PLAN = ANN + "/plans/water";

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  private TestTenant tenant;
  private Api api;

  @BeforeEach
  void aPersonWithAPlan() {
    tenant = newTenant();
    api = tenant.api();
    api.post("/v1/channel-accounts", Map.of("channel", "needy", "name", "main")).expect(201);
    api.put(ANN, Map.of("zone", "UTC", "locale", "en")).expect(201);
    api.put(PLAN, DuePlan.body("needy", "drink.water")).expect(201);
  }

  private void reachable(String address) {
    api.post(ANN + "/endpoints", Map.of("channel", "needy", "address", address)).expect(201);
  }

  private static Map<String, Object> grant(String request, String status) {
    return Map.of("request_id", request, "template", "tpl-water", "status", status);
  }

  private JsonNode enable(String request) {
    return api.post(PLAN + ":enable", Map.of("grant", grant(request, "accept")))
        .expect(200)
        .json()
        .path("plan");
  }

  private JsonNode checkIn(String action, Instant at, String request, String status) {
    Map<String, Object> body = new HashMap<>(DuePlan.checkin(action));
    body.put("occurred_at", at.toString());
    body.put("grant", grant(request, status));
    return api.post(PLAN + "/checkins", body).expect(200).json();
  }

  private JsonNode water() {
    return api.get(PLAN).expect(200).json();
  }

  private void reminded(String endsAs) {
    DuePlan.due(jdbc, tenant.id());
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(water().path("state").asString()).isEqualTo(endsAs));
  }

  private String reason() {
    return water().path("reason").path("code").asString();
  }

  private void assertBalance(int available, int consumed, int invalid) {
    JsonNode balance = water().path("balance");
    assertThat(balance.path("available").asInt()).as("available").isEqualTo(available);
    assertThat(balance.path("reserved").asInt()).as("reserved").isZero();
    assertThat(balance.path("consumed").asInt()).as("consumed").isEqualTo(consumed);
    assertThat(balance.path("invalid").asInt()).as("invalid").isEqualTo(invalid);
    assertThat(api.post("/v1/ledger:verify").expect(200).json().path("balanced").asBoolean())
        .isTrue();
  }

  @Test
  @Tag("PLAN-5")
  @Tag("PLAN-2")
  @Tag("GRANT-1")
  @Tag("GRANT-5")
  void theLoopGoesRoundOfflineAndTheLedgerBalances() {
    reachable("fine");
    assertThat(water().path("needs_grant").asBoolean()).isTrue();
    api.post(PLAN + ":enable", Map.of()).problem(409, "no_authorisation");
    assertThat(enable("q1").path("state").asString()).isEqualTo("scheduled");

    reminded("awaiting_checkin");
    assertBalance(0, 1, 0);
    assertThat(water().path("needs_grant").asBoolean()).isTrue();
    assertThat(water().path("template").asString()).isEqualTo("tpl-water");

    // what was done offline comes in twice, with its authorisation
    Instant offline = Instant.now().minus(Duration.ofMinutes(10));
    JsonNode first = checkIn("a1", offline, "q2", "accept");
    assertThat(first.path("grant").path("result").asString()).isEqualTo("granted");
    assertThat(first.path("plan").path("state").asString()).isEqualTo("scheduled");
    assertThat(first.path("needs_grant").asBoolean()).isFalse();
    assertThat(first.path("ask_grant").asBoolean()).isTrue();
    assertThat(checkIn("a1", offline, "q2", "accept")).isEqualTo(first);
    assertBalance(1, 1, 0);

    reminded("awaiting_checkin");
    assertBalance(0, 2, 0);
    JsonNode without =
        api.post(PLAN + "/checkins", DuePlan.checkin("a2")).expect(200).json().path("plan");
    assertThat(without.path("state").asString()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("no_authorisation");
    assertThat(without.path("today").path("reached").asBoolean()).isTrue();
  }

  @Test
  @Tag("PLAN-5")
  void anAuthorisationThatComesLaterLetsAPausedPlanGoOn() {
    reachable("fine");
    enable("q1");
    reminded("awaiting_checkin");
    api.post(PLAN + "/checkins", DuePlan.checkin("a1")).expect(200);
    assertThat(water().path("state").asString()).isEqualTo("paused");
    Map<String, Object> later = new HashMap<>(grant("q2", "accept"));
    later.put("channel", "needy");
    api.post(ANN + "/grants", later).expect(201);
    assertThat(water().path("state").asString()).isEqualTo("scheduled");
    assertThat(reason()).isEqualTo("plan_authorised");
  }

  @Test
  @Tag("GRANT-6")
  void refusingAndTurningOffVoidWhatIsUnused() {
    reachable("fine");
    enable("q1");
    enable("q2");
    JsonNode refused = checkIn("a1", Instant.now(), "q3", "reject");
    assertThat(refused.path("grant").path("result").asString()).isEqualTo("refused");
    assertThat(refused.path("plan").path("today").path("count").asInt()).isEqualTo(1);
    assertThat(water().path("state").asString()).isEqualTo("paused");
    assertThat(reason()).isEqualTo("plan_refused");
    assertBalance(0, 0, 2);

    JsonNode again = checkIn("a2", Instant.now(), "q4", "accept");
    assertThat(again.path("plan").path("state").asString()).isEqualTo("scheduled");
    JsonNode off = api.post(PLAN + ":disable").expect(200).json();
    assertThat(off.path("state").asString()).isEqualTo("disabled");
    assertThat(off.path("reason").path("with").path("voided").asInt()).isEqualTo(1);
    assertBalance(0, 0, 3);
    assertThat(api.get(ANN + "/grants/history").expect(200).text())
        .contains("\"reason\":\"turned_off\"");
  }

  @Test
  @Tag("TRUTH-3")
  @Tag("PLAN-5")
  void whatTheProviderSaysOfTheConsentPausesThePlanForIt() {
    reachable("refuses");
    enable("q1");
    enable("q2");
    reminded("paused");
    assertThat(reason()).isEqualTo("plan_refused");
    assertBalance(0, 0, 2);
    assertThat(api.get(ANN + "/inbox").expect(200).json().path("items")).hasSize(1);
  }

  @Test
  @Tag("PLAN-5")
  @Tag("SEND-6")
  void anUnknownOutcomeCostsTheAuthorisationAndPauses() {
    reachable("silent");
    enable("q1");
    enable("q2");
    reminded("paused");
    assertThat(reason()).isEqualTo("plan_reminder_unknown");
    assertBalance(1, 0, 1);
    assertThat(checkIn("a1", Instant.now(), "q3", "accept").path("plan").path("state").asString())
        .isEqualTo("scheduled");
  }
}
