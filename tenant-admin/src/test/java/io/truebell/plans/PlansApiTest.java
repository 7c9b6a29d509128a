package io.truebell.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * Plans over the real API, worker and deliveries' way, through a channel that asks for no consent.
 */
class PlansApiTest extends FullStack {
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
    api.post(
            "/v1/channel-accounts", Map.of("channel", "miaotixing", "name", "try", "sandbox", true))
        .expect(201);
    api.put(ANN, Map.of("zone", "UTC", "locale", "en")).expect(201);
    api.put(PLAN, plan()).expect(201);
  }

  private static Map<String, Object> plan() {
    return DuePlan.body("miaotixing", "water.reminder");
  }

  private void reachable(String address) {
    api.post(ANN + "/endpoints", Map.of("channel", "miaotixing", "address", address)).expect(201);
  }

  private JsonNode enable() {
    return api.post(PLAN + ":enable", Map.of()).expect(200).json().path("plan");
  }

  private JsonNode water() {
    return api.get(PLAN).expect(200).json();
  }

  private void due() {
    DuePlan.due(jdbc, tenant.id());
  }

  private void becomes(String state) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(water().path("state").asString()).isEqualTo(state));
  }

  private JsonNode delivery() {
    return api.get("/v1/messages")
        .expect(200)
        .json()
        .path("items")
        .path(0)
        .path("deliveries")
        .path(0);
  }

  @Test
  @Tag("PLAN-1")
  @Tag("PLAN-5")
  void aPersonIsRemindedChecksInAndIsRemindedAgainLater() {
    reachable("sandbox-accepted");
    JsonNode on = enable();
    assertThat(on.path("state").asString()).isEqualTo("scheduled");
    assertThat(on.path("needs_grant").asBoolean()).isFalse();
    assertThat(OffsetDateTime.parse(on.path("next_at").asString()).toInstant())
        .isBetween(
            Instant.now().plus(Duration.ofMinutes(58)), Instant.now().plus(Duration.ofMinutes(61)));

    due();
    becomes("awaiting_checkin");
    assertThat(water().path("next_at").isNull()).isTrue();
    assertThat(delivery().path("state").asString()).isEqualTo("ACCEPTED");
    JsonNode inbox = api.get(ANN + "/inbox").expect(200).json().path("items").path(0);
    assertThat(inbox.path("payload").path("title").asString()).isEqualTo("Drink some water");

    JsonNode first = api.post(PLAN + "/checkins", DuePlan.checkin("a1")).expect(200).json();
    assertThat(first.path("recorded").asBoolean()).isTrue();
    assertThat(first.path("plan").path("state").asString()).isEqualTo("scheduled");
    assertThat(first.path("plan").path("today").path("count").asInt()).isEqualTo(1);
    assertThat(first.path("grant").isNull()).isTrue();
    assertThat(api.post(PLAN + "/checkins", DuePlan.checkin("a1")).expect(200).json())
        .isEqualTo(first);

    JsonNode second = api.post(PLAN + "/checkins", DuePlan.checkin("a2")).expect(200).json();
    assertThat(second.path("plan").path("today").path("reached").asBoolean()).isTrue();
    assertThat(second.path("plan").path("streak").asInt()).isEqualTo(1);
    assertThat(api.get(PLAN + "/checkins").expect(200).json().path("items")).hasSize(2);
    assertThat(
            api.get(PLAN + "/history")
                .expect(200)
                .json()
                .path("items")
                .valueStream()
                .map(entry -> entry.path("cause").asString()))
        .containsExactly("check_in", "check_in", "outcome", "claim", "due", "enable", "create");
  }

  @Test
  @Tag("PLAN-5")
  @Tag("FACT-2")
  void aProviderThatRefusesOrKeepsSilentPausesThePlanAndTheInboxHasTheReminder() {
    reachable("sandbox-rejected");
    enable();
    due();
    becomes("paused");
    assertThat(water().path("reason").path("code").asString()).isEqualTo("plan_reminder_rejected");
    assertThat(water().path("reason").path("zh").asString()).contains("喵提醒");
    assertThat(api.get(ANN + "/inbox").expect(200).json().path("items")).hasSize(1);
    // no consent is needed here: the check-in alone lets it go on
    assertThat(
            api.post(PLAN + "/checkins", DuePlan.checkin("a1"))
                .expect(200)
                .json()
                .path("plan")
                .path("state")
                .asString())
        .isEqualTo("scheduled");
  }

  @Test
  @Tag("FACT-3")
  void whomNoChannelReachesFindsTheReminderInTheInbox() {
    enable();
    due();
    becomes("paused");
    assertThat(water().path("reason").path("code").asString()).isEqualTo("no_channel");
    assertThat(api.get(ANN + "/inbox").expect(200).json().path("items")).hasSize(1);
    assertThat(delivery().path("state").asString()).isEqualTo("INBOX_ONLY");
  }

  @Test
  @Tag("GRANT-6")
  void turningItOffWithdrawsTheReminderThatIsQueued() {
    reachable("sandbox-accepted");
    enable();
    holdEverything();
    due();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(water().path("reason").path("code").asString())
                    .isEqualTo("plan_reminder_queued"));
    JsonNode off = api.post(PLAN + ":disable").expect(200).json();
    assertThat(off.path("state").asString()).isEqualTo("disabled");
    assertThat(delivery().path("state").asString()).isEqualTo("CANCELLED");
    assertThat(delivery().path("status").path("en").asString()).isNotBlank();
  }

  /** A plan's own reminder can be held only by what is known after it was handed in. */
  private void holdEverything() {
    String schema = "t_" + tenant.id().replace("-", "");
    jdbc.sql(
            "CREATE FUNCTION "
                + schema
                + ".hold() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN NEW.not_before := now() + interval ''1 hour''; RETURN NEW; END';"
                + " CREATE TRIGGER hold BEFORE INSERT ON "
                + schema
                + ".delivery FOR EACH ROW EXECUTE FUNCTION "
                + schema
                + ".hold()")
        .update();
  }

  @Test
  void whatIsWrongIsNamed() {
    Map<String, Object> wrong = plan();
    wrong.put("interval_minutes", 1);
    wrong.put("wake", "25:00");
    api.put(ANN + "/plans/other", wrong).blames("interval_minutes", "out_of_range");
    api.put(ANN + "/plans/other", wrong).blames("wake", "invalid_form");
    api.put(ANN + "/plans/Not-A-Key", plan()).blames("key", "invalid_form");
    api.get(ANN + "/plans/other").problem(404, "not_found");
    api.get("/v1/recipients/nobody/plans").problem(404, "not_found");
    api.post(PLAN + "/checkins", Map.of("action_id", "a")).blames("occurred_at", "required");
    api.post(PLAN + "/checkins", Map.of("action_id", "a", "colour", "red"))
        .blames("colour", "unknown_field");
    api.post(PLAN + "/checkins", "{\"action_id\":\"a\",\"occurred_at\":\"yesterday\"}").expect(422);
    assertThat(api.get(PLAN + "/checkins").expect(200).json().path("items")).isEmpty();
    api.delete(PLAN).expect(204);
    api.delete(PLAN).problem(404, "not_found");
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantAndAKeyWithoutTheScopeSeeNothing() {
    Api other = newTenant().api();
    other.put(ANN, Map.of("zone", "UTC", "locale", "en")).expect(201);
    other.get(PLAN).problem(404, "not_found");
    String key =
        api.post("/v1/api-keys", Map.of("name", "few", "scopes", List.of("recipients")))
            .expect(201)
            .json()
            .path("key")
            .asString();
    nobody().as(key).get(PLAN).problem(403, "missing_scope");
  }
}
