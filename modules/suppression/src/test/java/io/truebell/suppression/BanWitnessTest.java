package io.truebell.suppression;

import static io.truebell.suppression.SuppressionBed.FREE;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Witness;
import io.truebell.core.spi.Witness.Testimony;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bans of a person are told by when they stood. */
@Tag("TRUTH-4")
class BanWitnessTest {
  private static SuppressionBed bed;
  private static int people;
  private String ann;
  private Instant start;

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
    ann = "witnessed-" + ++people;
    bed.people.id(ann);
    bed.clock.tick(Duration.ofDays(30));
    start = bed.clock.instant();
  }

  /** Between so many hours after the start. */
  private List<Testimony> about(int from, int to) {
    return bed.within(
        () ->
            bed.bean(Witness.class)
                .about(
                    bed.people.id(ann),
                    start.plus(Duration.ofHours(from)),
                    start.plus(Duration.ofHours(to))));
  }

  private List<String> kinds(int from, int to) {
    return about(from, to).stream().map(Testimony::kind).toList();
  }

  @Test
  void theSendersBanIsToldFromItsBeginningToItsEnd() {
    bed.clock.tick(Duration.ofHours(5));
    UUID ban = bed.suppress(ann, "free", "holiday").id();
    bed.clock.tick(Duration.ofHours(5));
    SuppressionView ignored = bed.lift(ban, "is back");

    assertThat(kinds(0, 4)).as("before").isEmpty();
    assertThat(kinds(4, 6)).containsExactly("ban_set_tenant");
    assertThat(kinds(6, 9)).containsExactly("ban_stood_tenant");
    assertThat(kinds(9, 11)).containsExactly("ban_stood_tenant", "ban_ended_tenant");
    assertThat(kinds(0, 20)).containsExactly("ban_set_tenant", "ban_ended_tenant");
    assertThat(kinds(11, 20)).as("afterwards").isEmpty();
    assertThat(about(9, 11).getLast().at()).isEqualTo(start.plus(Duration.ofHours(10)));
  }

  @Test
  void whatThePersonRefusedEndsWithTheirConsent() {
    bed.clock.tick(Duration.ofHours(5));
    DueDelivery refused = bed.claimed(ann, FREE);
    bed.receipt(refused, "r1", Proof.PERSON_REFUSED);
    assertThat(kinds(4, 6)).containsExactly("ban_set_person");
    assertThat(kinds(7, 100)).as("it stands").containsExactly("ban_stood_person");

    bed.clock.tick(Duration.ofHours(5));
    bed.granted(ann, FREE);

    assertThat(kinds(7, 100)).containsExactly("ban_stood_person", "ban_ended_person");
    assertThat(kinds(12, 100)).isEmpty();
    assertThat(about(4, 6).getFirst().what().with()).containsEntry("channel", "free");
  }
}
