package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Digests as the sender sees them. */
class DigestsApiTest {
  private static WindowBed bed;

  @BeforeAll
  static void open() {
    bed = new WindowBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  private static DigestsController api() {
    return bed.bean(DigestsController.class);
  }

  private static Page<DigestView> list(
      String person, @Nullable String state, @Nullable String cursor, @Nullable Integer limit) {
    return bed.within(() -> api().recipientDigests(person, state, cursor, limit));
  }

  @Test
  void aDigestShowsItsCountItsTimeAndItsMembers() {
    List<DeliveryId> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add(bed.post(Post.to("ann")));
    }
    assertThat(bed.claim()).hasSize(6);
    DigestView open = list("ann", "open", null, null).items().getFirst();
    assertThat(open.id()).isEqualTo(ids.get(3).value());
    assertThat(open.recipient()).isEqualTo("ann");
    assertThat(open.subject()).isEqualTo("trip-1");
    assertThat(open.count()).isEqualTo(3);
    assertThat(open.policyVersion()).isEqualTo(1);
    assertThat(open.dueAt()).isEqualTo(bed.clock.instant().plusSeconds(3600));
    assertThat(open.closedAt()).isNull();
    assertThat(list("ann", "sent", null, null).items()).isEmpty();

    DigestWithMembersView one = bed.within(() -> api().digest(ids.get(3).value()));
    assertThat(one.digest()).isEqualTo(open);
    assertThat(one.members())
        .extracting(DigestWithMembersView.MemberView::deliveryId)
        .containsExactly(ids.get(3).value(), ids.get(4).value(), ids.get(5).value());
    assertThat(one.members())
        .extracting(DigestWithMembersView.MemberView::carrier)
        .containsExactly(true, false, false);
    assertThat(one.members())
        .extracting(DigestWithMembersView.MemberView::state)
        .containsExactly("QUEUED", "MERGED", "MERGED");

    bed.tick(3600);
    assertThat(bed.claim()).hasSize(1);
    DigestView sent = list("ann", "sent", null, null).items().getFirst();
    assertThat(sent.state()).isEqualTo("sent");
    assertThat(sent.closedAt()).isEqualTo(bed.clock.instant());
    assertThat(list("ann", "open", null, null).items()).isEmpty();
  }

  @Test
  void theListIsReadInPagesNewestFirst() {
    for (String subject : List.of("one", "two", "three")) {
      for (int i = 0; i < 4; i++) {
        Verdict verdict = bed.send(Post.to("bob").about(subject));
        assertThat(verdict instanceof Verdict.Hold).isEqualTo(i == 3);
      }
    }
    Page<DigestView> first = list("bob", null, null, 2);
    Page<DigestView> second = list("bob", null, first.nextCursor(), 2);
    assertThat(first.items()).extracting(DigestView::subject).containsExactly("three", "two");
    assertThat(second.items()).extracting(DigestView::subject).containsExactly("one");
    assertThat(second.nextCursor()).isNull();
  }

  @Test
  void whatIsUnknownIsSaidToBe() {
    assertThat(bed.person("cat")).isNotNull();
    assertProblem(404, () -> list("nobody", null, null, null));
    assertProblem(422, () -> list("cat", "closed", null, null));
    assertProblem(422, () -> list("cat", null, "?", null));
    assertProblem(422, () -> list("cat", null, null, 201));
    assertProblem(404, () -> bed.within(() -> api().digest(new UUID(8, 8))));
    assertThat(list("cat", null, null, null).items()).isEmpty();
  }

  private static void assertProblem(int status, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }
}
