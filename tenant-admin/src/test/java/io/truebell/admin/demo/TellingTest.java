package io.truebell.admin.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.FullStack;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the demo's stories become, through the real spine. */
class TellingTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MESSAGES = 46;

  private final JsonMapper json = JsonMapper.builder().build();

  @Test
  void everyStoryComesOutAsItIsMeantTo() throws Exception {
    TestTenant tenant = newTenant();
    Telling telling = telling(tenant);
    assertThat(telling.isTold(book())).isFalse();

    telling.tell(book());

    assertThat(telling.isTold(book())).isTrue();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Map<String, Integer> ends = ends(tenant);
              assertThat(ends)
                  .containsEntry("UNDELIVERED receipt_undelivered", 3)
                  .containsEntry("UNKNOWN outcome_unknown", 2)
                  .containsEntry("REJECTED rejected_recipient", 2)
                  .containsEntry("DEGRADED quota_exhausted", 2)
                  .containsEntry("DEGRADED daily_cap", 1)
                  .containsEntry("QUEUED own_quiet_hours", 2)
                  .containsEntry("QUEUED digest_opened", 1)
                  .containsEntry("MERGED digest_joined", 1)
                  .containsEntry("SUPPRESSED suppressed_by_tenant", 3)
                  .containsEntry("CANCELLED sender_withdrew", 1)
                  .containsEntry("INBOX_ONLY no_usable_channel", 5)
                  .containsEntry("DELIVERED receipt_delivered", 4)
                  .containsEntry("ACCEPTED receipt_overdue", 3);
            });
    JsonNode budget = budget(tenant);
    assertThat(budget.path("warning_level").asInt()).isEqualTo(80);
  }

  @Test
  void tellingItAgainAfterAnInterruptionAddsNothing() throws Exception {
    TestTenant tenant = newTenant();
    telling(tenant).tell(book());
    telling(tenant).tell(book());

    assertThat(tenant.api().get("/v1/messages?limit=200").json().path("items")).hasSize(MESSAGES);
    assertThat(tenant.api().get("/v1/channel-accounts").json().path("items")).hasSize(4);
    assertThat(tenant.api().get("/v1/suppressions").json().path("items")).hasSize(1);
  }

  private Telling telling(TestTenant tenant) {
    return new Telling(
        new LoopbackApi(nobody().base(), tenant.key(), json),
        Clock.fixed(Instant.now(), ZoneOffset.UTC));
  }

  private JsonNode book() throws Exception {
    try (InputStream in = new ClassPathResource("demo/juniper.json").getInputStream()) {
      return json.readTree(in);
    }
  }

  /** How many deliveries stand in each state, for which reason. */
  private static Map<String, Integer> ends(TestTenant tenant) {
    Map<String, Integer> ends = new TreeMap<>();
    JsonNode items = tenant.api().get("/v1/messages?limit=200").expect(200).json().path("items");
    assertThat(items).hasSize(MESSAGES);
    for (JsonNode message : items) {
      for (JsonNode delivery : message.path("deliveries")) {
        String end = delivery.path("state").asString() + " " + delivery.path("reason").asString();
        ends.merge(end, 1, Integer::sum);
      }
    }
    return ends;
  }

  private static JsonNode budget(TestTenant tenant) {
    List<JsonNode> accounts =
        tenant
            .api()
            .get("/v1/channel-accounts")
            .json()
            .path("items")
            .valueStream()
            .filter(a -> a.path("name").asString().equals("phone alerts"))
            .toList();
    String id = accounts.getFirst().path("id").asString();
    return tenant.api().get("/v1/channel-accounts/" + id + "/budget").expect(200).json();
  }
}
