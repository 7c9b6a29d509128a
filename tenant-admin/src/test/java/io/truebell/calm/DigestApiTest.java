package io.truebell.calm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** More about one subject than an hour allows, over the whole path. */
class DigestApiTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ANN = "/v1/recipients/ann";

  private Api api;
  private final List<String> notifications = new ArrayList<>();

  @BeforeEach
  void annCanBeReached() {
    api = newTenant().api();
    api.put(ANN, Map.of("zone", "UTC", "locale", "en")).expect(201);
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "main", "sandbox", true))
        .expect(201);
    api.post(ANN + "/endpoints", Map.of("channel", "miaotixing", "address", "sandbox-accepted"))
        .expect(201);
  }

  private static Map<String, Object> fact(int number, String subject, boolean urgent) {
    return Map.of(
        "type",
        "trip.changed",
        "category",
        "transactional",
        "subject",
        subject,
        "urgent",
        urgent,
        "recipients",
        List.of("ann"),
        "payload",
        Map.of("title", "Change " + number));
  }

  /** Posts it and waits until its delivery has that reason. */
  private void send(String subject, boolean urgent, String reason) {
    int number = notifications.size() + 1;
    notifications.add(
        api.with("Idempotency-Key", "change-" + number)
            .post("/v1/notifications", fact(number, subject, urgent))
            .expect(202)
            .json()
            .path("id")
            .asString());
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(delivery(number).path("reason").asString()).isEqualTo(reason));
  }

  /** The newest delivery of the nth notification. */
  private JsonNode delivery(int number) {
    JsonNode deliveries =
        api.get("/v1/messages?notification=" + notifications.get(number - 1))
            .json()
            .path("items")
            .path(0)
            .path("deliveries");
    return IntStream.range(0, deliveries.size())
        .mapToObj(deliveries::path)
        .max((a, b) -> a.path("id").asString().compareTo(b.path("id").asString()))
        .orElse(deliveries.path(0));
  }

  private JsonNode openDigest() {
    JsonNode digests = api.get(ANN + "/digests?state=open").expect(200).json().path("items");
    assertThat(digests.size()).isEqualTo(1);
    return digests.path(0);
  }

  @Test
  @Tag("CALM-2")
  @Tag("FACT-5")
  void theFourthWaitsTheFifthJoinsAndTheInboxHasAllOfThem() {
    for (int i = 0; i < 3; i++) {
      send("trip:1", false, "provider_accepted");
    }
    send("trip:1", false, "digest_opened");
    send("trip:1", false, "digest_joined");
    send("trip:1", true, "provider_accepted");
    send("trip:2", false, "provider_accepted");

    JsonNode digest = openDigest();
    assertThat(digest.path("count").asInt()).isEqualTo(2);
    assertThat(digest.path("carrier").asString()).isEqualTo(delivery(4).path("id").asString());
    Instant due = Instant.parse(digest.path("due_at").asString());
    assertThat(due).isAfter(Instant.parse(digest.path("opened_at").asString()));
    assertThat(delivery(5).path("state").asString()).isEqualTo("MERGED");
    assertThat(rehearsed("trip:1")).isEqualTo("would_be_merged digest_joined");
    assertThat(rehearsed("trip:3")).startsWith("would_be_sent");
    assertThat(api.get(ANN + "/inbox/badge").json().path("unread").asInt()).isEqualTo(7);
  }

  @Test
  @Tag("CALM-2")
  void whenItsCarrierIsWithdrawnTheNextOneCarriesOn() {
    for (int i = 0; i < 3; i++) {
      send("trip:1", false, "provider_accepted");
    }
    send("trip:1", false, "digest_opened");
    send("trip:1", false, "digest_joined");
    String due = openDigest().path("due_at").asString();
    api.post("/v1/notifications/" + notifications.get(3) + ":cancel").expect(200);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(delivery(5).path("reason").asString()).isEqualTo("digest_carried_on"));

    JsonNode digest = openDigest();
    assertThat(delivery(4).path("state").asString()).isEqualTo("CANCELLED");
    assertThat(digest.path("carrier").asString()).isEqualTo(delivery(5).path("id").asString());
    assertThat(digest.path("due_at").asString()).isEqualTo(due);
  }

  @Test
  @Tag("CALM-2")
  void aWithdrawnSubjectOrPersonHasNoDigestLeftThatCouldGoOut() {
    for (Map<String, String> whom :
        List.of(Map.of("subject", "trip:1"), Map.of("recipient", "ann"))) {
      int before = notifications.size();
      String subject = whom.getOrDefault("subject", "trip:2");
      for (int i = 0; i < 3; i++) {
        send(subject, false, "provider_accepted");
      }
      send(subject, false, "digest_opened");
      send(subject, false, "digest_joined");
      send(subject, false, "digest_joined");

      api.post("/v1/notifications:cancel", whom).expect(200);

      assertThat(delivery(before + 4).path("state").asString()).isEqualTo("CANCELLED");
      assertThat(api.get(ANN + "/digests").json().path("items"))
          .allSatisfy(digest -> assertThat(digest.path("state").asString()).isEqualTo("ended"));
      assertThat(api.get("/v1/messages?state=QUEUED").json().path("items")).isEmpty();
    }
  }

  private String rehearsed(String subject) {
    JsonNode forecast =
        api.post("/v1/notifications:explain", fact(99, subject, false))
            .expect(200)
            .json()
            .path("recipients")
            .path(0)
            .path("deliveries")
            .path(0);
    return forecast.path("outcome").asString() + " " + forecast.path("reason").asString();
  }
}
