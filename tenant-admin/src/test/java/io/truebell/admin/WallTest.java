package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.Api;
import io.truebell.FullStack;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * One tenant against all that another one has, at every endpoint that the API describes: an
 * endpoint that is added later is tried without a line here.
 */
@Tag("WALL-1")
class WallTest extends FullStack {
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z_]+)}");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final String PERSON = "person-of-theirs";
  // a key may be anything; one that looks like an id is tried like one
  private static final String PLAN = "0b9e7c52-7f4e-4d6b-9a55-1d2f3c4b5a69";

  // names a simulated person; which account's is what an id is tried for
  private static final String OPENID = "sandbox-accepted.ann";

  private TestTenant ours;
  private TestTenant theirs;

  @BeforeEach
  void theOtherTenantHasSomethingOfEverything() {
    ours = newTenant();
    theirs = newTenant();
    Api api = theirs.api();
    api.put("/v1/recipients/" + PERSON, Map.of("zone", "Europe/Berlin", "locale", "en"));
    api.post(
            "/v1/channel-accounts",
            Map.of("channel", "miaotixing", "name", "their account", "sandbox", true))
        .expect(201);
    api.post("/v1/channel-accounts", simulatedWechat()).expect(201);
    api.post(
            "/v1/recipients/" + PERSON + "/endpoints",
            Map.of("channel", "miaotixing", "address", "sandbox-accepted"))
        .expect(201);
    api.put(
            "/v1/recipients/" + PERSON + "/plans/" + PLAN,
            Map.of(
                "type", "water.reminder",
                "channel", "miaotixing",
                "interval_minutes", 120,
                "wake", "08:00",
                "sleep", "22:00",
                "daily_goal", 8,
                "title", "theirs alone"))
        .expect(201);
    budget(api);
    // a type may be named like anything, and so like a person
    api.put("/v1/routes/" + PERSON, Map.of("channels", List.of("miaotixing"))).expect(200);
    // the fourth about one subject opens a digest
    for (int i = 0; i < 4; i++) {
      api.with("Idempotency-Key", "wall-" + i)
          .post(
              "/v1/notifications",
              Map.of(
                  "type", "trip.changed",
                  "category", "transactional",
                  "subject", "trip:1",
                  "recipients", List.of(PERSON),
                  "payload", Map.of("title", "theirs alone", "text", "theirs alone")))
          .expect(202);
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> !api.get("/v1/recipients/" + PERSON + "/digests").json().path("items").isEmpty());
  }

  private static void budget(Api api) {
    String account =
        api.get("/v1/channel-accounts").json().path("items").path(0).path("id").asString();
    api.put(
            "/v1/channel-accounts/" + account + "/budget",
            Map.of("calls_per_month", 1_000, "zone", "Europe/Berlin"))
        .expect(200);
  }

  private static Map<String, Object> simulatedWechat() {
    Map<String, Object> template =
        Map.of(
            "type",
            "water.reminder",
            "template_id",
            "tpl_drink_water_0001",
            "fields",
            List.of(Map.of("keyword", "thing1", "source", "title")));
    return Map.of(
        "channel",
        "wechat-subscribe",
        "name",
        "their mini-program",
        "sandbox",
        true,
        "settings",
        Map.of("appid", "wx8f4c2a1b3d5e6f70", "templates", List.of(template)),
        "credentials",
        Map.of("app_secret", "0123456789abcdef0123456789abcdef"));
  }

  @Test
  void whatBelongsToAnotherTenantIsUnknownAtEveryAddress() {
    Set<String> ids = idsOf(theirs);
    assertThat(ids).as("ids that the other tenant sees of its own").hasSizeGreaterThan(4);
    Map<String, Integer> shownToTheOwner = new TreeMap<>();
    for (Operation operation : byId()) {
      for (String address : operation.addresses(ids)) {
        if (operation.reads()) {
          boolean owned = theirs.api().get(address).status() == 200;
          shownToTheOwner.merge(operation.toString(), owned ? 1 : 0, Integer::sum);
        }
        Api.Answer answer =
            ours.api().send(operation.method(), address, operation.takesBody() ? "{}" : null);
        if (operation.answersOfStrangers()) {
          assertThat(answer.json().path("recipient").path("known").asBoolean(true)).isFalse();
          assertThat(answer.text()).doesNotContainPattern(UUID);
        } else {
          assertThat(answer.status())
              .as(operation.method() + " " + address + " answered " + answer.text())
              .isIn(operation.takesBody() ? List.of(404, 422) : List.of(404));
        }
        assertThat(answer.text()).doesNotContain("theirs alone");
      }
    }
    assertThat(shownToTheOwner).isNotEmpty();
    assertThat(shownToTheOwner.entrySet())
        .as("each by-id address shows something to its owner, or this test proves nothing")
        .allMatch(entry -> entry.getValue() > 0);
  }

  @Test
  void nothingOfAnotherTenantIsInAnyListAndNothingOfItWasChanged() {
    Set<String> ids = idsOf(theirs);
    Map<String, Set<String>> before = listedIdsOf(theirs);
    for (Operation operation : byId()) {
      for (String address : operation.addresses(ids)) {
        ours.api().send(operation.method(), address, operation.takesBody() ? "{}" : null);
      }
    }

    assertThat(listsOf(ours).toString())
        .doesNotContain(ids)
        .doesNotContain("theirs alone", PERSON, "their account");
    assertThat(before.values()).as("ids that the other tenant lists").anyMatch(i -> i.size() > 1);
    assertThat(listedIdsOf(theirs)).isEqualTo(before);
  }

  @Test
  void aTenantNamedInAQueryHeaderOrBodyChangesNothing() {
    String address = "/v1/recipients?tenant_id=" + theirs.id() + "&tenant=" + theirs.slug();

    assertThat(ours.api().with("X-Tenant-Id", theirs.id()).get(address).expect(200).text())
        .doesNotContain(PERSON);
    ours.api()
        .put("/v1/recipients/x", Map.of("zone", "UTC", "locale", "en", "tenant_id", theirs.id()))
        .blames("tenant_id", "unknown_field");
  }

  @Test
  void theSameNamesInTwoTenantsAreTwoThings() {
    ours.api().put("/v1/recipients/" + PERSON, Map.of("zone", "Asia/Shanghai", "locale", "zh"));

    assertThat(zone(theirs)).isEqualTo("Europe/Berlin");
    assertThat(zone(ours)).isEqualTo("Asia/Shanghai");
    assertThat(
            ours.api()
                .get("/v1/recipients/" + PERSON + "/endpoints")
                .json()
                .path("items")
                .isEmpty())
        .isTrue();
  }

  @Test
  void noTenantsKeyReachesTheOperatorsSide() {
    int tried = 0;
    for (Operation operation : allOperations()) {
      if (operation.path().startsWith("/v1/operator")) {
        String address = PARAMETER.matcher(operation.path()).replaceAll(ours.id());
        ours.api()
            .send(operation.method(), address, operation.takesBody() ? "{}" : null)
            .problem(403, "missing_scope");
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(4);
  }

  private String zone(TestTenant tenant) {
    return tenant.api().get("/v1/recipients/" + PERSON).json().path("zone").asString();
  }

  /** All that the tenant can list, as it is answered. */
  private Map<String, String> listsOf(TestTenant tenant) {
    Map<String, String> lists = new TreeMap<>();
    for (Operation operation : operations()) {
      if (operation.reads() && !operation.hasParameters()) {
        lists.put(operation.path(), tenant.api().get(operation.path()).expect(200).text());
      }
    }
    return lists;
  }

  /** The ids in each list: states move by themselves, what there is does not. */
  private Map<String, Set<String>> listedIdsOf(TestTenant tenant) {
    Map<String, Set<String>> ids = new TreeMap<>();
    Map<String, String> lists = listsOf(tenant);
    // grows while the platform works: it holds what is noted on the way
    assertThat(lists.remove("/v1/tenant/export")).isNotBlank();
    lists.forEach((path, text) -> collect(text, ids.computeIfAbsent(path, key -> new TreeSet<>())));
    return ids;
  }

  /** Every id that the tenant can find in what it lists. */
  private Set<String> idsOf(TestTenant tenant) {
    Set<String> ids = new LinkedHashSet<>();
    ids.add(PERSON);
    for (Operation operation : operations()) {
      if (operation.reads()) {
        for (String address : operation.addresses(Set.of(PERSON))) {
          collect(tenant.api().get(address).text(), ids);
        }
      }
    }
    ids.remove(tenant.id());
    return ids;
  }

  private static void collect(String text, Set<String> ids) {
    Matcher id = UUID.matcher(text);
    while (id.find()) {
      ids.add(id.group());
    }
  }

  private List<Operation> operations() {
    return allOperations().stream().filter(o -> !o.path().startsWith("/v1/operator")).toList();
  }

  private List<Operation> byId() {
    return operations().stream().filter(Operation::hasParameters).toList();
  }

  private List<Operation> allOperations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path :
        nobody().get("/v1/openapi.json").json().path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        if (streams(method.getValue())) {
          // has no end to wait for; MessageWatchApiTest watches two tenants
          continue;
        }
        operations.add(
            new Operation(
                method.getKey().toUpperCase(Locale.ROOT),
                path.getKey(),
                method.getValue().has("requestBody")));
      }
    }
    assertThat(operations).as("described operations").hasSizeGreaterThan(10);
    return operations;
  }

  private static boolean streams(JsonNode operation) {
    return operation.path("responses").path("200").path("content").has("text/event-stream");
  }

  private record Operation(String method, String path, boolean takesBody) {
    boolean reads() {
      return method.equals("GET");
    }

    /** The path with each parameter replaced: people by the person, others by every id. */
    List<String> addresses(Set<String> ids) {
      // PUT makes what is not there: the caller's own
      if (method.equals("PUT") || (!hasParameters() && !reads())) {
        return List.of();
      }
      List<String> addresses =
          List.of(path.replace("{external_id}", PERSON).replace("{openid}", OPENID));
      while (addresses.getFirst().contains("{")) {
        List<String> next = new ArrayList<>();
        for (String address : addresses) {
          for (String id : ids) {
            next.add(
                PARAMETER
                    .matcher(address)
                    .replaceFirst(URLEncoder.encode(id, StandardCharsets.UTF_8)));
          }
        }
        addresses = next;
      }
      return addresses;
    }

    /** Says of whomever is asked about that nobody is known by that id. */
    boolean answersOfStrangers() {
      return path.equals("/v1/recipients/{external_id}/why");
    }

    boolean hasParameters() {
      return path.contains("{");
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }
}
