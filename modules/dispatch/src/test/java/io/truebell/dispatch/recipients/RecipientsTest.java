package io.truebell.dispatch.recipients;

import static io.truebell.dispatch.people.PeopleStore.codes;
import static io.truebell.dispatch.people.PeopleStore.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.rest.Page;
import io.truebell.core.spi.Directory;
import io.truebell.dispatch.people.PeopleStore;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;

class RecipientsTest {
  private static PeopleStore store;

  private final RecipientController recipients = PeopleStore.bean(RecipientController.class);

  @BeforeAll
  static void openStore() {
    store = PeopleStore.open();
  }

  @Test
  void puttingAnUnknownPersonCreatesAndPuttingAgainUpdates() {
    ResponseEntity<RecipientView> created = put("anna@example.org", "Asia/Shanghai", "zh-CN");
    store.clock().tick(Duration.ofHours(1));
    ResponseEntity<RecipientView> moved = put("anna@example.org", "Europe/Paris", "fr");

    assertThat(created.getStatusCode().value()).isEqualTo(201);
    assertThat(moved.getStatusCode().value()).isEqualTo(200);
    RecipientView anna = store.within(() -> recipients.recipient("anna@example.org"));
    assertThat(anna).isEqualTo(moved.getBody());
    assertThat(anna.zone()).isEqualTo("Europe/Paris");
    assertThat(anna.locale()).isEqualTo("fr");
    assertThat(anna.createdAt()).isBefore(anna.updatedAt());
  }

  @Test
  void puttingTheSameAgainChangesNothing() {
    RecipientView first = put("same", "UTC", "en").getBody();
    store.clock().tick(Duration.ofHours(1));

    assertThat(put("same", "UTC", "en").getBody()).isEqualTo(first);
  }

  @Test
  void localeIsKeptInItsUsualCase() {
    assertThat(Objects.requireNonNull(put("case", "UTC", "ZH-hans-cn").getBody()).locale())
        .isEqualTo("zh-Hans-CN");
  }

  @Test
  void manyParallelPutsOfANewPersonCreateOne() throws Exception {
    List<Callable<Integer>> puts =
        Collections.nCopies(20, () -> put("crowd", "UTC", "en").getStatusCode().value());
    List<Integer> answers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> answer : threads.invokeAll(puts)) {
        answers.add(answer.get());
      }
    }
    assertThat(answers).containsOnly(200, 201);
    assertThat(Collections.frequency(answers, 201)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mars/Base", "UTC+8", "+08:00", "asia/shanghai", "PST8", "GMT0 ", "中国"})
  void unknownZoneIsRefusedAndNeverReadAsUtc(String zone) {
    assertThat(codes(refusal(() -> put("zone", zone, "en")))).containsEntry("zone", "unknown_zone");
    assertThat(refusal(() -> store.within(() -> recipients.recipient("zone"))).status())
        .isEqualTo(404);
  }

  @Test
  void aZoneThatThisJavaDoesNotKnowIsReadAsUtcAndStopsNobody() {
    Directory directory = PeopleStore.bean(Directory.class);
    var _ = put("far", "Asia/Shanghai", "en");
    var _ = put("near", "Asia/Shanghai", "en");
    int moved =
        store.within(
            () ->
                PeopleStore.bean(JdbcClient.class)
                    .sql("UPDATE recipient SET zone = 'Mars/Base' WHERE external_id = 'far'")
                    .update());
    assertThat(moved).isOne();

    Directory.Person far = store.within(() -> directory.find("far").orElseThrow());
    Directory.Person near = store.within(() -> directory.find("near").orElseThrow());
    assertThat(far.zone()).isEqualTo(ZoneOffset.UTC);
    assertThat(store.within(() -> directory.find(List.of(far.id(), near.id()))).values())
        .containsExactlyInAnyOrder(far, near);
    assertThat(near.zone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zh_CN", "xx", "klingon", "en-", "und", "i-klingon", "e n", "-"})
  void unknownLocaleIsRefused(String locale) {
    assertThat(codes(refusal(() -> put("locale", "UTC", locale))))
        .containsEntry("locale", "unknown_locale");
  }

  @Test
  void everythingWrongIsNamedAtOnce() {
    assertThat(codes(refusal(() -> put("a b", null, " "))))
        .containsEntry("external_id", "invalid_external_id")
        .containsEntry("zone", "required")
        .containsEntry("locale", "required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"user:42", "a@b.c", "A_b-c.d", "用户1", "x", "+86-138=~!"})
  void externalIdsOfUsualFormsAreTaken(String id) {
    assertThat(put(id, "UTC", "en").getStatusCode().value()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "a/b", "a\\b", "a b", "a\tb", "a\u0000", ".", "..", "a%2Fb", "a;b", "\uD83D",
        "a?b", "a#b"
      })
  void externalIdsThatAPathCannotCarryAreRefused(String id) {
    assertThat(codes(refusal(() -> put(id, "UTC", "en"))))
        .containsEntry("external_id", "invalid_external_id");
    assertThat(refusal(() -> store.within(() -> recipients.recipient(id))).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({"128, true", "129, false"})
  void externalIdsHaveAtMost128Characters(int length, boolean possible) {
    assertThat(ExternalId.possible("x".repeat(length))).isEqualTo(possible);
  }

  @Test
  void listShowsEveryoneOnceNewestFirst() {
    PeopleStore own = PeopleStore.open();
    for (int i = 0; i < 5; i++) {
      String id = "p" + i;
      own.within(() -> recipients.putRecipient(id, new RecipientRequest("UTC", "en")));
    }
    List<String> seen = new ArrayList<>();
    String cursor = null;
    do {
      String from = cursor;
      Page<RecipientView> page = own.within(() -> recipients.recipients(from, 2));
      page.items().forEach(person -> seen.add(person.externalId()));
      cursor = page.nextCursor();
    } while (cursor != null);

    assertThat(seen).containsExactly("p4", "p3", "p2", "p1", "p0");
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantsPersonIsUnknownAndTheSameIdIsAnotherPerson() {
    put("shared", "Asia/Shanghai", "zh");
    PeopleStore other = PeopleStore.open();

    assertThat(refusal(() -> other.within(() -> recipients.recipient("shared"))).status())
        .isEqualTo(404);
    other.within(() -> recipients.putRecipient("shared", new RecipientRequest("UTC", "en")));
    assertThat(store.within(() -> recipients.recipient("shared")).zone())
        .isEqualTo("Asia/Shanghai");
  }

  private ResponseEntity<RecipientView> put(String id, String zone, String locale) {
    return store.within(() -> recipients.putRecipient(id, new RecipientRequest(zone, locale)));
  }
}
