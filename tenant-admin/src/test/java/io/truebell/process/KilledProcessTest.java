package io.truebell.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.FakeProvider;
import io.truebell.testkit.Received;
import io.truebell.testkit.TestStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code kill -9} amid sending, then a new start: nothing is lost, nothing is sent twice. */
class KilledProcessTest {
  private static final int PEOPLE = 120;
  private static final int ANSWERED = 40;
  private static final Set<String> OPEN_STATES = Set.of("QUEUED", "CLAIMED");

  @TempDir Path folder;

  @Test
  @Tag("SEND-3")
  @Tag("SEND-6")
  void nothingIsLostAndNothingIsSentTwice() throws InterruptedException {
    String database = TestStores.freshDatabase();
    AtomicInteger calls = new AtomicInteger();
    try (FakeProvider provider = FakeProvider.plain()) {
      // answers the first ones and then keeps silent, so that the kill finds calls under way
      provider.always(
          new Behaviour.Decide(
              request ->
                  calls.incrementAndGet() <= ANSWERED
                      ? Behaviour.answer(200, "完成")
                      : new Behaviour.Hang()));
      String[] settings = {
        "--truebell.channel.miaotixing.base-url=" + provider.uri(""),
        // many calls are to be under way when it is killed
        "--truebell.channel.miaotixing.pacing=0s",
        "--truebell.dispatch.sole-worker=true"
      };
      try (AppProcess app = AppProcess.start(folder, database, settings)) {
        post(app.api());
        provider.awaitRequests(ANSWERED + 1);
        app.kill();
      }
      provider.always(Behaviour.answer(200, "完成"));
      provider.release();
      try (AppProcess app = AppProcess.start(folder, database, settings)) {
        Map<String, Integer> states = awaitFinal(app.api());
        Map<String, Long> perPerson =
            provider.received().stream()
                .map(Received::form)
                .collect(Collectors.groupingBy(f -> f.get("id"), Collectors.counting()));

        assertThat(perPerson.values()).as("calls for one person").containsOnly(1L);
        assertThat(states.keySet()).isSubsetOf("ACCEPTED", "UNKNOWN");
        assertThat(states.values().stream().mapToInt(n -> n).sum()).isEqualTo(PEOPLE);
        assertThat(states.get("UNKNOWN")).as("calls under way at the kill").isPositive();
        // whoever was not called is unknown, and never silently left out
        assertThat(PEOPLE - perPerson.size()).isLessThanOrEqualTo(states.get("UNKNOWN"));
        explained(app.api());
        app.stop();
      }
    }
  }

  private static void post(Api api) {
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "main", "settings", Map.of()))
        .expect(201);
    List<String> people = IntStream.range(0, PEOPLE).mapToObj(i -> "person-" + i).toList();
    for (String person : people) {
      api.put("/v1/recipients/" + person, Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
      api.post(
              "/v1/recipients/" + person + "/endpoints",
              Map.of("channel", "miaotixing", "address", "t" + person.replace("-", "")))
          .expect(201);
    }
    api.post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "recipients",
                people,
                "payload",
                Map.of("title", "Gate changed")))
        .expect(202);
  }

  /** Waits until no delivery is open and counts them by state. */
  private static Map<String, Integer> awaitFinal(Api api) {
    return await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> states(api), s -> !s.isEmpty() && Collections.disjoint(s.keySet(), OPEN_STATES));
  }

  static Map<String, Integer> states(Api api) {
    Map<String, Integer> states = new HashMap<>();
    JsonNode page = api.get("/v1/messages?limit=200").expect(200).json();
    for (JsonNode message : page.path("items")) {
      message
          .path("deliveries")
          .forEach(d -> states.merge(d.path("state").asString(), 1, Integer::sum));
    }
    return states;
  }

  private static void explained(Api api) {
    JsonNode one =
        api.get("/v1/messages?state=UNKNOWN&limit=1").expect(200).json().path("items").path(0);
    String delivery = one.path("deliveries").path(0).path("id").asString();
    JsonNode story =
        api.get("/v1/deliveries/" + delivery + "/explanation").expect(200).json().path("story");
    assertThat(story.path(story.size() - 1).path("reason").asString()).isEqualTo("worker_died");
  }
}
