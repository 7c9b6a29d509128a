package io.truebell.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.FullStack;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class InboxApiTest extends FullStack {
  private Api api;

  @BeforeEach
  void invitePerson() {
    api = newTenant().api();
    api.put("/v1/recipients/anna", Map.of("zone", "UTC", "locale", "en")).expect(201);
  }

  @Test
  @Tag("FACT-3")
  void aPersonWithoutAChannelReadsItInTheInbox() {
    accept("gate B7");

    JsonNode item = inbox("current").path("items").get(0);
    assertThat(item.path("payload").path("title").asString()).isEqualTo("gate B7");
    assertThat(item.path("state").asString()).isEqualTo("unread");
    assertThat(item.path("category").asString()).isEqualTo("transactional");
    assertThat(badge()).isEqualTo(1);
  }

  @Test
  void marksMoveAnItemAndTheBadgeFollows() {
    accept("one");
    accept("two");
    String newest = inbox("current").path("items").get(0).path("message_id").asString();

    assertThat(mark(newest, "read").path("read_at").asString()).endsWith("Z");
    assertThat(badge()).isEqualTo(1);
    assertThat(mark(newest, "unread").path("state").asString()).isEqualTo("unread");
    assertThat(badge()).isEqualTo(2);
    assertThat(mark(newest, "archive").path("state").asString()).isEqualTo("archived");
    assertThat(inbox("archived").path("items")).hasSize(1);
    assertThat(inbox("current").path("items")).hasSize(1);

    JsonNode all = api.post("/v1/recipients/anna/inbox:read-all").expect(200).json();
    assertThat(all.path("marked").asInt()).isEqualTo(1);
    assertThat(all.path("unread").asInt()).isZero();
    assertThat(badge()).isZero();
    assertThat(inbox("unread").path("items")).isEmpty();
  }

  @Test
  void unknownItemsPeopleAndFiltersAreRefused() {
    String stranger = UUID.randomUUID().toString();

    api.post("/v1/recipients/anna/inbox/" + stranger + ":read").problem(404, "not_found");
    api.post("/v1/recipients/anna/inbox/nonsense:read").problem(404, "not_found");
    api.get("/v1/recipients/nobody/inbox").problem(404, "not_found");
    api.get("/v1/recipients/nobody/inbox/badge").problem(404, "not_found");
    api.get("/v1/recipients/anna/inbox?filter=all").blames("filter", "unknown_value");
    api.get("/v1/recipients/anna/inbox?limit=201").blames("limit", "out_of_range");
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantSeesAndMarksNothing() {
    accept("private");
    String item = inbox("current").path("items").get(0).path("message_id").asString();
    Api other = newTenant().api();
    other.put("/v1/recipients/anna", Map.of("zone", "UTC", "locale", "en")).expect(201);

    other.post("/v1/recipients/anna/inbox/" + item + ":read").problem(404, "not_found");
    assertThat(other.get("/v1/recipients/anna/inbox").expect(200).json().path("items")).isEmpty();
    assertThat(badge()).isEqualTo(1);
  }

  private void accept(String title) {
    Map<String, Object> notification =
        Map.of(
            "type",
            "trip.changed",
            "category",
            "transactional",
            "subject",
            "trip:42",
            "recipients",
            List.of("anna"),
            "payload",
            Map.of("title", title),
            "idempotency_key",
            UUID.randomUUID().toString());
    api.post("/v1/notifications", notification).expect(202);
  }

  private JsonNode inbox(String filter) {
    return api.get("/v1/recipients/anna/inbox?filter=" + filter).expect(200).json();
  }

  private int badge() {
    return api.get("/v1/recipients/anna/inbox/badge").expect(200).json().path("unread").asInt();
  }

  private JsonNode mark(String item, String how) {
    return api.post("/v1/recipients/anna/inbox/" + item + ":" + how).expect(200).json();
  }
}
