package io.truebell.suppression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A person who blocked the official account, over the whole path. */
class SuppressionApiTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ANN = "/v1/recipients/ann";
  private static final String BLOCKING = "sandbox-receipt-gone.ann";

  private Api api;
  private int sent;

  @BeforeEach
  void anOfficialAccountAndAFollower() {
    api = newTenant().api();
    Map<String, Object> template =
        Map.of(
            "type",
            "trip.changed",
            "template_id",
            "tpl_trip_changed_0001",
            "fields",
            List.of(Map.of("keyword", "thing1", "source", "title")));
    api.post(
            "/v1/channel-accounts",
            Map.of(
                "channel",
                "wechat-official",
                "name",
                "official",
                "sandbox",
                true,
                "settings",
                Map.of("appid", "wx8f4c2a1b3d5e6f70", "templates", List.of(template)),
                "credentials",
                Map.of(
                    "app_secret",
                    "0123456789abcdef0123456789abcdef",
                    "push_token",
                    "pamtest",
                    "encoding_aes_key",
                    "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG")))
        .expect(201);
    api.put(ANN, Map.of("zone", "UTC", "locale", "zh-CN")).expect(201);
    api.post(
            ANN + "/endpoints",
            Map.of("channel", "wechat-official", "address", BLOCKING, "account", "official"))
        .expect(201);
  }

  /** Posts a notification and waits until its delivery is in that state; its explanation. */
  private JsonNode send(String state) {
    notify("/v1/notifications").expect(202);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(newest().path("state").asString()).isEqualTo(state));
    return explanation(newest().path("id").asString());
  }

  private Api.Answer notify(String path) {
    return api.with("Idempotency-Key", "trip-" + ++sent)
        .post(
            path,
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "subject",
                "trip:" + sent,
                "recipients",
                List.of("ann"),
                "payload",
                Map.of("title", "Trip " + sent)));
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

  private JsonNode explanation(String delivery) {
    return api.get("/v1/deliveries/" + delivery + "/explanation").expect(200).json();
  }

  private JsonNode onlyBan() {
    JsonNode items = api.get(ANN + "/suppressions").expect(200).json().path("items");
    assertThat(items).hasSize(1);
    return items.path(0);
  }

  @Test
  @Tag("TRUTH-3")
  @Tag("STOP-1")
  @Tag("STOP-2")
  @Tag("STOP-3")
  @Tag("FACT-5")
  void whoBlockedTheAccountIsNotCalledAgainUntilTheBanIsLiftedWithAReason() {
    String blocked = send("UNDELIVERED").path("delivery").path("id").asString();
    JsonNode ban = onlyBan();
    assertThat(ban.path("delivery_id").asString()).isEqualTo(blocked);
    assertThat(ban.path("source").asString()).isEqualTo("receipt");
    assertThat(ban.path("evidence").asString()).contains("failed:userblock");

    assertThat(notify("/v1/notifications:explain").expect(200).text()).contains("person_refused");
    JsonNode stopped = send("SUPPRESSED");

    assertThat(stopped.path("attempts")).as("calls").isEmpty();
    assertThat(stopped.toString())
        .contains("person_refused", "the recipient refused messages on WeChat official")
        .contains("收件人已拒绝 微信公众号模板消息 的消息");
    assertThat(api.get(ANN + "/inbox").expect(200).json().path("items")).hasSize(2);
    assertThat(api.get("/v1/redrive").expect(200).json().path("items"))
        .as("what reached nobody by failure")
        .extracting(item -> item.path("state").asString())
        .containsExactly("UNDELIVERED");

    String lift = "/v1/suppressions/" + ban.path("id").asString() + ":lift";
    api.post(lift, Map.of("reason", " ")).blames("reason", "required");
    assertThat(onlyBan().path("stands").asBoolean()).isTrue();
    api.post(lift, Map.of("reason", "asked by phone")).expect(200);
    send("UNDELIVERED");
    assertThat(api.get("/v1/suppressions").expect(200).json().path("items"))
        .as("refused again")
        .extracting(item -> item.path("stands").asBoolean())
        .containsExactly(true, false);
  }

  @Test
  @Tag("STOP-3")
  void theTenantBansByHandAndBadInputIsBlamedOnItsField() {
    api.post(ANN + "/suppressions", Map.of("channel", "pigeon", "reason", "why"))
        .blames("channel", "unknown_channel");
    api.post(ANN + "/suppressions", Map.of("channel", "wechat-official"))
        .blames("reason", "required");
    api.post("/v1/recipients/nobody/suppressions", Map.of("channel", "webhook", "reason", "x"))
        .problem(404, "not_found");

    api.post(
            ANN + "/suppressions",
            Map.of("channel", "wechat-official", "reason", "left the company"))
        .expect(201);

    assertThat(send("SUPPRESSED").toString()).contains("suppressed_by_tenant");
    assertThat(onlyBan().path("set_by").asString()).isEqualTo("tenant");
  }
}
