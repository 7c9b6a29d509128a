package io.truebell.process;

import io.truebell.Api;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Posts notifications of several tenants, each again and again until a node has accepted it. */
final class Traffic {
  private static final int PEOPLE_OF_A_KIND = 3;
  private static final int MOST_RECIPIENTS = 5;

  /**
   * A tenant of the test.
   *
   * @param key its API key
   */
  record Customer(UUID id, String slug, String key) {}

  /** What was accepted: the fact and how many people it was for. */
  record Fact(Customer customer, UUID id, String idempotencyKey, int recipients) {}

  private final Fleet fleet;
  private final long seed;
  private final Queue<Fact> facts = new ConcurrentLinkedQueue<>();
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean running = true;

  Traffic(Fleet fleet, long seed) {
    this.fleet = fleet;
    this.seed = seed;
  }

  /** Makes a tenant with people of every kind. */
  static Customer customer(Api operator, String base, String slug) {
    UUID id =
        UUID.fromString(
            operator
                .post("/v1/operator/tenants", Map.of("slug", slug, "name", slug))
                .expect(201)
                .json()
                .path("id")
                .asString());
    List<String> scopes =
        List.of("notifications:write", "notifications:read", "recipients", "channels", "policies");
    String key =
        operator
            .post(
                "/v1/operator/tenants/" + id + "/api-keys",
                Map.of("name", "traffic", "scopes", scopes))
            .expect(201)
            .json()
            .path("key")
            .asString();
    Api api = new Api(base).as(key);
    // whatever is posted goes out, at whatever hour this runs
    api.put("/v1/calm/policy", Map.of()).expect(200);
    api.post(
            "/v1/channel-accounts",
            Map.of(
                "channel",
                "courier",
                "name",
                "main",
                "settings",
                Map.of(),
                "retry_ladder",
                List.of(1, 1, 1, 1, 1)))
        .expect(201);
    for (String person : people()) {
      api.put("/v1/recipients/" + person, Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
      String address = person.replace("-", "." + slug + ".");
      api.post(
              "/v1/recipients/" + person + "/endpoints",
              Map.of("channel", "courier", "address", address))
          .expect(201);
    }
    return new Customer(id, slug, key);
  }

  private static List<String> people() {
    List<String> people = new ArrayList<>();
    for (Courier.Manner manner : Courier.Manner.values()) {
      for (int i = 0; i < PEOPLE_OF_A_KIND; i++) {
        people.add(manner.word() + "-" + i);
      }
    }
    return people;
  }

  /** Begins to post for {@code customer}, pausing about that long between two posts. */
  void begin(Customer customer, int pauseMs) {
    Random random = new Random(seed ^ customer.slug().hashCode());
    threads.add(
        Thread.ofPlatform()
            .name("traffic-" + customer.slug())
            .start(() -> run(customer, random, pauseMs)));
  }

  private void run(Customer customer, Random random, int pauseMs) {
    try {
      for (int n = 0; running; n++) {
        List<String> people = new ArrayList<>(people());
        Collections.shuffle(people, random);
        List<String> recipients = people.subList(0, 1 + random.nextInt(MOST_RECIPIENTS));
        post(customer, customer.slug() + "-" + n, recipients, random);
        TimeUnit.MILLISECONDS.sleep(pauseMs / 2 + random.nextInt(pauseMs));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      refusals.add("no more posts of " + customer.slug() + ": " + e);
      throw e;
    }
  }

  private void post(Customer customer, String key, List<String> recipients, Random random)
      throws InterruptedException {
    Map<String, Object> body =
        Map.of(
            "type",
            "trip.changed",
            "category",
            random.nextInt(4) == 0 ? "marketing" : "transactional",
            "recipients",
            recipients,
            "payload",
            Map.of("title", "Gate changed"));
    while (true) {
      var api = fleet.any(random, customer.key());
      try {
        if (api.isPresent()) {
          Api.Answer answer =
              api.get().with("Idempotency-Key", key).post("/v1/notifications", body);
          if (answer.status() == 202) {
            UUID id = UUID.fromString(answer.json().path("id").asString());
            facts.add(new Fact(customer, id, key, recipients.size()));
            return;
          }
          if (answer.status() < 500) {
            refusals.add(key + ": " + answer.status() + " " + answer.text());
            return;
          }
        }
      } catch (UncheckedIOException e) {
        // the node is dead or dying: whether it accepted is asked with the same key elsewhere
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  /** Ends after what each thread is posting now. */
  void end() throws InterruptedException {
    running = false;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  List<Fact> facts() {
    return List.copyOf(facts);
  }

  List<String> refusals() {
    return List.copyOf(refusals);
  }
}
