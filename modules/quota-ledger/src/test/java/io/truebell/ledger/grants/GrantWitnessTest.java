package io.truebell.ledger.grants;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.Witness;
import io.truebell.core.spi.Witness.Testimony;
import io.truebell.ledger.LedgerBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a person had no authorisation, and when they refused, is told by what is stored. */
@Tag("TRUTH-4")
class GrantWitnessTest {
  private LedgerBed bed;
  private Instant start;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
    start = bed.clock.instant();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private List<String> kinds(int from, int to) {
    return bed.within(
        () ->
            bed
                .bean(Witness.class)
                .about(
                    bed.person("ann"),
                    start.plus(Duration.ofHours(from)),
                    start.plus(Duration.ofHours(to)))
                .stream()
                .map(Testimony::kind)
                .toList());
  }

  private void voidAll() {
    int ignored =
        bed.within(
            () ->
                bed.grants()
                    .voidAll(
                        bed.person("ann"),
                        LedgerBed.NEEDY,
                        List.of(),
                        "turned_off",
                        LedgerBed.CLIENT));
  }

  @Test
  void theEndOfTheLastOneIsToldAndThatThereIsNoneAfterwards() {
    assertThat(kinds(0, 1)).as("never asked").isEmpty();
    var one = bed.answer("ann", "q1", "accept");
    bed.clock.tick(Duration.ofHours(2));
    var two = bed.answer("ann", "q2", "accept");
    assertThat(List.of(one, two)).hasSize(2);
    bed.clock.tick(Duration.ofHours(2));
    voidAll();
    bed.clock.tick(Duration.ofHours(10));

    assertThat(kinds(1, 3)).as("there were some").isEmpty();
    assertThat(kinds(3, 5)).as("two ended at once").containsExactly("grant_last_void");
    assertThat(kinds(5, 8)).containsExactly("grant_none_then");
    var later = bed.answer("ann", "q3", "accept");
    assertThat(later).isNotNull();
    assertThat(kinds(5, 8)).as("a later one changes nothing").containsExactly("grant_none_then");
    assertThat(kinds(13, 20)).isEmpty();
  }

  @Test
  void aRefusalIsToldWithWhatWasAsked() {
    bed.clock.tick(Duration.ofHours(1));
    var refused = bed.answer("ann", "q1", "reject");
    assertThat(refused).isNotNull();
    assertThat(kinds(0, 2)).containsExactly("grant_none_then", "grant_refusal");
    assertThat(kinds(2, 4)).containsExactly("grant_none_then");
    List<Testimony> told =
        bed.within(
            () ->
                bed.bean(Witness.class)
                    .about(bed.person("ann"), start, start.plus(Duration.ofHours(2))));
    assertThat(told.getLast().what().with())
        .containsEntry("channel", "needy")
        .containsEntry("template", LedgerBed.TEMPLATE);
  }
}
