package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bad input gets, at the endpoint that makes API keys: the habits are the same everywhere. */
class BadInputTest extends FullStack {
  private static final String KEYS = "/v1/api-keys";

  private TestTenant tenant;
  private Api api;

  @BeforeEach
  void aTenant() {
    tenant = newTenant();
    api = tenant.api();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "",
        "{\"name\":\"x\",}",
        "{'name':'x'}",
        "{\"name\":\"x\"} trailing",
        "{\"name\":\"x\"}{\"name\":\"y\"}",
        "{\"name\":\"x\",\"name\":\"y\"}",
        "{\"name\":NaN}",
        "{\"name\":\"\\x\"}",
        "{\"name\":\"a\nb\"}",
        "\u0000"
      })
  void whatIsNoJsonIsRefusedAndNothingIsWritten(String body) {
    api.raw("POST", KEYS, "application/json", BodyPublishers.ofString(body))
        .problem(400, "malformed_json");
    assertNothingWritten();
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    byte[] body = "{\"name\":\"xx\",\"scopes\":[\"keys\"]}".getBytes(StandardCharsets.UTF_8);
    body[9] = (byte) 0xC3;
    body[10] = (byte) 0x28;
    api.raw("POST", KEYS, "application/json", BodyPublishers.ofByteArray(body))
        .problem(400, "malformed_json");
    assertNothingWritten();
  }

  @Test
  void halfASurrogatePairIsRefusedWhetherEscapedOrRaw() {
    api.post(KEYS, "{\"name\":\"a\\ud800b\",\"scopes\":[\"keys\"]}")
        .blames("name", "lone_surrogate");
    byte[] raw = "{\"name\":\"xxx\",\"scopes\":[\"keys\"]}".getBytes(StandardCharsets.UTF_8);
    raw[9] = (byte) 0xED;
    raw[10] = (byte) 0xA0;
    raw[11] = (byte) 0x80;
    int status =
        api.raw("POST", KEYS, "application/json", BodyPublishers.ofByteArray(raw)).status();
    assertThat(status).isIn(400, 422);
    assertNothingWritten();
  }

  @Test
  void anUnknownFieldIsNamedWithItsPath() {
    api.post(KEYS, Map.of("name", "x", "scopes", List.of("keys"), "tenant_id", "other"))
        .blames("tenant_id", "unknown_field");
    assertNothingWritten();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":1,\"scopes\":[\"keys\"]}",
        "{\"name\":true,\"scopes\":[\"keys\"]}",
        "{\"name\":{},\"scopes\":[\"keys\"]}",
        "{\"name\":[\"x\"],\"scopes\":[\"keys\"]}"
      })
  void aValueOfAnotherTypeIsNotGuessedAt(String body) {
    api.post(KEYS, body).blames("name", "invalid_value");
    assertNothingWritten();
  }

  @Test
  void aWrongElementOfAListIsNamedByItsPlace() {
    api.post(KEYS, "{\"name\":\"x\",\"scopes\":[\"keys\",7]}").blames("scopes[1]", "invalid_value");
    api.post(KEYS, "{\"name\":\"x\",\"scopes\":[\"keys\",null]}")
        .blames("scopes[1]", "unknown_scope");
    api.post(KEYS, "[]").problem(400, "malformed_json");
    api.post(KEYS, "null").problem(400, "malformed_json");
    assertNothingWritten();
  }

  @Test
  void controlCharactersAndTooLongTextsAreNamed() {
    api.post(KEYS, Map.of("name", "a\u0007b", "scopes", List.of("keys")))
        .blames("name", "control_character");
    api.post(KEYS, Map.of("name", "x".repeat(81), "scopes", List.of("keys")))
        .blames("name", "too_long");
    assertNothingWritten();
  }

  @Test
  void nestingWithoutEndIsRefused() {
    api.post(KEYS, "{\"name\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}")
        .problem(422, "invalid_input");
    api.post("/v1/notifications", "{\"payload\":" + "{\"a\":".repeat(1000) + "1" + "}".repeat(1001))
        .blames("payload.a", "out_of_range");
    assertNothingWritten();
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedHoweverItIsSent() {
    String huge = "{\"name\":\"" + "x".repeat(1024 * 1024) + "\"}";
    api.post(KEYS, huge).problem(413, "body_too_large");
    api.raw(
            "POST",
            KEYS,
            "application/json",
            BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(huge.getBytes(StandardCharsets.UTF_8))))
        .problem(413, "body_too_large");
    assertNothingWritten();
  }

  @Test
  void otherMethodsAddressesAndMediaTypesAreProblemsToo() {
    Api.Answer put = api.put(KEYS, Map.of());
    put.problem(405, "method_not_allowed");
    assertThat(put.header("Allow")).contains("GET").contains("POST");
    api.get("/v1/nothing").problem(404, "not_found");
    api.raw("POST", KEYS, "text/plain", BodyPublishers.ofString("x"))
        .problem(415, "unsupported_media_type");
    api.with("Accept", "text/html").get(KEYS).expect(406);
    nobody().get("/nothing").problem(404, "not_found");
    nobody().get("/v1/nothing").problem(401, "unauthenticated");
    nobody().get("//v1/tenant").problem(400, "bad_address");
  }

  @Test
  void aNumberOutOfRangeIsNamed() {
    api.get(KEYS + "?limit=201").blames("limit", "out_of_range");
    api.get(KEYS + "?limit=-1").blames("limit", "out_of_range");
    api.get(KEYS + "?limit=99999999999999999999").blames("limit", "invalid_value");
    api.get(KEYS + "?limit=many").blames("limit", "invalid_value");
    api.get(KEYS + "?cursor=%00").blames("cursor", "invalid_cursor");
  }

  @Test
  void aRequestIdIsKeptWhenItIsHarmlessAndMadeOtherwise() {
    assertThat(api.with("X-Request-Id", "abc-1.2_3").get(KEYS).header("X-Request-Id"))
        .isEqualTo("abc-1.2_3");
    assertThat(api.with("X-Request-Id", "a b").get(KEYS).header("X-Request-Id"))
        .matches("[0-9a-f-]{36}");
    assertThat(api.with("X-Request-Id", "a".repeat(65)).get(KEYS).header("X-Request-Id"))
        .matches("[0-9a-f-]{36}");
  }

  @Test
  void everyAnswerSaysHowOftenOneMayAskAndIsNotToBeCachedSniffedOrFramed() {
    Api.Answer answer = api.get(KEYS).expect(200);
    assertThat(answer.header("RateLimit-Policy")).isEqualTo("\"requests\";q=100000;w=60");
    assertThat(answer.header("RateLimit")).matches("\"requests\";r=\\d+;t=\\d+");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("Cache-Control")).contains("no-store");
    assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'");
    assertThat(answer.header("Set-Cookie")).isEmpty();
  }

  @Test
  void longAnswersAreCompressedForThoseWhoAskForIt() {
    for (int i = 0; i < 10; i++) {
      api.post(KEYS, Map.of("name", "key " + i, "scopes", List.of("keys"))).expect(201);
    }
    assertThat(api.with("Accept-Encoding", "gzip").get(KEYS).header("Content-Encoding"))
        .isEqualTo("gzip");
  }

  @Test
  void theFirstPageIsServedToEverybody() {
    Api.Answer page = nobody().get("/");
    page.expect(200);
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.text()).contains("Truebell").contains("需要 JavaScript");
    nobody().get("/health").expect(200);
    nobody().get("/health/readiness").expect(200);
    nobody().get("/health/liveness").expect(200);
  }

  private void assertNothingWritten() {
    assertThat(api.get(KEYS).json().path("items")).as("keys of the tenant").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"q=%zz", "q=%FF", "limit=%zz"})
  void aQueryThatCannotBeDecodedIsRefused(String query) {
    // java.net.URI would not send it
    assertThat(rawStatus("/v1/messages?" + query)).contains(" 400");
  }

  private String rawStatus(String target) {
    java.net.URI base = java.net.URI.create(nobody().base());
    try (java.net.Socket socket = new java.net.Socket(base.getHost(), base.getPort())) {
      String head =
          "GET "
              + target
              + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: "
              + api.header("Authorization")
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q=%00",
        "recipient=a%00",
        "subject=%07",
        "from=0000-01-01T00:00:00Z",
        "to=%2B300000-01-01T00:00:00Z"
      })
  void aFilterThatTheDatabaseCannotTakeIsRefused(String query) {
    api.get("/v1/messages?" + query).problem(422, "invalid_input");
  }

  @Test
  void aNumberBeyondItsTypeIsRefusedByName() {
    api.post(
            "/v1/channel-accounts",
            "{\"channel\":\"miaotixing\",\"name\":\"n\",\"timeout_ms\":99999999999}")
        .blames("timeout_ms", "out_of_range");
  }

  @Test
  void aPayloadNumberThatTheDatabaseWritesOutInFullIsRefused() {
    api.put("/v1/recipients/ann", Map.of("zone", "UTC", "locale", "en")).expect(201);
    for (String number : List.of("1e99", "1e-90", "1e61")) {
      api.post("/v1/notifications", notification(number)).blames("payload.a", "out_of_range");
    }
    api.post("/v1/notifications", notification("1e50")).expect(202);
    api.get("/v1/recipients/ann/inbox").expect(200);
  }

  private static String notification(String number) {
    return "{\"type\":\"t\",\"category\":\"transactional\",\"recipients\":[\"ann\"],"
        + "\"payload\":{\"title\":\"x\",\"a\":"
        + number
        + "}}";
  }
}
