package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("WALL-2")
class ExportTest extends FullStack {
  private static final String SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  @Test
  void oneCallExportsAllOfATenantNothingOfAnotherAndNoSecret() {
    TestTenant one = newTenant();
    TestTenant two = newTenant();
    fill(one.api(), "first-person");
    fill(two.api(), "second-person");

    String ofOne = export(one);
    String ofTwo = export(two);

    assertThat(ofOne).contains("first-person").doesNotContain("second-person");
    assertThat(ofTwo).contains("second-person").doesNotContain("first-person");
    for (String export : List.of(ofOne, ofTwo)) {
      assertThat(tables(export))
          .containsKeys(
              "recipient", "endpoint", "channel_account", "channel_credential", "notification")
          .doesNotContainKey("flyway_schema_history");
      assertThat(export)
          .doesNotContain(SIGNING_SECRET, "secret-path", "\\\\x", "\"address\"", "\"sealed\"");
    }
    assertThat(tables(ofOne).get("recipient").getFirst().path("created_at").asString())
        .endsWith("+00:00");
  }

  @Test
  void tablesThatNobodyHereKnowsAreExportedWithoutTheirBytes() {
    TestTenant tenant = newTenant();
    String schema = "t_" + tenant.id().replace("-", "");
    jdbc.sql("CREATE DOMAIN " + schema + ".print AS bytea").update();
    jdbc.sql(
            """
            CREATE TABLE %1$s."Odd ""name" (n int, laid json, bytes bytea, many bytea[], own %1$s.print);
            CREATE TABLE %1$s.only_bytes (bytes bytea);
            INSERT INTO %1$s."Odd ""name" SELECT n, E'{"a":\\n"x\\\\ny"}', 'hush', '{hush}', 'hush'
              FROM generate_series(1, 500) n;
            INSERT INTO %1$s.only_bytes VALUES ('hush')
            """
                .formatted(schema))
        .update();

    Map<String, List<JsonNode>> tables = tables(export(tenant));

    assertThat(tables.get("Odd \"name"))
        .hasSize(500)
        .contains(JSON.readTree("{\"n\": 500, \"laid\": {\"a\": \"x\\ny\"}}"));
    assertThat(tables.get("only_bytes")).containsExactly(JSON.createObjectNode());
  }

  @Test
  void onlyAKeyThatMayMakeKeysExports() {
    TestTenant tenant = newTenant();
    String key =
        tenant
            .api()
            .post("/v1/api-keys", Map.of("name", "reads", "scopes", List.of("recipients")))
            .expect(201)
            .json()
            .path("key")
            .asString();

    nobody().as(key).get("/v1/tenant/export").problem(403, "missing_scope");
    nobody().get("/v1/tenant/export").problem(401, "unauthenticated");
  }

  private static void fill(Api api, String person) {
    api.put("/v1/recipients/" + person, Map.of("zone", "Europe/Berlin", "locale", "en"));
    api.post(
            "/v1/channel-accounts",
            Map.of(
                "channel",
                "webhook",
                "name",
                "hook",
                "settings",
                Map.of(),
                "credentials",
                Map.of("signing_secret", SIGNING_SECRET)))
        .expect(201);
    api.post(
            "/v1/recipients/" + person + "/endpoints",
            Map.of("channel", "webhook", "address", "https://hooks.example.com/secret-path"))
        .expect(201);
    api.post(
            "/v1/notifications",
            Map.of(
                "type", "trip.changed",
                "category", "transactional",
                "recipients", List.of(person),
                "not_before", Instant.now().plus(Duration.ofDays(1)).toString(),
                "payload", Map.of("title", "for " + person)))
        .expect(202);
  }

  private static String export(TestTenant tenant) {
    Api.Answer answer = tenant.api().get("/v1/tenant/export").expect(200);
    assertThat(answer.header("Content-Type")).startsWith("application/x-ndjson");
    return answer.text();
  }

  /** The rows of each table. */
  private static Map<String, List<JsonNode>> tables(String export) {
    return export
        .lines()
        .map(JSON::readTree)
        .collect(
            Collectors.groupingBy(
                line -> line.path("table").asString(),
                Collectors.mapping(line -> line.path("row"), Collectors.toList())));
  }
}
