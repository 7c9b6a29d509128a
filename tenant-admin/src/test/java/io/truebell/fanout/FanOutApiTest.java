package io.truebell.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Streams of recipients, withdrawing and sending again, as a client sees them. */
class FanOutApiTest extends FullStack {
  private static final String LINES = "application/x-ndjson";
  private static final Map<String, Object> FACT =
      Map.of(
          "type", "term.begins",
          "category", "transactional",
          "subject", "term:1",
          "payload", Map.of("title", "Term begins"));

  private Api api;

  @BeforeEach
  void aTenantWithPeople() {
    api = newTenant().api();
    for (String name : List.of("ann", "bob", "cid")) {
      api.put("/v1/recipients/" + name, Map.of("zone", "UTC", "locale", "en"));
    }
  }

  private static Api.Answer lines(Api api, String method, String path, String body) {
    return api.raw(method, path, LINES, BodyPublishers.ofString(body));
  }

  private String begin() {
    return api.post("/v1/notifications:bulk", FACT)
        .expect(202)
        .json()
        .path("notification")
        .asString();
  }

  @Test
  @Tag("FACT-1")
  void aFileThatIsLargerThanAnyBodyMayBeIsTakenInOneRequest() {
    String id = begin();
    String many = "ann\n\"bob\"\n" + (" ".repeat(60) + "ann\n").repeat(40_000) + "ghost\n";
    assertThat(many.length()).isGreaterThan(2 * 1024 * 1024);

    JsonNode taken =
        lines(api, "PUT", "/v1/notifications/" + id + "/recipients?complete=true", many)
            .expect(200)
            .json();

    assertThat(taken.path("accepted").asInt()).isEqualTo(2);
    assertThat(taken.path("duplicates").asInt()).isEqualTo(40_000);
    assertThat(taken.path("offset").asLong()).isEqualTo(40_003);
    assertThat(taken.path("state").asString()).isEqualTo("complete");
    JsonNode problem = taken.path("first_problems").path(0);
    assertThat(problem.path("line").asLong()).isEqualTo(40_003);
    assertThat(problem.path("recipient").asString()).isEqualTo("ghost");
    JsonNode fact = api.get("/v1/notifications/" + id).expect(200).json();
    assertThat(fact.path("recipients").asInt()).isEqualTo(2);
    assertThat(fact.path("fan_out").path("offset").asLong()).isEqualTo(40_003);
    assertThat(fact.path("deliveries").path("INBOX_ONLY").asInt()).isEqualTo(2);
    lines(api, "PUT", "/v1/notifications/" + id + "/recipients?offset=40003", "cid")
        .problem(409, "recipients_complete");
  }

  @Test
  @Tag("FACT-4")
  void factAndRecipientsInOneRequestCanBeSentAgain() {
    Api keyed = api.with("Idempotency-Key", "term-1");
    String body =
        """
        {"type":"term.begins","category":"marketing","payload":{"title":"Hi"}}
        ann
        bob
        {"recipient":"cid"}
        """;
    JsonNode first = lines(keyed, "POST", "/v1/notifications:bulk", body).expect(202).json();
    JsonNode again = lines(keyed, "POST", "/v1/notifications:bulk", body).expect(202).json();

    assertThat(first.path("accepted").asInt()).isEqualTo(3);
    assertThat(again).isEqualTo(first);
    lines(api, "POST", "/v1/notifications:bulk", body).blames("idempotency_key", "required");
    lines(keyed, "POST", "/v1/notifications:bulk", body.replace("Hi", "Ho"))
        .problem(409, "idempotency_key_reused");
    lines(keyed, "POST", "/v1/notifications:bulk", "{\"type\":\n").problem(400, "malformed_json");
    lines(keyed, "POST", "/v1/notifications:bulk", "{\"tipe\":\"x\"}\n")
        .blames("tipe", "unknown_field");
    lines(keyed, "POST", "/v1/notifications:bulk", "\n").problem(400, "malformed_json");
    lines(api, "POST", "/v1/notifications", body).problem(415, "unsupported_media_type");
  }

  @Test
  void whatWasTakenBeforeTheConnectionBrokeIsToldAndGoneOnFrom() throws IOException {
    String id = begin();
    URI uri = URI.create(api.base());
    String taken = "ann\n" + "bob\n".repeat(1_499);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          ("PUT /v1/notifications/"
                  + id
                  + "/recipients HTTP/1.1\r\nHost: x\r\nContent-Type: "
                  + LINES
                  + "\r\nAuthorization: "
                  + api.header("Authorization")
                  + "\r\nContent-Length: 1000000\r\n\r\n"
                  + taken
                  + "ci")
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      // the end of what is sent, far from the end that was announced
      socket.shutdownOutput();
      InputStream in = socket.getInputStream();
      in.transferTo(OutputStream.nullOutputStream());
    }
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> offset(id) == 1_000);

    JsonNode done =
        lines(
                api,
                "PUT",
                "/v1/notifications/" + id + "/recipients?offset=1000&complete=true",
                "bob\n".repeat(500) + "cid\n")
            .expect(200)
            .json();
    assertThat(done.path("offset").asLong()).isEqualTo(1_501);
    assertThat(done.path("accepted").asInt()).isEqualTo(3);
    assertThat(done.path("problems").asInt()).isZero();
  }

  private long offset(String id) {
    return api.get("/v1/notifications/" + id).json().path("fan_out").path("offset").asLong();
  }

  @Test
  void badWaysToAskAreRefused() {
    String id = begin();
    String path = "/v1/notifications/" + id + "/recipients";
    lines(api, "PUT", path + "?offset=-1", "ann").blames("offset", "out_of_range");
    lines(api, "PUT", path + "?offset=7", "ann").problem(409, "lines_missing");
    lines(api, "PUT", path + "?strict=true", "ann\nghost").blames("line 2", "unknown_recipient");
    api.put(path, List.of("ann")).problem(415, "unsupported_media_type");
    lines(newTenant().api(), "PUT", path, "ann").problem(404, "not_found");
    assertThat(offset(id)).isZero();
  }

  @Test
  @Tag("FACT-5")
  void aSubjectOrARecipientIsWithdrawnAndTheListIsClosed() {
    String id = begin();
    lines(api, "PUT", "/v1/notifications/" + id + "/recipients", "ann\n").expect(200);

    JsonNode done =
        api.post("/v1/notifications:cancel", Map.of("subject", "term:1")).expect(200).json();

    assertThat(done.path("notifications").asInt()).isEqualTo(1);
    assertThat(done.path("cancelled").asInt()).isZero();
    assertThat(done.path("others").path("INBOX_ONLY").asInt()).isEqualTo(1);
    lines(api, "PUT", "/v1/notifications/" + id + "/recipients?offset=1", "bob\n")
        .problem(409, "notification_cancelled");
    api.post("/v1/notifications/" + id + ":complete").problem(409, "notification_cancelled");
    api.post("/v1/notifications:cancel", Map.of("recipient", "ann")).expect(200);
    api.post("/v1/notifications:cancel", Map.of()).blames("subject", "required");
    api.post("/v1/notifications:cancel", Map.of("recipient", "ann", "subject", "s"))
        .blames("recipient", "contradiction");
    api.post("/v1/notifications:cancel", Map.of("recipient", "nobody"))
        .blames("recipient", "unknown_recipient");
  }

  @Test
  @Tag("TRUTH-4")
  void whatReachedNobodyIsListedSentAgainAndExplained() {
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "try", "sandbox", true, "timeout_ms", 1_500))
        .expect(201);
    api.post(
            "/v1/recipients/ann/endpoints",
            Map.of("channel", "miaotixing", "account", "try", "address", "sandbox-500"))
        .expect(201);
    api.post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "recipients",
                List.of("ann"),
                "payload",
                Map.of("title", "Gate changed")))
        .expect(202);
    JsonNode item =
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(
                () -> api.get("/v1/redrive").expect(200).json().path("items").path(0),
                found -> !found.isMissingNode());
    assertThat(item.path("state").asString()).isEqualTo("FAILED");
    assertThat(item.path("actions").path(0).path("action").asString()).isEqualTo("resend");
    assertThat(item.path("actions").path(0).path("why").path("zh").asString()).endsWith("。");
    String old = item.path("delivery").asString();

    Api.Answer made =
        api.with("Idempotency-Key", "again")
            .post("/v1/deliveries/" + old + ":resend", Map.of("reason", "provider is back"));
    made.expect(202);
    String resend = made.json().path("delivery").asString();

    JsonNode explained = api.get("/v1/deliveries/" + resend + "/explanation").expect(200).json();
    assertThat(explained.path("delivery").path("resend_of").asString()).isEqualTo(old);
    assertThat(explained.path("story").path(0).path("sentence").path("en").asString())
        .contains(old, "provider is back");
    JsonNode message =
        api.get("/v1/messages/" + item.path("message").asString()).expect(200).json();
    assertThat(message.path("deliveries").size()).isEqualTo(2);
    assertThat(message.path("deliveries").path(0).path("resent_as").asString()).isEqualTo(resend);
    api.post("/v1/deliveries/" + old + ":resend", Map.of()).blames("reason", "required");
    api.get("/v1/redrive?state=QUEUED").blames("state", "unknown_value");
    api.post("/v1/redrive", Map.of("reason", "x", "limit", 1_000)).blames("limit", "out_of_range");
    api.post("/v1/redrive", Map.of("reason", "x", "filter", Map.of("type", "other.type")))
        .expect(200);
    newTenant()
        .api()
        .post("/v1/deliveries/" + old + ":resend", Map.of("reason", "not mine"))
        .problem(404, "not_found");
  }
}
