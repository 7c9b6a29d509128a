package io.truebell.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PeopleApiTest extends FullStack {
  private static final Map<String, Object> HOME =
      Map.of("zone", "Asia/Shanghai", "locale", "zh-CN");
  private static final String CODE = "tDS0Se9";

  @Test
  void aRecipientIsPutReadAndListed() {
    Api api = newTenant().api();
    JsonNode created = api.put("/v1/recipients/anna%40example.org", HOME).expect(201).json();

    assertThat(created.path("external_id").asString()).isEqualTo("anna@example.org");
    assertThat(created.path("created_at").asString()).endsWith("Z");
    assertThat(api.put("/v1/recipients/anna%40example.org", HOME).expect(200).json())
        .isEqualTo(created);
    assertThat(api.get("/v1/recipients/anna@example.org").expect(200).json()).isEqualTo(created);
    api.put("/v1/recipients/user:42", HOME).expect(201);
    JsonNode first = api.get("/v1/recipients?limit=1").expect(200).json();
    assertThat(first.path("items").get(0).path("external_id").asString()).isEqualTo("user:42");
    JsonNode rest =
        api.get("/v1/recipients?limit=1&cursor=" + first.path("next_cursor").asString())
            .expect(200)
            .json();
    assertThat(rest.path("items").get(0)).isEqualTo(created);
    assertThat(rest.path("next_cursor").isNull()).isTrue();
  }

  @Test
  void whatIsWrongWithARecipientIsNamed() {
    Api api = newTenant().api();
    String path = "/v1/recipients/anna";

    api.put(path, Map.of("zone", "Mars/Base", "locale", "zh")).blames("zone", "unknown_zone");
    api.put(path, Map.of("zone", "UTC", "locale", "zh_CN")).blames("locale", "unknown_locale");
    api.put(path, Map.of("zone", "UTC")).blames("locale", "required");
    api.put(path, "{\"zone\":\"UTC\",\"locale\":\"en\",\"mood\":\"good\"}")
        .blames("mood", "unknown_field");
    api.put("/v1/recipients/a%20b", HOME).blames("external_id", "invalid_external_id");
    api.get(path).problem(404, "not_found");
  }

  @Test
  @Tag("SEAL-2")
  void anAddressGoesInAndNeverComesOut() {
    Api api = newTenant().api();
    api.put("/v1/recipients/anna", HOME).expect(201);
    Map<String, Object> body = Map.of("channel", "miaotixing", "address", " " + CODE + " ");
    Api.Answer added = api.post("/v1/recipients/anna/endpoints", body).expect(201);
    String endpoint = "/v1/recipients/anna/endpoints/" + added.json().path("id").asString();

    assertThat(api.post("/v1/recipients/anna/endpoints", body).expect(200).json())
        .isEqualTo(added.json());
    assertThat(added.text()).doesNotContain(CODE);
    assertThat(api.get("/v1/recipients/anna/endpoints").expect(200).text())
        .contains(added.json().path("id").asString())
        .doesNotContain(CODE);
    assertThat(
            api.patch(endpoint, Map.of("status", "verified"))
                .expect(200)
                .json()
                .path("status")
                .asString())
        .isEqualTo("verified");
    api.delete(endpoint).expect(204);
    api.delete(endpoint).problem(404, "not_found");
  }

  @Test
  @Tag("SEAL-2")
  void aRefusalNeverRepeatsTheAddress() {
    Api api = newTenant().api();
    api.put("/v1/recipients/anna", HOME).expect(201);
    String secret = "s3cret-" + UUID.randomUUID();
    List<String> bodies =
        List.of(
            "{\"channel\":\"owl\",\"address\":\"" + secret + "\"}",
            "{\"channel\":\"miaotixing\",\"address\":\"" + secret + " \\u0007\"}",
            "{\"channel\":\"miaotixing\",\"address\":[\"" + secret + "\"]}",
            "{\"channel\":\"miaotixing\",\"address\":\"" + secret + "\",\"x\":1}",
            "{\"channel\":\"miaotixing\",\"address\":\"" + secret);

    for (String body : bodies) {
      Api.Answer refused = api.post("/v1/recipients/anna/endpoints", body);
      assertThat(refused.status()).as(body).isBetween(400, 422);
      assertThat(refused.text()).doesNotContain(secret);
    }
    assertThat(api.get("/v1/recipients/anna/endpoints").expect(200).json().path("items")).isEmpty();
  }

  @Test
  void anAccountIsSetUpChangedAndRemoved() {
    Api api = newTenant().api();
    JsonNode made =
        api.post(
                "/v1/channel-accounts",
                Map.of("channel", "miaotixing", "name", "main", "minimal_text", "有新消息"))
            .expect(201)
            .json();
    String path = "/v1/channel-accounts/" + made.path("id").asString();

    JsonNode renamed = api.patch(path, Map.of("version", 0, "name", "first")).expect(200).json();
    assertThat(renamed.path("minimal_text").asString()).isEqualTo("有新消息");
    assertThat(renamed.path("version").asInt()).isEqualTo(1);

    JsonNode open = api.patch(path, "{\"version\":1,\"minimal_text\":null}").expect(200).json();
    assertThat(open.path("minimal_text").isNull()).isTrue();
    assertThat(open.path("policy_version").asInt()).isEqualTo(1);
    assertThat(api.get(path).expect(200).json()).isEqualTo(open);

    api.patch(path, Map.of("version", 0, "name", "late")).problem(409, "version_conflict");
    api.patch(path, "{\"version\":2,\"color\":\"red\"}").blames("color", "unknown_field");
    api.patch(path, Map.of("version", 2, "settings", Map.of("color", "red")))
        .blames("settings.color", "unknown_field");
    api.patch(path, Map.of("version", 2, "timeout_ms", 60_001))
        .blames("timeout_ms", "out_of_range");
    api.patch(path, Map.of("version", 2, "minimal_text", 7))
        .blames("minimal_text", "invalid_value");
    api.patch(path, Map.of("version", 2, "minimal_text", "")).blames("minimal_text", "required");
    api.patch(path, Map.of("version", 2, "sandbox", true)).blames("sandbox", "fixed");
    api.delete(path).expect(204);
    api.get(path).problem(404, "not_found");
  }

  @Test
  void aSandboxNeedsTheOperatorsLeave() {
    TestTenant tenant = newTenant();
    Map<String, Object> body = Map.of("channel", "miaotixing", "name", "toy", "sandbox", true);
    operator()
        .patch("/v1/operator/tenants/" + tenant.id(), Map.of("sandbox_allowed", false))
        .expect(200);

    tenant.api().post("/v1/channel-accounts", body).blames("sandbox", "sandbox_not_allowed");
    operator()
        .patch("/v1/operator/tenants/" + tenant.id(), Map.of("sandbox_allowed", true))
        .expect(200);
    assertThat(
            tenant
                .api()
                .post("/v1/channel-accounts", body)
                .expect(201)
                .json()
                .path("sandbox")
                .asBoolean())
        .isTrue();
  }

  @Test
  void installedChannelsAreDescribed() {
    JsonNode channels = newTenant().api().get("/v1/channels").expect(200).json().path("items");

    assertThat(channels.valueStream().map(channel -> channel.path("key").asString()))
        .contains("miaotixing");
    JsonNode miaotixing =
        channels
            .valueStream()
            .filter(channel -> channel.path("key").asString().equals("miaotixing"))
            .findFirst()
            .orElseThrow();
    assertThat(miaotixing.path("settings_schema").path("properties").has("protocol")).isTrue();
    assertThat(miaotixing.path("ceiling").asString()).isEqualTo("accepted");
    assertThat(miaotixing.path("address_title").path("zh").asString()).isNotBlank();
  }

  @Test
  void aKeyWithoutTheScopeIsRefused() {
    Api api = newTenant().api();
    api.put("/v1/recipients/anna", HOME).expect(201);
    Api inboxOnly = limited(api, "inbox");
    Api recipientsOnly = limited(api, "recipients");

    inboxOnly.get("/v1/recipients/anna/inbox").expect(200);
    for (String path :
        List.of(
            "/v1/recipients",
            "/v1/recipients/anna",
            "/v1/recipients/anna/endpoints",
            "/v1/channels",
            "/v1/channel-accounts")) {
      assertThat(inboxOnly.get(path).status()).as(path).isEqualTo(403);
    }
    recipientsOnly.get("/v1/recipients/anna").expect(200);
    assertThat(recipientsOnly.get("/v1/recipients/anna/inbox").status()).isEqualTo(403);
    assertThat(recipientsOnly.get("/v1/channel-accounts").status()).isEqualTo(403);
    assertThat(recipientsOnly.post("/v1/recipients/anna/inbox:read-all").status()).isEqualTo(403);
  }

  private Api limited(Api api, String scope) {
    JsonNode key =
        api.post("/v1/api-keys", Map.of("name", scope, "scopes", List.of(scope)))
            .expect(201)
            .json();
    return nobody().as(key.path("key").asString());
  }
}
