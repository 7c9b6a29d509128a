package io.truebell.suppression;

import static io.truebell.suppression.SuppressionBed.FREE;
import static io.truebell.suppression.SuppressionBed.NEEDY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

class SuppressionListTest {
  private static SuppressionBed bed;
  private static int people;
  private String ann;

  @BeforeAll
  static void open() {
    bed = new SuppressionBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  @BeforeEach
  void somebodyNew() {
    ann = "ann-" + ++people;
    bed.people.id(ann);
    bed.clock.tick(Duration.ofMinutes(1));
  }

  @Test
  @Tag("STOP-3")
  void liftingNeedsAReasonIsKeptAndLetsTheNextOnePass() {
    DueDelivery refused = bed.claimed(ann, FREE);
    bed.receipt(refused, "r1", Proof.PERSON_REFUSED);
    UUID ban = bed.list(ann).getFirst().id();

    assertField("reason", () -> bed.lift(ban, null));
    assertField("reason", () -> bed.lift(ban, " "));
    assertField("reason", () -> bed.lift(ban, "x".repeat(501)));
    assertThat(bed.banned(ann, FREE)).isTrue();

    SuppressionView lifted = bed.lift(ban, "asked by phone");
    assertThat(lifted.liftedBy()).isEqualTo("api_key:test");
    assertThat(lifted.liftReason()).isEqualTo("asked by phone");
    assertThat(lifted.liftedAt()).isEqualTo(bed.clock.instant());
    assertThat(lifted.recipient()).isEqualTo(ann);
    assertThat(bed.banned(ann, FREE)).isFalse();
    assertProblem(409, () -> bed.lift(ban, "once more"));
    assertThat(bed.list(ann)).containsExactly(lifted);

    bed.receipt(refused, "r2", Proof.PERSON_REFUSED);
    bed.answered(refused, Proof.PERSON_REFUSED);
    assertThat(bed.banned(ann, FREE)).as("old news lifts nothing back").isFalse();
    bed.clock.tick(Duration.ofSeconds(1));
    bed.answered(bed.claimed(ann, FREE), Proof.PERSON_REFUSED);
    assertThat(bed.banned(ann, FREE)).as("a new refusal counts").isTrue();
  }

  @Test
  @Tag("STOP-1")
  @Tag("STOP-3")
  void theTenantBansWithAReasonAndNoConsentLiftsThat() {
    SuppressionView ban = bed.suppress(ann, "needy", "left the company");
    assertThat(ban.source()).isEqualTo("api_key:test");
    assertThat(ban.evidence()).isEqualTo("left the company");
    assertThat(bed.suppress(ann, "needy", "again")).isEqualTo(ban);

    bed.clock.tick(Duration.ofSeconds(1));
    bed.granted(ann, NEEDY);
    assertThat(bed.examine(bed.due(ann, NEEDY), false))
        .isInstanceOfSatisfying(
            Verdict.Stop.class,
            stop -> assertThat(stop.reason().code()).isEqualTo("suppressed_by_tenant"));
    assertThat(bed.banned(ann, FREE)).isFalse();
  }

  @Test
  @Tag("STOP-3")
  void whatThePersonSaidOutlivesTheTenantsBan() {
    DueDelivery underWay = bed.claimed(ann, FREE);
    UUID own = bed.suppress(ann, "free", "holiday").id();
    bed.receipt(underWay, "r1", Proof.PERSON_REFUSED);
    assertThat(bed.list(ann)).hasSize(2);

    bed.lift(own, "holiday is over");

    assertThat(bed.banned(ann, FREE)).isTrue();
  }

  @Test
  void wrongInputIsBlamedOnItsFieldAndWritesNothing() {
    assertField("channel", () -> bed.suppress(ann, null, "why"));
    assertField("channel", () -> bed.suppress(ann, "pigeon", "why"));
    assertField("reason", () -> bed.suppress(ann, "free", null));
    assertProblem(404, () -> bed.suppress("nobody-" + ann, "free", "why"));
    assertProblem(404, () -> bed.lift(new UUID(8, 8), "why"));
    assertThat(bed.list(ann)).isEmpty();
  }

  @Test
  void theListIsReadInPages() {
    bed.suppress(ann, "free", "one");
    bed.suppress(ann, "needy", "two");

    Page<SuppressionView> first = bed.within(() -> bed.api().recipientSuppressions(ann, null, 1));
    Page<SuppressionView> second =
        bed.within(() -> bed.api().recipientSuppressions(ann, first.nextCursor(), 1));
    assertThat(first.items()).extracting(SuppressionView::evidence).containsExactly("two");
    assertThat(second.items()).extracting(SuppressionView::evidence).containsExactly("one");
    assertThat(second.nextCursor()).isNull();
    assertThat(bed.within(() -> bed.api().suppressions(null, 2)).items())
        .extracting(SuppressionView::recipient)
        .containsOnly(ann);
  }

  @Test
  @Tag("STOP-3")
  void whatWasLiftedIsNeverChanged() {
    UUID ban = bed.suppress(ann, "free", "why").id();
    bed.lift(ban, "asked for");
    assertThatThrownBy(
            () ->
                bed.within(
                    () ->
                        bed.jdbc
                            .sql("UPDATE suppression SET lift_reason = 'other' WHERE id = ?")
                            .param(ban)
                            .update()))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  private static void assertField(String field, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem ->
                assertThat(problem.fields())
                    .extracting(FieldProblem::field)
                    .containsExactly(field));
  }

  private static void assertProblem(int status, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(status));
  }
}
