package io.truebell.bench.stage;

import io.truebell.bench.stage.Parallel.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A tenant of a benchmark, used through the API alone. */
public record BenchTenant(String id, String slug, Api api) {
  public static final int MOST_RECIPIENTS = 1_000;

  private static final String SUBJECT = "trip:42";
  private static final AtomicLong SUBJECTS = new AtomicLong(1_000);
  private static final String TITLE = "Trip 42 leaves at 09:30";
  private static final String TEXT = "Platform 4, please be there ten minutes early.";
  private static final int AT_ONCE = 8;

  /** Its schema in PostgreSQL. */
  public String schema() {
    return "t_" + id.replace("-", "");
  }

  /** Sets up a channel account that calls {@code url}, and returns its id. */
  public String account(String url) throws InterruptedException {
    return account(url, Duration.ofSeconds(30));
  }

  /** The same, with so much time for a call. */
  public String account(String url, Duration timeout) throws InterruptedException {
    Map<String, Object> settings = url.isEmpty() ? Map.of() : Map.of("url", url);
    JsonNode account =
        api.post(
            "/v1/channel-accounts",
            Map.of(
                "channel",
                "bench",
                "name",
                "main",
                "settings",
                settings,
                "timeout_ms",
                timeout.toMillis()));
    return account.path("id").asString();
  }

  /** Lets the account call another provider. */
  public void lead(String account, String url) throws InterruptedException {
    Map<String, Object> settings = url.isEmpty() ? Map.of() : Map.of("url", url);
    String path = "/v1/channel-accounts/" + account;
    int version = api.get(path).path("version").asInt();
    api.patch(path, Map.of("settings", settings, "version", version));
  }

  /** Makes people with one address each: {@code p0}, {@code p1}, … */
  public void people(int count) throws InterruptedException {
    List<Work> work = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String person = "p" + i;
      work.add(
          () -> {
            api.put("/v1/recipients/" + person, Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
            api.post(
                "/v1/recipients/" + person + "/endpoints",
                Map.of("channel", "bench", "address", "address-of-" + person));
          });
    }
    Parallel.run(AT_ONCE, work);
  }

  /** The same about something else, so that no window counts it with the others. */
  public static String another(String body) {
    return body.replace(SUBJECT, "trip:" + SUBJECTS.incrementAndGet());
  }

  /** The body of a notification for the first {@code recipients} people. */
  public static String notification(int recipients, @Nullable Instant notBefore) {
    Map<String, Object> body = new HashMap<>();
    body.put("type", "trip.changed");
    body.put("category", "transactional");
    body.put("subject", SUBJECT);
    body.put("recipients", IntStream.range(0, recipients).mapToObj(i -> "p" + i).toList());
    body.put("payload", Map.of("title", TITLE, "text", TEXT));
    if (notBefore != null) {
      body.put("not_before", notBefore.toString());
    }
    return Api.text(body);
  }

  /** Posts notifications for so many messages, {@code people} in each. */
  public void post(int messages, int people, @Nullable Instant notBefore)
      throws InterruptedException {
    List<Work> work = new ArrayList<>();
    String full = notification(people, notBefore);
    for (int left = messages; left > 0; left -= people) {
      String body = another(left >= people ? full : notification(left, notBefore));
      work.add(() -> api.post("/v1/notifications", body));
    }
    Parallel.run(2, work);
  }
}
