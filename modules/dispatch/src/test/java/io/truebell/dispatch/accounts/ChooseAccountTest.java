package io.truebell.dispatch.accounts;

import static io.truebell.dispatch.people.PeopleStore.codes;
import static io.truebell.dispatch.people.PeopleStore.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.dispatch.accounts.ChooseAccount.Choice;
import io.truebell.dispatch.people.PeopleStore;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ChooseAccountTest {
  private final PeopleStore store = PeopleStore.open();
  private final AccountController accounts = PeopleStore.bean(AccountController.class);

  @Test
  void addressWithoutAccountIsForTheChannelAtLarge() {
    assertThat(choose(null)).isEqualTo(new Choice(null, false));
    create("north", false);
    create("toy", true);
    assertThat(choose(null)).isEqualTo(new Choice(null, false));
  }

  @Test
  void onlySandboxIsChosenAndBound() {
    UUID toy = create("toy", true);
    assertThat(choose(null)).isEqualTo(new Choice(toy, true));
  }

  @Test
  void severalSandboxesMustBeToldApart() {
    create("toy 1", true);
    UUID second = create("toy 2", true);

    assertThat(codes(refusal(() -> choose(null)))).containsEntry("account", "required");
    assertThat(choose("toy 2")).isEqualTo(new Choice(second, true));
  }

  @Test
  void removedAccountIsNotChosen() {
    UUID north = create("north", false);
    assertThat(choose("north")).isEqualTo(new Choice(north, false));
    store.within(
        () -> {
          accounts.removeChannelAccount(north);
          return true;
        });

    assertThat(codes(refusal(() -> choose("north")))).containsEntry("account", "unknown_account");
  }

  private Choice choose(String name) {
    return store.within(() -> PeopleStore.bean(ChooseAccount.class).choose("pigeon", name));
  }

  private UUID create(String name, boolean sandbox) {
    AccountRequest request = AccountWish.named(name).sandbox(sandbox).request();
    return store.within(() -> accounts.createChannelAccount(request, store.caller())).id();
  }
}
