package io.truebell.ledger.grants;

import static io.truebell.core.spi.Grants.Registered.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Grants.Answer;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.grants.BulkGrantsController.BulkGrantRequest;
import io.truebell.ledger.grants.RegisterMany.ItemResult;
import io.truebell.ledger.verify.Balance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HostileInputTest {
  private static final String POISON =
      """
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.request_id = 'poison' THEN
          RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER poison BEFORE INSERT ON consent_answer FOR EACH ROW EXECUTE FUNCTION poison();
      """;

  private LedgerBed bed;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
    var ignored = bed.person("ann");
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  private List<ItemResult> bulk(BulkGrantRequest... items) {
    List<@Nullable BulkGrantRequest> all = new ArrayList<>(List.of(items));
    return bed.within(() -> bed.bean(RegisterMany.class).all(all, LedgerBed.CLIENT));
  }

  private BulkGrantRequest item(String request, @Nullable Instant at) {
    return new BulkGrantRequest(
        "ann", request, "needy", LedgerBed.TEMPLATE, null, "accept", null, at, null);
  }

  @Test
  void anAnswerFromAYearThatNoDatabaseKnowsIsRefusedByName() {
    for (String at : List.of("0000-01-01T00:00:00Z", "-4000-01-01T00:00:00Z")) {
      ApiProblem problem =
          assertThrows(ApiProblem.class, () -> bed.answer("ann", "q", "accept", Instant.parse(at)));
      assertThat(problem.fields().getFirst().field()).isEqualTo("answered_at");
    }
    assertThat(bed.count("SELECT count(*) FROM grant_account")).isZero();
  }

  @Test
  void amongManyOnlyTheOneWithTheImpossibleTimeFails() {
    List<ItemResult> results =
        bulk(item("q1", null), item("q2", Instant.parse("0000-01-01T00:00:00Z")), item("q3", null));

    assertThat(results)
        .extracting(ItemResult::word)
        .containsExactly("granted", "failed", "granted");
    assertThat(results.get(1).field()).isEqualTo("answered_at");
    assertThat(bed.counts("ann")).isEqualTo("2/0/0/0");
  }

  private Registered told(String request, String template, String status) {
    Purpose purpose = new Purpose(bed.person("ann"), LedgerBed.NEEDY, template);
    Answer answer = new Answer(purpose, request, status, bed.clock.instant(), "checkin:1");
    return bed.within(() -> bed.grants().register(answer, LedgerBed.CLIENT));
  }

  @Test
  void aMistypedTemplateIsNoLostAuthorisationWhoeverHandsItIn() {
    ApiProblem problem = assertThrows(ApiProblem.class, () -> told("q", "tpl-typo", "accept"));
    assertThat(problem.fields().getFirst().field()).isEqualTo("grant.template");
    assertThat(problem.status()).isEqualTo(422);
    assertThat(bed.count("SELECT count(*) FROM grant_account")).isZero();
    assertThat(told("no", "tpl-old", "reject")).as("a refusal counts").isEqualTo(REFUSED);
  }

  @Test
  @Tag("GRANT-1")
  void anAnswerThatIsStoredOutlivesItsTemplate() {
    assertThat(told("q", LedgerBed.TEMPLATE, "accept")).isEqualTo(Registered.GRANTED);
    bed.templates.clear();
    assertThat(told("q", LedgerBed.TEMPLATE, "accept")).isEqualTo(Registered.REPEATED);
  }

  @Test
  @Tag("GRANT-1")
  void whatTheDatabaseRefusesTakesNoOtherWithIt() {
    int ignored = bed.within(() -> bed.jdbc.sql(POISON).update());

    List<ItemResult> results = bulk(item("q1", null), item("poison", null), item("q3", null));

    assertThat(results)
        .extracting(ItemResult::word)
        .containsExactly("granted", "failed", "granted");
    assertThat(results.get(1).code()).isEqualTo("internal_error");
    assertThat(bed.counts("ann")).isEqualTo("2/0/0/0");
    assertThat(bulk(item("q1", null))).extracting(ItemResult::word).containsExactly("repeated");
  }
}
