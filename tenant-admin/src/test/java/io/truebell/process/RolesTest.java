package io.truebell.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.process.AppProcess.Launch;
import io.truebell.process.Traffic.Customer;
import io.truebell.testkit.RestartableStores;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process serves the API, others send: how they find each other, and how they are replaced. */
class RolesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration SOON = Duration.ofMinutes(1);

  /** So long that nothing is sent soon but by the bell. */
  private static final String RARE_LOOKS = "--truebell.dispatch.idle-poll=60s";

  private static final int POSTS = 20;

  @TempDir Path folder;

  @Test
  @Tag("SEND-8")
  void theApiAcceptsAndWorkersSendWhatItAccepted() throws Exception {
    try (RestartableStores stores = RestartableStores.start();
        Courier courier = new Courier()) {
      Launch api = launch(stores, courier).with("--truebell.role=api");
      Launch worker = launch(stores, courier).with("--truebell.role=worker");
      try (AppProcess front = start("api", api)) {
        Customer customer = Traffic.customer(front.operator(), front.url().orElseThrow(), "acme");
        Api tenant = new Api(front.url().orElseThrow()).as(customer.key());
        String scraped = backlogShows(front, tenant);
        backlogThatAgesIsAnAlert(stores, front);
        try (AppProcess first = start("first", worker)) {
          servesNoApi(first);
          await().atMost(SOON).until(() -> courier.calls().size() == 5);
          theBellIsHeard(tenant, courier);
          AlertRules.read().nameOnly(scraped + first.operator().get("/metrics").text());
          readinessFollowsPostgres(stores, front, first);
          rollingRestart(tenant, courier, first, worker);
        }
        List<String> wrongs =
            new Reckoning(stores.postgresUrl(), courier).wrongs(List.of(customer), List.of());
        assertThat(wrongs).filteredOn(w -> !w.contains("facts, and 0 were accepted")).isEmpty();
        front.stop();
      }
    }
  }

  /** Without a worker: the age of what waits grows, and every process shows it. */
  private static String backlogShows(AppProcess front, Api tenant) {
    IntStream.range(0, 5).forEach(i -> post(tenant, "accept-0", "waits-" + i));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              String metrics = front.operator().get("/metrics").expect(200).text();
              assertThat(metrics)
                  .contains("truebell_backlog_deliveries{state=\"queued\"} 5.0")
                  .contains("truebell_backlog_tenants 1.0")
                  .containsPattern("truebell_backlog_age_seconds [1-9]")
                  .contains("truebell_tenant_backlog_age_seconds{tenant=\"acme\"}");
            });
    assertThat(new Api(front.url().orElseThrow()).get("/metrics").status()).isEqualTo(401);
    assertThat(tenant.get("/metrics").status()).isEqualTo(403);
    return front.operator().get("/metrics").text();
  }

  /** As if they had waited for an hour. */
  private static void backlogThatAgesIsAnAlert(RestartableStores stores, AppProcess front)
      throws IOException, SQLException {
    try (Connection connection = DriverManager.getConnection(stores.postgresUrl());
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE datastore.wake SET due_at = due_at - interval '1 hour'");
    }
    String metric = "truebell_backlog_age_seconds";
    double threshold = AlertRules.read().threshold(metric);
    await()
        .atMost(SOON)
        .until(() -> AlertRules.value(front.operator().get("/metrics").text(), metric) > threshold);
  }

  private static void servesNoApi(AppProcess worker) {
    Api api = worker.operator();
    api.get("/v1/operator/tenants").problem(404, "not_served_here");
    api.get("/").expect(404);
    api.get("/v1/session").problem(404, "not_served_here");
    api.post("/v1/session", Map.of("key", "tbk_x")).problem(404, "not_served_here");
    api.get("/health/live").expect(200);
    api.get("/health/ready").expect(200);
    api.get("/metrics").expect(200);
  }

  private static void theBellIsHeard(Api tenant, Courier courier) {
    long[] waits = new long[POSTS];
    for (int i = 0; i < POSTS; i++) {
      int before = courier.calls().size();
      post(tenant, "accept-1", "rings-" + i);
      long accepted = System.nanoTime();
      await()
          .atMost(SOON)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> courier.calls().size() > before);
      waits[i] = courier.calls().getLast().at() - accepted;
    }
    long median = Arrays.stream(waits).sorted().skip(POSTS / 2).findFirst().orElseThrow();
    KillMatrixTest.say("accepted to called over two processes, median " + median / 1_000 + " µs");
  }

  private static void readinessFollowsPostgres(
      RestartableStores stores, AppProcess front, AppProcess worker) throws InterruptedException {
    List<AppProcess> both = List.of(front, worker);
    stores.breakPostgres();
    for (AppProcess node : both) {
      await().atMost(SOON).until(() -> node.operator().get("/health/ready").status() == 503);
      node.operator().get("/health/live").expect(200);
    }
    stores.resumePostgres();
    for (AppProcess node : both) {
      await().atMost(SOON).until(() -> node.operator().get("/health/ready").status() == 200);
    }
  }

  /** The new one is there before the old one goes, amid sending. */
  private void rollingRestart(Api tenant, Courier courier, AppProcess old, Launch worker)
      throws InterruptedException {
    int before = courier.calls().size();
    for (int i = 0; i < 60; i++) {
      post(tenant, i % 2 == 0 ? "slow-0" : "accept-0", "rolling-" + i);
    }
    try (AppProcess next = start("next", worker)) {
      old.stop();
      assertThat(old.exitStatus()).isEqualTo(143);
      await().atMost(PATIENCE).until(() -> courier.calls().size() - before == 60);
      assertThat(states(tenant).keySet()).containsOnly("ACCEPTED");
      next.stop();
    }
  }

  private static Map<String, Integer> states(Api tenant) {
    return await()
        .atMost(PATIENCE)
        .until(() -> KilledProcessTest.states(tenant), s -> !s.containsKey("CLAIMED"));
  }

  private static void post(Api tenant, String person, String key) {
    tenant
        .with("Idempotency-Key", key)
        .post(
            "/v1/notifications",
            Map.of(
                "type",
                "trip.changed",
                "category",
                "transactional",
                "recipients",
                List.of(person),
                "payload",
                Map.of("title", "Gate changed")))
        .expect(202);
  }

  private AppProcess start(String place, Launch launch) throws InterruptedException {
    AppProcess node = AppProcess.launch(folder.resolve(place), launch);
    if (!node.awaitReady(PATIENCE)) {
      node.kill();
      throw new IllegalStateException("the node did not start:\n" + node.log());
    }
    return node;
  }

  private Launch launch(RestartableStores stores, Courier courier) throws IOException {
    return DoomedLaunch.of(stores, courier, folder, Launch.testClassPath()).with(RARE_LOOKS);
  }
}
