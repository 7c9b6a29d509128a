package io.truebell.dispatch.recipients;

import static io.truebell.dispatch.people.PeopleStore.codes;
import static io.truebell.dispatch.people.PeopleStore.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Directory;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.dispatch.people.LogTape;
import io.truebell.dispatch.people.PeopleStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;

class EndpointsTest {
  private static final String LOFT = "loft:north-7-attic";
  private static final String KNOCK = "knock-three-times";

  private final PeopleStore store = PeopleStore.open();
  private final RecipientController recipients = PeopleStore.bean(RecipientController.class);
  private final EndpointController endpoints = PeopleStore.bean(EndpointController.class);
  private final JdbcClient jdbc = PeopleStore.bean(JdbcClient.class);

  @BeforeEach
  void invitePeople() {
    store.within(() -> recipients.putRecipient("anna", new RecipientRequest("UTC", "en")));
    store.within(() -> recipients.putRecipient("bob", new RecipientRequest("UTC", "en")));
  }

  @Test
  void newEndpointIsUnverifiedAndShowsOnlyAHint() {
    ResponseEntity<EndpointView> answer = add("anna", "pigeon", LOFT, null, null);

    assertThat(answer.getStatusCode().value()).isEqualTo(201);
    EndpointView view = Objects.requireNonNull(answer.getBody());
    assertThat(view.hint()).isEqualTo("loft:n…");
    assertThat(view.status()).isEqualTo("unverified");
    assertThat(view.secretSet()).isFalse();
    assertThat(view.accountId()).isNull();
    assertThat(list("anna")).containsExactly(view);
    assertThat(list("bob")).isEmpty();
  }

  @Test
  @Tag("WALL-1")
  void whoseAnAddressIsIsFoundWithoutOpeningAnyAndInThisTenantAlone() {
    Directory directory = PeopleStore.bean(Directory.class);
    PeopleStore other = PeopleStore.open();
    add("anna", "pigeon", LOFT, null, null);

    RecipientId anna = store.within(() -> directory.find("anna").orElseThrow().id());
    assertThat(store.within(() -> directory.at(new ChannelKey("pigeon"), LOFT)))
        .containsExactly(anna);
    assertThat(store.within(() -> directory.find(List.of(anna)).get(anna).externalId()))
        .isEqualTo("anna");
    assertThat(store.within(() -> directory.at(new ChannelKey("pigeon"), "loft:south-1-cellar")))
        .isEmpty();
    assertThat(other.within(() -> directory.at(new ChannelKey("pigeon"), LOFT))).isEmpty();
    assertThat(other.within(() -> directory.find("anna"))).isEmpty();
  }

  @Test
  @Tag("SEAL-1")
  @Tag("SEAL-2")
  void addressAndSecretAreInNoRowNoAnswerAndNoLog() {
    String answers;
    String log;
    try (LogTape tape = LogTape.everything()) {
      answers =
          add("anna", "pigeon", LOFT, KNOCK, null)
              + " "
              + add("anna", "pigeon", LOFT, null, null)
              + list("anna")
              + new EndpointRequest("pigeon", LOFT, KNOCK, null)
              + refusal(() -> add("anna", "pigeon", "hole:" + LOFT, KNOCK, null)).fields();
      log = tape.text();
    }

    assertThat(log).as("the tape runs").contains("insert into endpoint");
    for (String secret : List.of(LOFT, KNOCK, "north-7")) {
      String hex = HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8));
      assertThat(answers).doesNotContain(secret);
      assertThat(log).doesNotContain(secret).doesNotContain(hex);
      assertThat(store.dump()).doesNotContain(secret).doesNotContain(hex);
    }
  }

  @Test
  @Tag("SEAL-1")
  void sealedAddressOpensOnlyInItsPlace() {
    UUID id = id(add("anna", "pigeon", " Loft:North-7-attic ", KNOCK, null));
    Vault vault = PeopleStore.bean(Vault.class);

    assertThat(opened(vault, id, "address")).isEqualTo(LOFT);
    assertThat(opened(vault, id, "secret")).isEqualTo(KNOCK);
  }

  @Test
  void sameAddressAgainIsTheSameEndpoint() {
    EndpointView first = add("anna", "pigeon", LOFT, null, null).getBody();
    ResponseEntity<EndpointView> again = add("anna", "pigeon", "  LOFT:north-7-attic", null, null);

    assertThat(again.getStatusCode().value()).isEqualTo(200);
    assertThat(again.getBody()).isEqualTo(first);
    assertThat(list("anna")).hasSize(1);
    assertThat(id(add("bob", "pigeon", LOFT, null, null)))
        .as("another person's endpoint")
        .isNotEqualTo(Objects.requireNonNull(first).id());
  }

  @Test
  void sameAddressInManyParallelCallsIsOneEndpoint() throws Exception {
    List<Callable<ResponseEntity<EndpointView>>> calls =
        Collections.nCopies(12, () -> add("anna", "pigeon", LOFT, KNOCK, null));
    List<Integer> statuses = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<ResponseEntity<EndpointView>> answer : threads.invokeAll(calls)) {
        statuses.add(answer.get().getStatusCode().value());
      }
    }
    assertThat(Collections.frequency(statuses, 201)).isEqualTo(1);
    assertThat(list("anna")).hasSize(1);
  }

  @Test
  void secretOfAKnownAddressCanBeReplacedButIsNeverLostByRepetition() {
    UUID id = id(add("anna", "pigeon", LOFT, KNOCK, null));
    add("anna", "pigeon", LOFT, null, null);
    assertThat(opened(PeopleStore.bean(Vault.class), id, "secret")).isEqualTo(KNOCK);

    add("anna", "pigeon", LOFT, "knock-four-times", null);
    assertThat(opened(PeopleStore.bean(Vault.class), id, "secret")).isEqualTo("knock-four-times");
  }

  @Test
  void badInputIsRefusedAndNothingIsWritten() {
    assertThat(codes(refusal(() -> add("anna", "owl", LOFT, null, null))))
        .containsEntry("channel", "unknown_channel");
    assertThat(codes(refusal(() -> add("anna", null, LOFT, null, null))))
        .containsEntry("channel", "required");
    assertThat(codes(refusal(() -> add("anna", "pigeon", "hole:1", "short", null))))
        .containsEntry("address", "no_loft")
        .containsEntry("secret", "too_short");
    assertThat(codes(refusal(() -> add("anna", "pigeon", "loft:\u0000", null, null))))
        .containsEntry("address", "control_character");
    assertThat(codes(refusal(() -> add("anna", "pigeon", "loft:\uD83D", null, null))))
        .containsEntry("address", "lone_surrogate");
    assertThat(codes(refusal(() -> add("anna", "pigeon", LOFT, null, "no such account"))))
        .containsEntry("account", "unknown_account");
    assertThat(refusal(() -> add("nobody", "pigeon", LOFT, null, null)).status()).isEqualTo(404);
    assertThat(list("anna")).isEmpty();
  }

  @Test
  void aPersonHasABoundedNumberOfEndpoints() {
    for (int i = 0; i < Endpoints.MOST; i++) {
      add("anna", "pigeon", "loft:" + i + "-house", null, null);
    }
    assertThat(codes(refusal(() -> add("anna", "pigeon", LOFT, null, null))))
        .containsEntry("address", "too_many");
    assertThat(add("anna", "pigeon", "loft:0-house", null, null).getStatusCode().value())
        .isEqualTo(200);
  }

  @Test
  void senderCanVerifyAndTakeItBack() {
    UUID id = id(add("anna", "pigeon", LOFT, null, null));

    EndpointView verified = status("anna", id, "verified");
    assertThat(verified.status()).isEqualTo("verified");
    assertThat(verified.statusReason()).isEqualTo("verified_by_sender");
    assertThat(status("anna", id, "unverified").status()).isEqualTo("unverified");
  }

  @Test
  void onlyKnownStatusesCanBeSet() {
    UUID id = id(add("anna", "pigeon", LOFT, null, null));

    assertThat(codes(refusal(() -> status("anna", id, "dead"))))
        .containsEntry("status", "unknown_value");
    assertThat(codes(refusal(() -> status("anna", id, null)))).containsEntry("status", "required");
  }

  @Test
  void repeatingADeadAddressDoesNotReviveItAndVerifyingDoes() {
    UUID id = id(add("anna", "pigeon", LOFT, null, null));
    store.within(
        () -> jdbc.sql("UPDATE endpoint SET status = 'dead', status_reason = 'gone'").update());

    EndpointView repeated = add("anna", "pigeon", LOFT, null, null).getBody();
    assertThat(Objects.requireNonNull(repeated).status()).isEqualTo("dead");
    assertThat(repeated.statusReason()).isEqualTo("gone");
    assertThat(status("anna", id, "verified").status()).isEqualTo("verified");
  }

  @Test
  void anEndpointOfAnotherPersonIsUnknown() {
    UUID bobs = id(add("bob", "pigeon", LOFT, null, null));

    assertThat(refusal(() -> status("anna", bobs, "verified")).status()).isEqualTo(404);
    assertThat(refusal(() -> remove("anna", bobs)).status()).isEqualTo(404);
    assertThat(list("bob")).hasSize(1);
  }

  @Test
  @Tag("SEAL-1")
  void removedEndpointIsGoneButItsRowStaysEmptied() {
    UUID id = id(add("anna", "pigeon", LOFT, KNOCK, null));
    remove("anna", id);

    assertThat(list("anna")).isEmpty();
    assertThat(refusal(() -> remove("anna", id)).status()).isEqualTo(404);
    assertThat(refusal(() -> status("anna", id, "verified")).status()).isEqualTo(404);
    String kept =
        store.within(
            () ->
                jdbc.sql(
                        """
                        SELECT hint || ' ' || length(address) || ' ' || (secret IS NULL)
                          FROM endpoint WHERE id = :id AND removed_at IS NOT NULL
                        """)
                    .param("id", id)
                    .query(String.class)
                    .single());
    assertThat(kept).isEqualTo("loft:n… 0 true");
  }

  @Test
  void removedAddressCanBeAddedAnew() {
    UUID old = id(add("anna", "pigeon", LOFT, null, null));
    remove("anna", old);

    ResponseEntity<EndpointView> anew = add("anna", "pigeon", LOFT, null, null);
    assertThat(anew.getStatusCode().value()).isEqualTo(201);
    assertThat(id(anew)).isNotEqualTo(old);
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantSeesNoPersonAndNoEndpoint() {
    add("anna", "pigeon", LOFT, null, null);
    PeopleStore other = PeopleStore.open();

    ApiProblem refused = refusal(() -> other.within(() -> endpoints.endpoints("anna")));
    assertThat(refused.status()).isEqualTo(404);
  }

  private ResponseEntity<EndpointView> add(
      String person, String channel, String address, String secret, String account) {
    return store.within(
        () ->
            endpoints.addEndpoint(person, new EndpointRequest(channel, address, secret, account)));
  }

  private List<EndpointView> list(String person) {
    return store.within(() -> endpoints.endpoints(person)).items();
  }

  private EndpointView status(String person, UUID id, String status) {
    return store.within(
        () -> endpoints.changeEndpoint(person, id, new EndpointStatusRequest(status)));
  }

  private Object remove(String person, UUID id) {
    return store.within(
        () -> {
          endpoints.removeEndpoint(person, id);
          return "removed";
        });
  }

  private static UUID id(ResponseEntity<EndpointView> answer) {
    return Objects.requireNonNull(answer.getBody()).id();
  }

  private String opened(Vault vault, UUID endpoint, String field) {
    byte[] sealed =
        store.within(
            () ->
                jdbc.sql("SELECT " + field + " FROM endpoint WHERE id = :id")
                    .param("id", endpoint)
                    .query(byte[].class)
                    .single());
    String place = "endpoint/" + endpoint + "/" + field;
    try (Secret secret = vault.open(store.tenant().id(), place, new Sealed(sealed))) {
      return secret.revealText();
    }
  }
}
