package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class ApiKeyTest extends FullStack {
  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  @Test
  void aKeyIsShownOnceAndListedByItsPrefix() {
    TestTenant tenant = newTenant();
    JsonNode made = newKey(tenant, "keys");
    String key = made.path("key").asString();

    assertThat(key).matches("tbk_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}");
    assertThat(key).startsWith("tbk_" + made.path("prefix").asString() + "_");
    Api.Answer list = tenant.api().get("/v1/api-keys");
    assertThat(list.json().path("items")).hasSize(2);
    assertThat(list.json().path("items").get(0).path("prefix")).isEqualTo(made.path("prefix"));
    assertThat(list.text()).doesNotContain(key).doesNotContain("\"key\"");
    assertThat(tenant.api().get("/v1/api-keys/" + made.path("id").asString()).json().has("key"))
        .isFalse();
  }

  @Test
  @Tag("SEAL-2")
  void onlyAHashOfAKeyIsStored() {
    TestTenant tenant = newTenant();
    String secret = newKey(tenant, "keys").path("key").asString().substring(13);

    assertThat(
            jdbc.sql("SELECT k::text FROM platform.api_key k WHERE tenant = :id")
                .param("id", UUID.fromString(tenant.id()))
                .query(String.class)
                .list())
        .hasSize(2)
        .noneMatch(row -> row.contains(secret));
  }

  @Test
  void aRevokedKeyIsRefusedFromTheNextRequestOn() {
    TestTenant tenant = newTenant();
    JsonNode made = newKey(tenant, "keys");
    Api victim = nobody().as(made.path("key").asString());
    victim.get("/v1/tenant").expect(200);

    tenant.api().delete("/v1/api-keys/" + made.path("id").asString()).expect(204);
    tenant.api().delete("/v1/api-keys/" + made.path("id").asString()).expect(204);

    victim.get("/v1/tenant").problem(401, "unauthenticated");
  }

  @Test
  void missingMalformedForgedUnknownAndExpiredKeysGetTheSameAnswer() {
    TestTenant tenant = newTenant();
    JsonNode made = newKey(tenant, "keys");
    String key = made.path("key").asString();
    char last = key.charAt(key.length() - 1);
    String forged = key.substring(0, key.length() - 1) + (last == 'a' ? 'b' : 'a');
    jdbc.sql("UPDATE platform.api_key SET expires_at = now() - interval '1 second' WHERE id = :id")
        .param("id", UUID.fromString(made.path("id").asString()))
        .update();

    List<Api> callers =
        List.of(
            nobody(),
            nobody().as("nonsense"),
            nobody().as(forged),
            nobody().as(key),
            nobody().as(key.replaceFirst("tbk_........", "tbk_00000000")),
            nobody().as(key.replaceFirst("tbk_", "tbo_")),
            nobody().with("Authorization", "Basic " + key));
    for (Api caller : callers) {
      Api.Answer answer = caller.get("/v1/api-keys");
      JsonNode problem = answer.problem(401, "unauthenticated");
      assertThat(problem.path("detail").asString())
          .isEqualTo("A valid API key is needed: Authorization: Bearer tbk_…");
      assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    }
  }

  @Test
  void aKeyWithoutTheScopeIsRefusedBeforeItsBodyIsRead() {
    TestTenant tenant = newTenant();
    Api reader = nobody().as(newKey(tenant, "inbox").path("key").asString());

    JsonNode problem = reader.post("/v1/api-keys", "{ not json").problem(403, "missing_scope");
    assertThat(problem.path("detail").asString()).contains("keys");
    reader.get("/v1/operator/tenants").problem(403, "missing_scope");
    operator().get("/v1/api-keys").problem(403, "missing_scope");
  }

  @Test
  void aKeyCannotPassOnWhatItDoesNotHave() {
    TestTenant tenant = newTenant();
    Api keysOnly = nobody().as(newKey(tenant, "keys").path("key").asString());

    keysOnly
        .post("/v1/api-keys", Map.of("name", "more", "scopes", List.of("keys", "inbox")))
        .blames("scopes[1]", "scope_not_held");
    tenant
        .api()
        .post("/v1/api-keys", Map.of("name", "more", "scopes", List.of("operator")))
        .blames("scopes[0]", "unknown_scope");
  }

  @Test
  void badInputForAKeyIsNamed() {
    Api api = newTenant().api();
    api.post("/v1/api-keys", Map.of("scopes", List.of("keys"))).blames("name", "required");
    api.post("/v1/api-keys", Map.of("name", "x")).blames("scopes", "required");
    api.post("/v1/api-keys", Map.of("name", "x", "scopes", List.of())).blames("scopes", "required");
    api.post(
            "/v1/api-keys",
            Map.of("name", "x", "scopes", List.of("keys"), "expires_at", "2020-01-01T00:00:00Z"))
        .blames("expires_at", "in_the_past");
    api.post(
            "/v1/api-keys",
            Map.of("name", "x", "scopes", List.of("keys"), "expires_at", "tomorrow"))
        .blames("expires_at", "invalid_value");
    for (String far : List.of("2100-01-01T00:00:00Z", "+400000-01-01T00:00:00Z")) {
      api.post("/v1/api-keys", Map.of("name", "x", "scopes", List.of("keys"), "expires_at", far))
          .blames("expires_at", "too_far");
    }
    assertThat(api.get("/v1/api-keys").json().path("items")).hasSize(1);
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantsKeyCanNeitherBeSeenNorRevoked() {
    TestTenant ours = newTenant();
    TestTenant theirs = newTenant();
    JsonNode made = newKey(theirs, "keys");
    String address = "/v1/api-keys/" + made.path("id").asString();

    ours.api().get(address).problem(404, "not_found");
    ours.api().delete(address).problem(404, "not_found");

    assertThat(ours.api().get("/v1/api-keys").text()).doesNotContain(made.path("id").asString());
    nobody().as(made.path("key").asString()).get("/v1/tenant").expect(200);
  }

  @Test
  void anExpiryInTheFutureIsKept() {
    TestTenant tenant = newTenant();
    Instant end = Instant.now().plus(Duration.ofDays(3_650)).truncatedTo(ChronoUnit.SECONDS);

    JsonNode made =
        tenant
            .api()
            .post(
                "/v1/api-keys",
                Map.of("name", "x", "scopes", List.of("keys"), "expires_at", end.toString()))
            .expect(201)
            .json();

    assertThat(made.path("expires_at").asString()).isEqualTo(end.toString());
    nobody().as(made.path("key").asString()).get("/v1/tenant").expect(200);
  }

  private static JsonNode newKey(TestTenant tenant, String scope) {
    return tenant
        .api()
        .post("/v1/api-keys", Map.of("name", "made", "scopes", List.of(scope)))
        .expect(201)
        .json();
  }
}
