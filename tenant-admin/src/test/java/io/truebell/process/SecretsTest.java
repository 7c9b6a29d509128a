package io.truebell.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.FakeProvider;
import io.truebell.testkit.TestStores;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * After a send no credential and no secret address is in a log, an answer, a trace or the memory of
 * the process. The process that sends is not the one that was given the secrets: it can know them
 * from the vault alone.
 */
class SecretsTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path folder;

  @Test
  @Tag("SEAL-1")
  @Tag("SEAL-2")
  void noSecretStaysAnywhereAfterASend() throws Exception {
    byte[] key = new byte[32];
    RANDOM.nextBytes(key);
    String signingSecret = "whsec_" + Base64.getEncoder().encodeToString(key);
    String code = "t" + Long.toUnsignedString(RANDOM.nextLong(), 36);
    String path = "hook" + Long.toUnsignedString(RANDOM.nextLong(), 36);
    String database = TestStores.freshDatabase();
    try (FakeProvider provider = FakeProvider.plain()) {
      // a provider that echoes what it was sent, as some do
      provider.always(
          new Behaviour.Decide(
              request ->
                  request.target().contains(path)
                      ? Behaviour.answer(500, "failed for " + request.target())
                      : Behaviour.answer(200, "找不到提醒单 " + request.text())));
      String[] settings = {
        "--truebell.channel.miaotixing.base-url=" + provider.uri(""),
        "--truebell.wire.allowed-private-networks=127.0.0.0/8"
      };
      try (AppProcess first = AppProcess.start(folder, database, settings)) {
        setUp(first.api(), signingSecret, code, provider.uri("/" + path).toString());
        first.stop();
        assertClean(first.log(), signingSecret, code, path);
      }
      try (AppProcess second = AppProcess.start(folder, database, settings)) {
        String seen = sendAndLook(second.api());
        assertThat(provider.received()).hasSize(2);
        assertThat(provider.received()).anyMatch(r -> r.text().contains(code));
        assertThat(provider.received()).anyMatch(r -> r.header("webhook-signature").isPresent());
        assertClean(seen, signingSecret, code, path);
        assertClean(second.log(), signingSecret, code, path);
        byte[] heap = Files.readAllBytes(second.heapDump(folder.resolve("heap.hprof")));
        assertThat(contains(heap, "truebell.dispatch")).as("the search itself works").isTrue();
        for (String secret : List.of(signingSecret, code, path)) {
          assertThat(contains(heap, secret)).as("in memory after the send").isFalse();
        }
        assertThat(contains(heap, key)).as("the decoded key in memory").isFalse();
      }
      assertClean(everyRow(database), signingSecret, code, path);
    }
  }

  private static void setUp(Api api, String signingSecret, String code, String url) {
    String accounts =
        api.post(
                "/v1/channel-accounts",
                Map.of("channel", "miaotixing", "name", "mtx", "settings", Map.of()))
            .expect(201)
            .text();
    accounts +=
        api.post(
                "/v1/channel-accounts",
                Map.of(
                    "channel",
                    "webhook",
                    "name",
                    "hook",
                    "settings",
                    Map.of(),
                    "credentials",
                    Map.of("signing_secret", signingSecret)))
            .expect(201)
            .text();
    api.put("/v1/recipients/ann", Map.of("zone", "Asia/Shanghai", "locale", "zh-CN"));
    for (Map<String, String> endpoint :
        List.of(
            Map.of("channel", "miaotixing", "address", code),
            Map.of("channel", "webhook", "address", url))) {
      accounts += api.post("/v1/recipients/ann/endpoints", endpoint).expect(201).text();
    }
    accounts += api.get("/v1/channel-accounts").text();
    accounts += api.get("/v1/recipients/ann/endpoints").text();
    assertClean(accounts, signingSecret, code, url.substring(url.lastIndexOf('/') + 1));
  }

  private static String sendAndLook(Api api) {
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
    String seen =
        await()
            .atMost(Duration.ofMinutes(2))
            .until(
                () -> api.get("/v1/messages?recipient=ann").expect(200).text(),
                text -> !text.contains("\"CLAIMED\"") && !text.contains("\"attempts\":0"));
    StringBuilder all = new StringBuilder(seen);
    JsonNode message = api.get("/v1/messages?recipient=ann").json().path("items").path(0);
    for (JsonNode delivery : message.path("deliveries")) {
      all.append(
          api.get("/v1/deliveries/" + delivery.path("id").asString() + "/explanation")
              .expect(200)
              .text());
    }
    assertThat(all.toString()).contains("rejected_recipient", "retry_later");
    return all.toString();
  }

  private static void assertClean(String text, String... secrets) {
    assertThat(text).isNotBlank();
    for (String secret : secrets) {
      assertThat(text).doesNotContain(secret);
    }
  }

  /** All rows of all tables as text. */
  private static String everyRow(String database) throws Exception {
    StringBuilder all = new StringBuilder();
    try (var connection = java.sql.DriverManager.getConnection(database);
        var statement = connection.createStatement()) {
      List<String> tables = new java.util.ArrayList<>();
      try (var rows =
          statement.executeQuery(
              "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables"
                  + " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        try (var rows = statement.executeQuery("SELECT t::text FROM " + table + " t")) {
          while (rows.next()) {
            all.append(rows.getString(1)).append('\n');
          }
        }
      }
    }
    return all.toString();
  }

  private static boolean contains(byte[] heap, String text) throws IOException {
    for (Charset charset :
        List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      if (contains(heap, text.getBytes(charset))) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(byte[] heap, byte[] wanted) {
    for (int i = 0; i <= heap.length - wanted.length; i++) {
      int j = 0;
      while (j < wanted.length && heap[i + j] == wanted[j]) {
        j++;
      }
      if (j == wanted.length) {
        return true;
      }
    }
    return false;
  }
}
