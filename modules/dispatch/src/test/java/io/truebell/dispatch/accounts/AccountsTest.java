package io.truebell.dispatch.accounts;

import static io.truebell.dispatch.people.PeopleStore.codes;
import static io.truebell.dispatch.people.PeopleStore.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.dispatch.accounts.AccountView.CredentialView;
import io.truebell.dispatch.people.LogTape;
import io.truebell.dispatch.people.PeopleStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class AccountsTest {
  private static final String RING = "ring-key-of-anna";

  private final PeopleStore store = PeopleStore.open();
  private final AccountController accounts = PeopleStore.bean(AccountController.class);

  @Test
  void newAccountTakesTheChannelsDefaults() {
    AccountView account = create(AccountWish.named("north").request());

    assertThat(account.enabled()).isTrue();
    assertThat(account.sandbox()).isFalse();
    assertThat(account.timeoutMs()).isEqualTo(5000);
    assertThat(account.retryLadder()).containsExactly(60, 300, 1800);
    assertThat(account.minimalText()).isNull();
    assertThat(account.policyVersion()).isEqualTo(1);
    assertThat(read(account.id())).isEqualTo(account);
  }

  @Test
  @Tag("SEAL-2")
  void credentialShowsOnlyThatItIsSetWhenAndByWhom() {
    Instant now = store.clock().instant();
    AccountView account = create(AccountWish.named("north").request());

    assertThat(account.credentials())
        .containsEntry("ring_key", new CredentialView(true, now, "api_key:tbk_test"))
        .containsEntry("spare_key", new CredentialView(false, null, null));
  }

  @Test
  @Tag("SEAL-1")
  @Tag("SEAL-2")
  void credentialIsInNoRowNoAnswerAndNoLog() {
    String answers;
    String log;
    try (LogTape tape = LogTape.everything()) {
      AccountRequest request = AccountWish.named("north").request();
      AccountView account = create(request);
      answers =
          request
              + " "
              + account
              + list().items()
              + change(account, AccountWish.change(0).credential("ring_key", RING + "2"))
              + AccountWish.change(0).credential("ring_key", RING).changeRequest()
              + refusal(() -> create(AccountWish.named("north").request())).getMessage();
      log = tape.text();
    }

    String hex = HexFormat.of().formatHex(RING.getBytes(StandardCharsets.UTF_8));
    assertThat(log).as("the tape runs").contains("insert into channel_credential");
    assertThat(answers).doesNotContain(RING);
    assertThat(log).doesNotContain(RING).doesNotContain(hex);
    assertThat(store.dump()).contains("ring_key").doesNotContain(RING).doesNotContain(hex);
  }

  @Test
  @Tag("SEAL-1")
  void sealedCredentialOpensOnlyInItsPlace() {
    AccountView account = create(AccountWish.named("north").request());

    assertThat(opened(account.id(), "ring_key")).isEqualTo(RING);
  }

  @Test
  void changeWithoutCredentialsKeepsThemAndNullRemovesOne() {
    AccountView account =
        create(AccountWish.named("north").credential("spare_key", "spare-key-1").request());

    AccountView renamed = change(account, AccountWish.change(account.version()).name("south"));
    assertThat(renamed.credentials()).isEqualTo(account.credentials());

    AccountView bare =
        change(renamed, AccountWish.change(renamed.version()).credential("spare_key", null));
    assertThat(bare.credentials().get("spare_key").set()).isFalse();
    assertThat(bare.credentials().get("ring_key").set()).isTrue();
    assertThat(bare.version()).isGreaterThan(renamed.version());
    assertThat(store.dump()).doesNotContain("spare_key");
  }

  @Test
  void writingACredentialAgainReplacesIt() {
    AccountView account = create(AccountWish.named("north").request());
    store.clock().tick(Duration.ofMinutes(1));

    AccountView changed =
        change(account, AccountWish.change(0).credential("ring_key", "another-ring-key"));

    assertThat(opened(account.id(), "ring_key")).isEqualTo("another-ring-key");
    assertThat(changed.credentials().get("ring_key").setAt()).isEqualTo(store.clock().instant());
    assertThat(changed.version()).isEqualTo(1);
    assertThat(read(account.id())).isEqualTo(changed);
  }

  @Test
  void requiredCredentialIsMissedOnlyWhileEnabled() {
    assertThat(codes(refusal(() -> create(AccountWish.bare("bare").request()))))
        .containsEntry("credentials.ring_key", "required");

    AccountView off = create(AccountWish.bare("bare").enabled(false).request());
    assertThat(codes(refusal(() -> change(off, AccountWish.change(0).enabled(true)))))
        .containsEntry("credentials.ring_key", "required");
    AccountView on = change(off, AccountWish.change(0).enabled(true).credential("ring_key", RING));
    assertThat(
            codes(
                refusal(
                    () ->
                        change(on, AccountWish.change(on.version()).credential("ring_key", null)))))
        .containsEntry("credentials.ring_key", "required");
  }

  @Test
  void everythingWrongIsNamedAtOnceAndNothingIsWritten() {
    AccountRequest request =
        AccountWish.bare(" ")
            .setting("bread", "rye")
            .setting("breed", "duck")
            .setting("height_m", 0)
            .setting("route", Map.of("over", "hills"))
            .credential("ring_key", "short")
            .credential("password", "12345678")
            .timeoutMs(60_001)
            .ladder(60, 0)
            .receiptWithin(0)
            .minimalText("\u0000")
            .request();

    assertThat(codes(refusal(() -> create(request))))
        .containsEntry("name", "required")
        .containsEntry("settings.bread", "unknown_field")
        .containsEntry("settings.breed", "invalid_setting")
        .containsEntry("settings.height_m", "invalid_setting")
        .containsEntry("settings.route.over", "unknown_field")
        .containsEntry("credentials.ring_key", "too_short")
        .containsEntry("credentials.password", "unknown_field")
        .containsEntry("timeout_ms", "out_of_range")
        .containsEntry("retry_ladder", "out_of_range")
        .containsEntry("receipt_within_seconds", "out_of_range")
        .containsEntry("minimal_text", "control_character");
    assertThat(list().items()).isEmpty();
  }

  @Test
  void textThatNoStoreTakesIsRefusedInSettings() {
    AccountRequest request =
        AccountWish.named("north").setting("route", Map.of("via", "a\u0000b")).request();

    assertThat(codes(refusal(() -> create(request))))
        .containsEntry("settings.route.via", "control_character");
  }

  @Test
  void settingsAreReadBackAsWritten() {
    AccountView account =
        create(
            AccountWish.named("north")
                .setting("breed", "homer")
                .setting("height_m", 120)
                .setting("route", Map.of("via", "山 😊"))
                .request());

    assertThat(read(account.id()).settings())
        .isEqualTo(Map.of("breed", "homer", "height_m", 120, "route", Map.of("via", "山 😊")));
  }

  @Test
  void unknownChannelIsRefused() {
    AccountRequest request = AccountWish.named("north").channel("owl").request();
    assertThat(codes(refusal(() -> create(request)))).containsEntry("channel", "unknown_channel");
  }

  @Test
  void sandboxNeedsTheOperatorsLeave() {
    PeopleStore plain = PeopleStore.withoutSandbox();
    AccountRequest request = AccountWish.named("toy").sandbox(true).request();

    assertThat(
            codes(
                refusal(
                    () ->
                        plain.within(
                            () -> accounts.createChannelAccount(request, plain.caller())))))
        .containsEntry("sandbox", "sandbox_not_allowed");
    assertThat(create(request).sandbox()).isTrue();
  }

  @Test
  void sandboxIsForGood() {
    AccountView toy = create(AccountWish.named("toy").sandbox(true).request());

    assertThat(codes(refusal(() -> change(toy, AccountWish.change(0).sandbox(false)))))
        .containsEntry("sandbox", "fixed");
    assertThat(change(toy, AccountWish.change(0).sandbox(true)).sandbox()).isTrue();
  }

  @Test
  void nameIsTakenOnceAndFreeAgainAfterRemoval() {
    AccountView first = create(AccountWish.named("north").request());
    assertThat(refusal(() -> create(AccountWish.named("north").request())).code())
        .isEqualTo("name_taken");

    AccountView second = create(AccountWish.named("south").request());
    assertThat(refusal(() -> change(second, AccountWish.change(0).name("north"))).code())
        .isEqualTo("name_taken");

    remove(first.id());
    assertThat(create(AccountWish.named("north").request()).id()).isNotEqualTo(first.id());
  }

  @Test
  void policyVersionGrowsOnlyWhenDeliveriesAreDecidedDifferently() {
    AccountView account = create(AccountWish.named("north").request());

    account = change(account, AccountWish.change(account.version()).name("south").enabled(false));
    assertThat(account.policyVersion()).isEqualTo(1);
    account = change(account, AccountWish.change(account.version()).ladder(5));
    assertThat(account.policyVersion()).isEqualTo(2);
    account = change(account, AccountWish.change(account.version()).timeoutMs(2000));
    assertThat(account.policyVersion()).isEqualTo(3);
    account = change(account, AccountWish.change(account.version()).verifiedOnly(true));
    assertThat(account.policyVersion()).isEqualTo(4);
    account = change(account, AccountWish.change(account.version()).verifiedOnly(true).ladder(5));
    assertThat(account.policyVersion()).isEqualTo(4);
  }

  @Test
  @Tag("SEAL-4")
  void minimalTextIsSetKeptAndTakenBack() {
    AccountView account = create(AccountWish.named("north").minimalText("有新消息").request());
    AccountView kept = change(account, AccountWish.change(0).name("south"));
    AccountView open = change(kept, AccountWish.change(kept.version()).minimalText(null));

    assertThat(kept.minimalText()).isEqualTo("有新消息");
    assertThat(open.minimalText()).isNull();
  }

  @Test
  void outdatedChangeIsRefused() {
    AccountView account = create(AccountWish.named("north").request());
    change(account, AccountWish.change(0).name("south"));

    assertThat(refusal(() -> change(account, AccountWish.change(0).name("east"))).code())
        .isEqualTo("version_conflict");
    assertThat(codes(refusal(() -> change(account, AccountWish.change(null).name("east")))))
        .containsEntry("version", "required");
  }

  @Test
  void ofManyChangesAtOnceOneWins() throws Exception {
    AccountView account = create(AccountWish.named("north").request());
    List<Callable<String>> changes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String name = "name " + i;
      changes.add(() -> attempt(account, name));
    }
    List<String> won = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> result : threads.invokeAll(changes)) {
        won.add(result.get());
      }
    }
    won.removeIf("version_conflict"::equals);
    assertThat(won).hasSize(1);
    assertThat(read(account.id()).name()).isEqualTo(won.getFirst());
  }

  @Test
  @Tag("SEAL-1")
  void removedAccountIsUnknownAndItsSecretsAreGone() {
    AccountView account = create(AccountWish.named("north").request());
    remove(account.id());

    assertThat(refusal(() -> read(account.id())).status()).isEqualTo(404);
    assertThat(refusal(() -> remove(account.id())).status()).isEqualTo(404);
    assertThat(refusal(() -> change(account, AccountWish.change(1).name("x"))).status())
        .isEqualTo(404);
    assertThat(list().items()).isEmpty();
    assertThat(store.dump()).doesNotContain("ring_key").contains("north");
  }

  @Test
  void listPagesNewestFirst() {
    for (String name : List.of("a", "b", "c")) {
      create(AccountWish.named(name).request());
    }
    Page<AccountView> first = store.within(() -> accounts.channelAccounts(null, 2));
    Page<AccountView> second = store.within(() -> accounts.channelAccounts(first.nextCursor(), 2));

    assertThat(first.items()).extracting(AccountView::name).containsExactly("c", "b");
    assertThat(second.items()).extracting(AccountView::name).containsExactly("a");
    assertThat(second.nextCursor()).isNull();
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantsAccountIsUnknown() {
    AccountView account = create(AccountWish.named("north").request());
    PeopleStore other = PeopleStore.open();

    assertThat(refusal(() -> other.within(() -> accounts.channelAccount(account.id()))).status())
        .isEqualTo(404);
  }

  @Test
  void ofManyNewAccountsWithOneNameOneIsMade() throws Exception {
    List<Callable<String>> calls =
        Collections.nCopies(
            8, () -> outcome(() -> create(AccountWish.named("crowd").request()).name()));
    List<String> outcomes = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> result : threads.invokeAll(calls)) {
        outcomes.add(result.get());
      }
    }
    assertThat(outcomes).containsOnly("crowd", "name_taken");
    assertThat(list().items()).hasSize(1);
  }

  private String attempt(AccountView account, String name) {
    return outcome(() -> change(account, AccountWish.change(account.version()).name(name)).name());
  }

  private static String outcome(Supplier<String> request) {
    try {
      return request.get();
    } catch (ApiProblem refused) {
      return refused.code();
    }
  }

  private AccountView create(AccountRequest request) {
    return store.within(() -> accounts.createChannelAccount(request, store.caller()));
  }

  private AccountView change(AccountView account, AccountWish wish) {
    return store.within(
        () -> accounts.changeChannelAccount(account.id(), wish.changeRequest(), store.caller()));
  }

  private AccountView read(UUID id) {
    return store.within(() -> accounts.channelAccount(id));
  }

  private Page<AccountView> list() {
    return store.within(() -> accounts.channelAccounts(null, null));
  }

  private Object remove(UUID id) {
    return store.within(
        () -> {
          accounts.removeChannelAccount(id);
          return "removed";
        });
  }

  private String opened(UUID account, String field) {
    byte[] sealed =
        store.within(
            () ->
                PeopleStore.bean(JdbcClient.class)
                    .sql(
                        "SELECT sealed FROM channel_credential WHERE account_id = :id AND field = :field")
                    .param("id", account)
                    .param("field", field)
                    .query(byte[].class)
                    .single());
    String place = "channel_account/" + account + "/" + field;
    Vault vault = PeopleStore.bean(Vault.class);
    try (Secret secret = vault.open(store.tenant().id(), place, new Sealed(sealed))) {
      return secret.revealText();
    }
  }
}
