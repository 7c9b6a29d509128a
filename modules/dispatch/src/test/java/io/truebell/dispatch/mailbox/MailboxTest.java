package io.truebell.dispatch.mailbox;

import static io.truebell.core.spi.Mailbox.Filter.ARCHIVED;
import static io.truebell.core.spi.Mailbox.Filter.CURRENT;
import static io.truebell.core.spi.Mailbox.Filter.UNREAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.MessageId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Mailbox;
import io.truebell.core.spi.Mailbox.InboxState;
import io.truebell.core.spi.Mailbox.Item;
import io.truebell.core.tenancy.TenantScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private static MailboxFixture fixture;

  private final Mailbox mailbox = fixture.mailbox();
  private String anna;

  @BeforeAll
  static void openStore() {
    fixture = MailboxFixture.open();
  }

  @BeforeEach
  void invitePerson() {
    anna = fixture.recipient();
  }

  @Test
  void newestItemsComeFirstAndCarryTheFact() {
    fixture.message(anna, "first");
    MessageId second = fixture.message(anna, "second");

    List<Item> items = fixture.within(() -> mailbox.items(anna, CURRENT, null, 10)).items();

    assertThat(items).extracting(Item::subject).containsExactly("second", "first");
    Item newest = items.getFirst();
    assertThat(newest.id()).isEqualTo(second);
    assertThat(newest.type()).isEqualTo("trip.changed");
    assertThat(newest.payload()).containsEntry("gate", "B7").containsEntry("text", "登机口 😊");
    assertThat(newest.state()).isEqualTo(InboxState.UNREAD);
    assertThat(newest.readAt()).isNull();
  }

  @Test
  void pagesMeetWithoutGapOrRepetitionWhileNewItemsArrive() {
    for (int i = 0; i < 5; i++) {
      fixture.message(anna, "item " + i);
    }
    List<String> seen = new ArrayList<>();
    String cursor = null;
    do {
      String from = cursor;
      Page<Item> page = fixture.within(() -> mailbox.items(anna, CURRENT, from, 2));
      page.items().forEach(item -> seen.add(item.subject()));
      cursor = page.nextCursor();
      fixture.message(anna, "late");
    } while (cursor != null);

    assertThat(seen).containsExactly("item 4", "item 3", "item 2", "item 1", "item 0");
  }

  @Test
  void markingTwiceChangesNothingTheSecondTime() {
    MessageId item = fixture.message(anna, "once");

    Item first = mark(item, InboxState.READ);
    fixture.clock().tick(Duration.ofMinutes(5));
    Item again = mark(item, InboxState.READ);

    assertThat(first.state()).isEqualTo(InboxState.READ);
    assertThat(again).isEqualTo(first);
  }

  @Test
  void firstReadingStaysOnRecordWhenMarkedUnreadAndReadAgain() {
    MessageId item = fixture.message(anna, "kept");
    Instant firstRead = mark(item, InboxState.READ).readAt();

    fixture.clock().tick(Duration.ofMinutes(5));
    Item unread = mark(item, InboxState.UNREAD);
    Item reread = mark(item, InboxState.READ);

    assertThat(unread.state()).isEqualTo(InboxState.UNREAD);
    assertThat(unread.readAt()).isEqualTo(firstRead);
    assertThat(reread.readAt()).isEqualTo(firstRead);
  }

  @Test
  void archivedItemLeavesTheInboxAndComesBackByReading() {
    MessageId item = fixture.message(anna, "away");

    Item archived = mark(item, InboxState.ARCHIVED);
    assertThat(archived.archivedAt()).isEqualTo(fixture.clock().instant());
    assertThat(archived.readAt()).as("putting away is not reading").isNull();
    assertThat(subjects(CURRENT)).isEmpty();
    assertThat(subjects(ARCHIVED)).containsExactly("away");

    Item back = mark(item, InboxState.READ);
    assertThat(back.archivedAt()).isNull();
    assertThat(subjects(CURRENT)).containsExactly("away");
    assertThat(subjects(ARCHIVED)).isEmpty();
  }

  @Test
  void filtersSplitTheInboxByState() {
    fixture.message(anna, "unread");
    mark(fixture.message(anna, "read"), InboxState.READ);
    mark(fixture.message(anna, "archived"), InboxState.ARCHIVED);

    assertThat(subjects(UNREAD)).containsExactly("unread");
    assertThat(subjects(CURRENT)).containsExactly("read", "unread");
    assertThat(subjects(ARCHIVED)).containsExactly("archived");
  }

  @Test
  void badgeEqualsTheItemsShownAfterMarkingAllAndReconnecting() {
    fixture.message(anna, "a");
    MessageId opened = fixture.message(anna, "b");
    fixture.message(anna, "c");
    mark(opened, InboxState.READ);

    assertThat(unread()).isEqualTo(2);
    assertThat(fixture.<Long>within(() -> mailbox.markAllRead(anna))).isEqualTo(2);
    assertThat(unread()).isZero();
    assertThat(subjects(UNREAD)).isEmpty();

    fixture.message(anna, "d");
    assertThat(unread()).isEqualTo(1);
    assertThat(subjects(UNREAD)).containsExactly("d");
  }

  @Test
  void badgeStaysRightWhenManyMarkTheSameItemsAtOnce() throws Exception {
    List<MessageId> items = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      items.add(fixture.message(anna, "item " + i));
    }
    List<Callable<Object>> marks = new ArrayList<>();
    for (MessageId item : items) {
      for (int i = 0; i < 4; i++) {
        marks.add(() -> mark(item, InboxState.READ));
      }
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Object> done : threads.invokeAll(marks)) {
        done.get();
      }
    }
    assertThat(unread()).isZero();
    assertThat(subjects(CURRENT)).hasSize(10);
  }

  @Test
  void markingAllLeavesOthersAndArchivedItemsAlone() {
    String bob = fixture.recipient();
    fixture.message(bob, "bob's");
    mark(fixture.message(anna, "archived"), InboxState.ARCHIVED);

    assertThat(fixture.<Long>within(() -> mailbox.markAllRead(anna))).isZero();

    assertThat(fixture.<Long>within(() -> mailbox.unread(bob))).isEqualTo(1);
    assertThat(subjects(ARCHIVED)).containsExactly("archived");
  }

  @Test
  void anotherPersonsItemIsUnknown() {
    MessageId bobs = fixture.message(fixture.recipient(), "bob's");

    assertThatThrownBy(() -> mark(bobs, InboxState.READ))
        .isInstanceOfSatisfying(ApiProblem.class, p -> assertThat(p.status()).isEqualTo(404));
  }

  @Test
  @Tag("WALL-1")
  void anotherTenantsPersonAndItemAreUnknown() {
    MessageId item = fixture.message(anna, "private");

    assertThatThrownBy(
            () ->
                TenantScope.call(
                    fixture.otherTenant(), () -> mailbox.mark(anna, item, InboxState.READ)))
        .isInstanceOfSatisfying(ApiProblem.class, p -> assertThat(p.status()).isEqualTo(404));
    assertThat(subjects(UNREAD)).containsExactly("private");
  }

  @Test
  void unknownPersonHasNoInbox() {
    assertThatThrownBy(() -> fixture.within(() -> mailbox.unread("nobody-" + UUID.randomUUID())))
        .isInstanceOfSatisfying(ApiProblem.class, p -> assertThat(p.status()).isEqualTo(404));
  }

  @Test
  void foreignCursorIsRefused() {
    assertThatThrownBy(() -> fixture.within(() -> mailbox.items(anna, CURRENT, "!!", 10)))
        .isInstanceOfSatisfying(ApiProblem.class, p -> assertThat(p.status()).isEqualTo(422));
  }

  private Item mark(MessageId item, InboxState state) {
    return fixture.within(() -> mailbox.mark(anna, item, state));
  }

  private long unread() {
    return fixture.within(() -> mailbox.unread(anna));
  }

  private List<String> subjects(Mailbox.Filter filter) {
    return fixture.within(() -> mailbox.items(anna, filter, null, 50)).items().stream()
        .map(Item::subject)
        .toList();
  }
}
