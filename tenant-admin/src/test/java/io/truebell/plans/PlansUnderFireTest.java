package io.truebell.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.needy.NeedyAdapter;
import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Many clients at once on the plans of a few people, while the workers remind these. */
@Import(NeedyAdapter.class)
@ExtendWith(OutputCaptureExtension.class)
class PlansUnderFireTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long SEED = Long.getLong("truebell.seed", 20261130);
  private static final int THREADS = 6;
  private static final int ACTIONS_OF_EACH = 50;
  private static final int LOOKS = 50;

  /** What each person's address makes the provider say. */
  private static final Map<String, String> PEOPLE =
      Map.of("ann", "fine", "bob", "refuses", "cyd", "silent");

  private static final List<String> NAMES = List.of("ann", "bob", "cyd");

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger checkins = new AtomicInteger();
  private TestTenant tenant;
  private Api api;

  @BeforeEach
  void threePeopleWithAPlanEach() {
    tenant = newTenant();
    api = tenant.api();
    // as many reminders as it takes: a digest would hold the last one up for an hour
    api.put("/v1/calm/policy", Map.of()).expect(200);
    api.post("/v1/channel-accounts", Map.of("channel", "needy", "name", "main")).expect(201);
    PEOPLE.forEach(
        (name, address) -> {
          api.put(person(name), Map.of("zone", "UTC", "locale", "en")).expect(201);
          api.post(person(name) + "/endpoints", Map.of("channel", "needy", "address", address))
              .expect(201);
          api.put(plan(name), DuePlan.body("needy", "drink.water")).expect(201);
        });
  }

  private static String person(String name) {
    return "/v1/recipients/" + name;
  }

  private static String plan(String name) {
    return person(name) + "/plans/water";
  }

  @Test
  @Tag("GRANT-1")
  @Tag("GRANT-6")
  @Tag("GRANT-7")
  @Tag("PLAN-1")
  @Tag("PLAN-2")
  void whateverComesAtOnceThePlansSettleAndTheLedgerBalances(CapturedOutput output)
      throws Exception {
    long deadlocks = deadlocks();
    fire();

    await().atMost(PATIENCE).untilAsserted(this::assertNothingIsOpen);
    assertThat(count("plan_checkin", "true")).as("each is kept").isEqualTo(checkins.get());
    assertThat(count("delivery", "true")).as("reminders").isGreaterThan(3);
    NAMES.forEach(this::assertHistoryIsUnbroken);
    assertBalanced();

    goesOn();
    for (String name : NAMES) {
      api.post(plan(name) + ":disable").expect(200);
      JsonNode after = api.get(plan(name)).expect(200).json();
      assertThat(after.path("state").asString()).isEqualTo("disabled");
      assertThat(after.path("balance").path("available").asInt()).as(name).isZero();
      assertThat(after.path("balance").path("reserved").asInt()).as(name).isZero();
    }
    assertBalanced();
    assertThat(deadlocks()).isEqualTo(deadlocks);
    assertThat(output.getAll()).doesNotContain("deadlock");
  }

  /** After all that, one more reminder goes its whole way. */
  private void goesOn() {
    api.post(plan("ann") + ":disable").expect(200);
    enable("ann", "last");
    assertThat(due("ann")).isEqualTo(1);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(api.get(plan("ann")).expect(200).json().path("state").asString())
                    .isEqualTo("awaiting_checkin"));
  }

  private void fire() throws Exception {
    List<Callable<Boolean>> clients = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(SEED + i);
      clients.add(
          () -> {
            for (int n = 0; n < ACTIONS_OF_EACH; n++) {
              act(NAMES.get(random.nextInt(NAMES.size())), random);
            }
            return true;
          });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> one : threads.invokeAll(clients)) {
        assertThat(one.get()).isTrue();
      }
    }
  }

  private void act(String name, Random random) {
    String request = "q" + numbers.incrementAndGet();
    switch (random.nextInt(14)) {
      case 0, 1 -> enable(name, request);
      case 2 -> refusable(api.post(plan(name) + ":enable", Map.of()));
      case 3 -> api.post(plan(name) + ":disable").expect(200);
      case 4, 5 -> checkIn(name, request, grant(request, "accept"));
      case 6 -> checkIn(name, request, grant(request, "reject"));
      case 7 -> checkIn(name, request, null);
      case 8 -> register(name, request, "accept");
      // two threads hand in the same answer, at about the same time
      case 9 -> register(name, "shared-" + numbers.get() / 4, "accept");
      case 10 -> register(name, request, "reject");
      case 11 -> api.post(person(name) + "/grants:void", Map.of()).expect(200);
      default -> {
        enable(name, request);
        int ignored = due(name);
        look(name);
      }
    }
  }

  private static Map<String, Object> grant(String request, String status) {
    return Map.of("request_id", request, "template", "tpl-water", "status", status);
  }

  private void enable(String name, String request) {
    refusable(api.post(plan(name) + ":enable", Map.of("grant", grant(request, "accept"))));
  }

  /** What lets a plan be turned on may be gone before it is. */
  private static void refusable(Api.Answer answer) {
    if (answer.status() != 200) {
      String code = answer.json().path("code").asString();
      assertThat(code).as(answer.text()).isIn("no_authorisation", "plan_refused");
      assertThat(answer.problem(409, code)).isNotNull();
    }
  }

  private void checkIn(String name, String action, @Nullable Map<String, Object> grant) {
    Map<String, Object> body = new HashMap<>(DuePlan.checkin(action));
    if (grant != null) {
      body.put("grant", grant);
    }
    checkins.incrementAndGet();
    JsonNode done = api.post(plan(name) + "/checkins", body).expect(200).json();
    assertThat(done.path("reminder_pending").asBoolean()).as(done.toString()).isFalse();
  }

  private void register(String name, String request, String status) {
    Map<String, Object> body = new HashMap<>(grant(request, status));
    body.put("channel", "needy");
    assertThat(api.post(person(name) + "/grants", body).status()).isIn(200, 201);
  }

  /** The time of a person's plan comes, if it is scheduled and no reminder is on its way. */
  private int due(String name) {
    int due =
        jdbc.sql(
                "UPDATE "
                    + table("plan")
                    + " SET next_at = now() WHERE state = 'scheduled' AND reminder_id IS NULL"
                    + " AND recipient_id = (SELECT id FROM "
                    + table("recipient")
                    + " WHERE external_id = :name)")
            .param("name", name)
            .update();
    DuePlan.wake(jdbc, tenant.id());
    return due;
  }

  /** Looks until the reminder is on its way, or a while. */
  private void look(String name) {
    for (int i = 0; i < LOOKS; i++) {
      JsonNode now = api.get(plan(name)).expect(200).json();
      if (!now.path("state").asString().equals("scheduled")) {
        return;
      }
    }
  }

  private void assertNothingIsOpen() {
    assertThat(count("delivery", "state IN ('QUEUED', 'CLAIMED')")).as("deliveries").isZero();
    assertThat(count("plan", "state = 'sending'")).as("plans that are sending").isZero();
    assertThat(count("plan", "next_at <= now() AND reminder_id IS NULL")).as("due").isZero();
    assertThat(count("plan_news", "true")).as("news").isZero();
  }

  private void assertHistoryIsUnbroken(String name) {
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = api.get(plan(name) + "/history?limit=200" + cursor).expect(200).json();
      for (JsonNode entry : page.path("items")) {
        String to = entry.path("to").asString();
        if (!seen.isEmpty()) {
          assertThat(seen.getLast()).as(name + " entry " + entry).isEqualTo(to);
        }
        seen.add(entry.path("from").asString(""));
      }
      JsonNode next = page.path("next_cursor");
      cursor = next.isString() ? "&cursor=" + next.asString() : null;
    } while (cursor != null);
    assertThat(seen).hasSizeGreaterThan(5);
  }

  private void assertBalanced() {
    JsonNode books = api.post("/v1/ledger:verify").expect(200).json();
    assertThat(books.path("balanced").asBoolean()).as(books.toString()).isTrue();
  }

  private String table(String name) {
    return "t_" + tenant.id().replace("-", "") + "." + name;
  }

  private long count(String name, String where) {
    return jdbc.sql("SELECT count(*) FROM " + table(name) + " WHERE " + where)
        .query(Long.class)
        .single();
  }

  private long deadlocks() {
    return jdbc.sql("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        .query(Long.class)
        .single();
  }
}
