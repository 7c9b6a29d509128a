package io.truebell.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** What a consent costs, and when nothing is sent, in a simulated WeChat. */
@ExtendWith(OutputCaptureExtension.class)
class WechatMessagesTest extends FullStack {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String DROP = "\uD83D\uDCA7";

  private TestTenant tenant;
  private Api api;
  private String account;
  private int keys;

  @BeforeEach
  void aMiniProgram() {
    tenant = newTenant();
    api = tenant.api();
    account = MiniProgram.open(api);
  }

  private static String person(String name) {
    return "/v1/recipients/" + name;
  }

  private void person(String name, String openid) {
    api.put(person(name), Map.of("zone", "UTC", "locale", "zh-CN")).expect(201);
    api.post(
            person(name) + "/endpoints",
            Map.of("channel", MiniProgram.CHANNEL, "address", openid, "account", "mini"))
        .expect(201);
  }

  /** The person consents in WeChat, and the app tells the platform. */
  private void consents(String name, String openid) {
    api.post(
            "/v1/sandbox/wechat/" + account + "/people/" + openid + ":answer",
            Map.of("template", MiniProgram.TEMPLATE, "status", "accept"))
        .expect(200);
    api.post(
            person(name) + "/grants",
            Map.of(
                "request_id",
                "q" + ++keys,
                "channel",
                MiniProgram.CHANNEL,
                "template",
                MiniProgram.TEMPLATE,
                "status",
                "accept"))
        .expect(201);
  }

  private void send(String title, String... names) {
    api.with("Idempotency-Key", "n" + ++keys)
        .post(
            "/v1/notifications",
            Map.of(
                "type",
                MiniProgram.TYPE,
                "category",
                "transactional",
                "recipients",
                List.of(names),
                "payload",
                Map.of("title", title)))
        .expect(202);
  }

  /** A person's newest delivery, once it has ended. */
  private JsonNode ended(String name) {
    return await()
        .atMost(PATIENCE)
        .until(
            () -> newest(name),
            d -> !List.of("", "QUEUED", "CLAIMED").contains(d.path("state").asString("")));
  }

  private JsonNode newest(String name) {
    JsonNode items = api.get("/v1/messages?recipient=" + name).expect(200).json().path("items");
    assertThat(items).isNotEmpty();
    return items.path(0).path("deliveries").path(0);
  }

  private static String outcome(JsonNode delivery) {
    return delivery.path("state").asString() + " " + delivery.path("reason").asString();
  }

  private List<JsonNode> calls(JsonNode delivery) {
    return api.get("/v1/sandbox/calls?limit=200")
        .expect(200)
        .json()
        .path("items")
        .valueStream()
        .filter(call -> call.path("delivery_id").equals(delivery.path("id")))
        .toList();
  }

  /** Calls that carried a message; whoever comes first asks for the account's token, too. */
  private List<JsonNode> messages(JsonNode delivery) {
    return calls(delivery).stream().filter(call -> call.path("magic").isString()).toList();
  }

  /** {@code available/reserved/consumed/invalid}. */
  private String balance(String name) {
    JsonNode item = api.get(person(name) + "/grants").expect(200).json().path("items").path(0);
    assertThat(item.path("template").asString()).isEqualTo(MiniProgram.TEMPLATE);
    return item.path("available").asInt()
        + "/"
        + item.path("reserved").asInt()
        + "/"
        + item.path("consumed").asInt()
        + "/"
        + item.path("invalid").asInt();
  }

  private void assertBalanced() {
    JsonNode books = api.post("/v1/ledger:verify").expect(200).json();
    assertThat(books.path("balanced").asBoolean()).as(books.toString()).isTrue();
  }

  @Test
  @Tag("FACT-2")
  @Tag("GRANT-2")
  @Tag("SEND-2")
  void eachOfThreePeopleHasAResultOfTheirOwn() {
    Map<String, String> openids =
        Map.of("ann", "sandbox-accepted.a", "bob", "sandbox-gone.b", "cyd", "sandbox-rejected.c");
    openids.forEach(this::person);
    openids.forEach(this::consents);

    send("Drink", "ann", "bob", "cyd");

    assertThat(outcome(ended("ann"))).isEqualTo("ACCEPTED provider_accepted");
    assertThat(outcome(ended("bob"))).isEqualTo("REJECTED rejected_recipient");
    assertThat(outcome(ended("cyd"))).isEqualTo("REJECTED rejected_message");
    assertThat(attempt("ann").path("code").asString()).isEqualTo("0");
    assertThat(attempt("bob").path("code").asString()).isEqualTo("43101");
    assertThat(attempt("cyd").path("code").asString()).isEqualTo("47003");
    for (String name : List.of("ann", "bob", "cyd")) {
      assertThat(messages(ended(name))).as(name).hasSize(1);
      assertThat(api.get(person(name) + "/inbox").expect(200).json().path("items")).hasSize(1);
    }
    assertThat(balance("ann")).isEqualTo("0/0/1/0");
    assertThat(balance("bob")).as("the provider says that none is left").isEqualTo("0/0/0/1");
    assertThat(balance("cyd")).as("nothing was used").isEqualTo("1/0/0/0");
    assertBalanced();
  }

  /** The only call for a person's newest delivery. */
  private JsonNode attempt(String name) {
    String id = ended(name).path("id").asString();
    JsonNode attempts =
        api.get("/v1/deliveries/" + id + "/explanation").expect(200).json().path("attempts");
    assertThat(attempts).hasSize(1);
    return attempts.path(0);
  }

  @Test
  @Tag("GRANT-2")
  void aTitleThatDoesNotFitCostsNoCallAndNoAuthorisation() {
    String openid = "sandbox-accepted.ann";
    person("ann", openid);
    consents("ann", openid);

    send("水".repeat(24) + DROP, "ann");

    JsonNode tooLong = ended("ann");
    assertThat(outcome(tooLong)).isEqualTo("REJECTED content_unfit");
    assertThat(calls(tooLong)).isEmpty();
    assertThat(balance("ann")).isEqualTo("1/0/0/0");

    // characters are counted, not halves of them
    send("水".repeat(19) + DROP, "ann");
    assertThat(outcome(ended("ann"))).isEqualTo("ACCEPTED provider_accepted");
    assertThat(balance("ann")).isEqualTo("0/0/1/0");
    assertBalanced();
  }

  @Test
  @Tag("GRANT-2")
  @Tag("SEND-2")
  void whatTheProviderItselfFindsUnfitLeavesTheAuthorisation() {
    String openid = "sandbox-accepted.code-47003";
    person("ann", openid);
    consents("ann", openid);

    send("Drink", "ann");

    JsonNode refused = ended("ann");
    assertThat(outcome(refused)).isEqualTo("REJECTED rejected_message");
    assertThat(attempt("ann").path("code").asString()).isEqualTo("47003");
    assertThat(messages(refused)).hasSize(1);
    assertThat(balance("ann")).isEqualTo("1/0/0/0");
    assertBalanced();
  }

  @Test
  @Tag("GRANT-4")
  @Tag("FACT-5")
  void withoutAnAuthorisationThereIsNoCallAndNoAlarm(CapturedOutput output) {
    person("ann", "sandbox-accepted.ann");

    send("Drink", "ann");

    JsonNode left = ended("ann");
    assertThat(outcome(left)).isEqualTo("DEGRADED quota_exhausted");
    assertThat(calls(left)).isEmpty();
    assertThat(api.get(person("ann") + "/inbox").expect(200).json().path("items")).hasSize(1);
    assertThat(output.getAll()).as("what is logged is seen here").contains(tenant.slug());
    assertThat(output.getAll().lines())
        .filteredOn(line -> line.matches(".* (WARN|ERROR) .*"))
        .noneMatch(
            line -> line.contains(tenant.slug()) || line.contains(left.path("id").asString()));
  }
}
