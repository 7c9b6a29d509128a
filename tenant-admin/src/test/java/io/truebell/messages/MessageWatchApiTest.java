package io.truebell.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The stream of hints over HTTP, as a page's EventSource reads it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MessageWatchApiTest extends FullStack {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void aPageIsToldOfAMessageUntilItIsAccepted() throws Exception {
    Api api = newTenant().api();
    person(api);
    try (Stream stream = Stream.open(api)) {
      assertThat(stream.response.statusCode()).isEqualTo(200);
      assertThat(stream.response.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      assertThat(stream.response.headers().firstValue("X-Request-Id")).isPresent();
      assertThat(stream.response.headers().firstValue("RateLimit")).isPresent();
      assertThat(stream.next()).isEqualTo(new Event("ready", "{}"));

      String message = post(api);

      Set<String> states = new LinkedHashSet<>();
      while (!states.contains("ACCEPTED")) {
        Event event = stream.next();
        assertThat(event.name()).isEqualTo("moved");
        JsonNode data = JSON.readTree(event.data());
        assertThat(data.path("messages").valueStream().map(JsonNode::asString))
            .containsExactly(message);
        assertThat(data.path("more").asBoolean()).isFalse();
        states.add(state(api, message));
      }
    }
  }

  @Test
  @Tag("WALL-1")
  void aPageIsToldOfItsOwnTenantAlone() throws Exception {
    Api ours = newTenant().api();
    Api theirs = newTenant().api();
    person(ours);
    person(theirs);
    try (Stream stream = Stream.open(ours);
        Stream other = Stream.open(theirs)) {
      assertThat(stream.next().name()).isEqualTo("ready");
      assertThat(other.next().name()).isEqualTo("ready");
      String foreign = post(theirs);
      assertThat(other.next().data()).contains(foreign);
      String own = post(ours);
      assertThat(stream.next().data()).contains(own).doesNotContain(foreign);
    }
  }

  @Test
  void whoMayNotReadIsRefusedAsEverywhere() {
    TestTenant tenant = newTenant();
    nobody().get("/v1/messages:watch").problem(401, "unauthenticated");
    JsonNode key =
        tenant
            .api()
            .post("/v1/api-keys", Map.of("name", "x", "scopes", List.of("recipients")))
            .expect(201)
            .json();
    nobody().as(key.path("key").asString()).get("/v1/messages:watch").problem(403, "missing_scope");
  }

  @Test
  void theFiftyFirstStreamIsRefusedAndAClosedOneMakesRoom() throws Exception {
    Api api = newTenant().api();
    List<Stream> open = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        Stream stream = Stream.open(api);
        open.add(stream);
        assertThat(stream.next().name()).isEqualTo("ready");
      }
      api.get("/v1/messages:watch").problem(429, "too_many_streams");
    } finally {
      for (Stream stream : open) {
        stream.close();
      }
    }
  }

  private static void person(Api api) {
    api.put("/v1/recipients/ann", Map.of("zone", "UTC", "locale", "en")).expect(201);
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "main", "sandbox", true))
        .expect(201);
    api.post(
            "/v1/recipients/ann/endpoints",
            Map.of("channel", "miaotixing", "address", "sandbox-accepted"))
        .expect(201);
  }

  private static String post(Api api) {
    return api.post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "subject",
                "trip:42",
                "recipients",
                List.of("ann"),
                "payload",
                Map.of("title", "Gate changed"),
                "idempotency_key",
                UUID.randomUUID().toString()))
        .expect(202)
        .json()
        .path("messages")
        .get(0)
        .path("id")
        .asString();
  }

  private static String state(Api api, String message) {
    return api.get("/v1/messages/" + message)
        .expect(200)
        .json()
        .path("deliveries")
        .get(0)
        .path("state")
        .asString();
  }

  private record Event(String name, String data) {}

  /** An open stream; comments are skipped. */
  private record Stream(HttpClient http, HttpResponse<InputStream> response, BufferedReader lines)
      implements AutoCloseable {
    static Stream open(Api api) throws IOException, InterruptedException {
      HttpClient http = HttpClient.newHttpClient();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(api.base() + "/v1/messages:watch"))
              .header("Authorization", api.header("Authorization"))
              .header("Accept", "text/event-stream")
              .build();
      HttpResponse<InputStream> response =
          http.send(request, HttpResponse.BodyHandlers.ofInputStream());
      return new Stream(
          http,
          response,
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
    }

    Event next() throws IOException {
      String name = "";
      String data = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event: ")) {
          name = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && !name.isEmpty()) {
          return new Event(name, data);
        }
      }
      throw new AssertionError("the stream ended");
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }
}
