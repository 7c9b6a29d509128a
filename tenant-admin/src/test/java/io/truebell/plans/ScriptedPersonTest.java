package io.truebell.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import io.truebell.NodeProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * The whole loop on one machine: a person in a simulated WeChat, the module for mini-programs, the
 * platform, its WeChat channel, and the events that come back.
 */
class ScriptedPersonTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String TEMPLATE = MiniProgram.TEMPLATE;
  private static final String OPENID = "sandbox-receipt-delivered.ann";
  private static final String ANN = "/v1/recipients/ann";
  private static final String PLAN = ANN + "/plans/water";

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  @Autowired private Environment environment;

  private TestTenant tenant;
  private Api api;
  private String person;

  @BeforeEach
  void aMiniProgramAndAPersonWithAPlan() {
    tenant = newTenant();
    api = tenant.api();
    String account = MiniProgram.open(api);
    person = "/v1/sandbox/wechat/" + account + "/people/" + OPENID;
    api.put(ANN, Map.of("zone", "UTC", "locale", "zh-CN")).expect(201);
    api.post(
            ANN + "/endpoints",
            Map.of("channel", "wechat-subscribe", "address", OPENID, "account", "mini"))
        .expect(201);
    api.put(PLAN, DuePlan.body("wechat-subscribe", "drink.water")).expect(201);
  }

  /** The person answers WeChat's dialog; WeChat remembers it, and the app tells the platform. */
  private Map<String, Object> answered(String request, String status) {
    api.post(person + ":answer", Map.of("template", TEMPLATE, "status", status)).expect(200);
    return Map.of("request_id", request, "template", TEMPLATE, "status", status);
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

  private List<String> deliveryStates() {
    return api.get("/v1/messages?recipient=ann")
        .expect(200)
        .json()
        .path("items")
        .valueStream()
        .flatMap(m -> m.path("deliveries").valueStream())
        .map(d -> d.path("state").asString())
        .toList();
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
  @Tag("GRANT-1")
  @Tag("GRANT-2")
  @Tag("GRANT-6")
  @Tag("GRANT-7")
  @Tag("PLAN-5")
  @Tag("TRUTH-1")
  @Tag("TRUTH-3")
  void authorisesIsRemindedChecksInOfflineComesBackAndTheLedgerBalances() {
    api.post(PLAN + ":enable", Map.of("grant", answered("q1", "accept"))).expect(200);
    reminded("awaiting_checkin");
    assertBalance(0, 1, 0);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(deliveryStates()).containsExactly("DELIVERED"));

    // offline: the person drinks and consents; both come in later, and twice
    Map<String, Object> offline = new HashMap<>(DuePlan.checkin("a1"));
    offline.put("occurred_at", Instant.now().minus(Duration.ofMinutes(20)).toString());
    offline.put("grant", answered("q2", "accept"));
    JsonNode first = api.post(PLAN + "/checkins", offline).expect(200).json();
    assertThat(api.post(PLAN + "/checkins", offline).expect(200).json()).isEqualTo(first);
    assertThat(first.path("plan").path("state").asString()).isEqualTo("scheduled");
    reminded("awaiting_checkin");
    assertBalance(0, 2, 0);

    // nothing is left at WeChat either: a consent that WeChat does not know is refused by it
    Map<String, Object> stale = new HashMap<>(DuePlan.checkin("a2"));
    stale.put("grant", Map.of("request_id", "q3", "template", TEMPLATE, "status", "accept"));
    assertThat(
            api.post(PLAN + "/checkins", stale)
                .expect(200)
                .json()
                .path("plan")
                .path("state")
                .asString())
        .isEqualTo("scheduled");
    reminded("paused");
    assertBalance(0, 2, 1);
    assertThat(water().path("needs_grant").asBoolean()).isTrue();
    assertThat(api.get(ANN + "/inbox").expect(200).json().path("items")).hasSize(3);

    // refusing in WeChat's settings voids what is left, by WeChat's own event
    Map<String, Object> again = new HashMap<>(DuePlan.checkin("a3"));
    again.put("grant", answered("q4", "accept"));
    api.post(PLAN + "/checkins", again).expect(200);
    assertBalance(1, 2, 1);
    api.post(person + ":change", Map.of("template", TEMPLATE, "status", "reject")).expect(200);
    await().atMost(PATIENCE).untilAsserted(() -> assertBalance(0, 2, 2));
    assertThat(water().path("state").asString()).isEqualTo("paused");
  }

  @Test
  @Tag("GRANT-1")
  @Tag("PLAN-2")
  void theModuleForMiniProgramsLosesNothingOnTheRealServer() throws Exception {
    Path module = NodeProgram.installed("sdk-miniprogram");
    String said =
        NodeProgram.run(
            module,
            Map.of(
                "TRUEBELL_URL",
                "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"),
                "TRUEBELL_KEY",
                tenant.key(),
                "TRUEBELL_RECIPIENT",
                "ann",
                "TRUEBELL_PLAN",
                "water",
                "TRUEBELL_TEMPLATE",
                TEMPLATE),
            "node",
            "real-server.mjs");

    assertThat(said.strip()).endsWith("ok");
    assertThat(water().path("state").asString()).isEqualTo("disabled");
    assertThat(api.post("/v1/ledger:verify").expect(200).json().path("balanced").asBoolean())
        .isTrue();
  }
}
