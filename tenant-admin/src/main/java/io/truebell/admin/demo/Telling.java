package io.truebell.admin.demo;

import static org.springframework.http.HttpMethod.POST;
import static org.springframework.http.HttpMethod.PUT;

import java.time.Clock;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Tells a book of stories through the API, in its order. Each step can be repeated: what is there
 * stays as it is, and facts carry keys.
 */
final class Telling {
  private static final String PERSON = "/v1/recipients/{id}";
  private static final String SUBSCRIBE = "wechat-subscribe";

  private final LoopbackApi api;
  private final Clock clock;

  Telling(LoopbackApi api, Clock clock) {
    this.api = api;
    this.clock = clock;
  }

  /** Whether the last fact of the book is there. */
  boolean isTold(JsonNode book) {
    JsonNode facts = book.path("facts");
    String last = facts.path(facts.size() - 1).path("subject").asString();
    return !api.get("/v1/messages?limit=1&subject={subject}", last).path("items").isEmpty();
  }

  /** Tells it; a channel that is not installed is left out. */
  void tell(JsonNode book) {
    Set<String> channels =
        api.get("/v1/channels")
            .path("items")
            .valueStream()
            .map(channel -> channel.path("key").asString())
            .collect(Collectors.toSet());
    put("/v1/calm/policy", book.path("policy"));
    Map<String, String> accounts = accounts(book, channels);
    for (JsonNode person : book.path("people")) {
      person(person, channels, accounts);
    }
    int last = book.path("facts").size() - 1;
    for (int i = 0; i < last; i++) {
      fact(book, i);
    }
    for (JsonNode subject : book.path("withdrawn")) {
      post("/v1/notifications:cancel", Map.of("subject", subject.asString()));
    }
    // by which it is known that all else is there
    fact(book, last);
  }

  /** Ids of the accounts by name. */
  private Map<String, String> accounts(JsonNode book, Set<String> channels) {
    Map<String, String> ids = new HashMap<>();
    for (JsonNode account : api.get("/v1/channel-accounts?limit=200").path("items")) {
      ids.put(account.path("name").asString(), account.path("id").asString());
    }
    for (JsonNode account : book.path("accounts")) {
      String name = account.path("name").asString();
      if (channels.contains(account.path("channel").asString()) && !ids.containsKey(name)) {
        JsonNode made = api.send(POST, "/v1/channel-accounts", account);
        ids.put(name, made.path("id").asString());
      }
    }
    for (Map.Entry<String, JsonNode> budget : book.path("budgets").properties()) {
      if (ids.containsKey(budget.getKey())) {
        put(
            "/v1/channel-accounts/{id}/budget",
            budget.getValue(),
            ids.getOrDefault(budget.getKey(), ""));
      }
    }
    return ids;
  }

  private void person(JsonNode person, Set<String> channels, Map<String, String> accounts) {
    String id = person.path("id").asString();
    String zone = person.path("zone").asString();
    put(PERSON, Map.of("zone", zone, "locale", person.path("locale").asString()), id);
    for (JsonNode endpoint : person.path("endpoints")) {
      if (channels.contains(endpoint.path("channel").asString())) {
        post(PERSON + "/endpoints", endpoint, id);
        consents(person, endpoint, accounts);
      }
    }
    for (JsonNode ban : person.path("suppressed")) {
      if (channels.contains(ban.path("channel").asString())) {
        post(PERSON + "/suppressions", ban, id);
      }
    }
    if (person.path("quiet_now").asBoolean(false)) {
      put(PERSON + "/quiet-hours", quietNow(ZoneId.of(zone)), id);
    }
  }

  /** The person says yes in the simulated WeChat, and the app tells the platform. */
  private void consents(JsonNode person, JsonNode endpoint, Map<String, String> accounts) {
    String account = accounts.getOrDefault(endpoint.path("account").asString(), "");
    String openid = endpoint.path("address").asString();
    for (JsonNode consent : person.path("consents")) {
      String template = consent.path("template").asString();
      for (int n = 1; n <= consent.path("times").asInt(); n++) {
        Map<String, String> yes = Map.of("template", template, "status", "accept");
        post("/v1/sandbox/wechat/{account}/people/{openid}:answer", yes, account, openid);
        Map<String, String> told = new LinkedHashMap<>(yes);
        told.put("channel", SUBSCRIBE);
        told.put("request_id", template + "-" + n);
        post(PERSON + "/grants", told, person.path("id").asString());
      }
    }
  }

  /** All hours but one or two that are over, so that it is quiet now and for long. */
  private Map<String, String> quietNow(ZoneId zone) {
    LocalTime now = LocalTime.now(clock.withZone(zone)).truncatedTo(ChronoUnit.MINUTES);
    return Map.of("from", now.minusHours(1).toString(), "to", now.minusHours(2).toString());
  }

  private void fact(JsonNode book, int number) {
    JsonNode fact = book.path("facts").path(number);
    JsonNode ignored =
        api.send(POST, Map.of("Idempotency-Key", "story-" + number), "/v1/notifications", fact);
  }

  private void put(String path, Object body, Object... variables) {
    JsonNode ignored = api.send(PUT, path, body, variables);
  }

  private void post(String path, Object body, Object... variables) {
    JsonNode ignored = api.send(POST, path, body, variables);
  }
}
