package io.truebell.ledger.grants;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Grants.Answer;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.verify.Balance;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("GRANT-6")
class VoidByLedgerTest {
  private static final String ANN = "ann";
  private LedgerBed bed;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
    bed.templates.put("tpl-2", List.of("pill"));
    give(LedgerBed.TEMPLATE);
    give("tpl-2");
    bed.heard.clear();
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  private void give(String template) {
    Purpose purpose = new Purpose(bed.person(ANN), LedgerBed.NEEDY, template);
    Answer answer = new Answer(purpose, "q-" + template, "accept", bed.clock.instant(), "api");
    var ignored = bed.within(() -> bed.grants().register(answer, LedgerBed.CLIENT));
  }

  private int turnOff(ChannelKey channel, List<String> templates) {
    return bed.within(
        () ->
            bed.grants()
                .voidAll(bed.person(ANN), channel, templates, "turned_off", LedgerBed.CLIENT));
  }

  private long available() {
    return bed.count("SELECT count(*) FROM authorisation WHERE state = 'available'");
  }

  @Test
  void whatWasGrantedForATemplateThatIsSentWithNoMoreIsVoidedToo() {
    bed.templates.clear();

    assertThat(turnOff(LedgerBed.NEEDY, List.of(LedgerBed.TEMPLATE, "never-seen"))).isEqualTo(1);
    assertThat(bed.counts(ANN)).isEqualTo("0/0/0/1");
    assertThat(available()).as("another template's stays").isEqualTo(1);
    assertThat(bed.heard).containsExactly("voided turned_off");
  }

  @Test
  void withNoTemplateNamedEverythingOfTheChannelIsVoided() {
    assertThat(turnOff(LedgerBed.FREE, List.of())).isZero();
    assertThat(turnOff(LedgerBed.NEEDY, List.of())).isEqualTo(2);
    assertThat(available()).isZero();
    assertThat(turnOff(LedgerBed.NEEDY, List.of())).as("nothing is left").isZero();
    assertThat(bed.heard).hasSize(2);
  }
}
