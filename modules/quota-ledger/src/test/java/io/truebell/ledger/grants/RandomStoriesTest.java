package io.truebell.ledger.grants;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.verify.Balance;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens in whatever order, no authorisation is used twice and the books balance. */
@Tag("GRANT-2")
@Tag("GRANT-3")
@Tag("GRANT-7")
class RandomStoriesTest {
  private static final long SEED = Long.getLong("truebell.seed", 20261130);
  private static final int BEDS = 3;
  private static final int STORIES_OF_EACH = 340;

  private static final String USED_TWICE =
      """
      SELECT count(*) FROM (
        SELECT authorisation_id FROM ledger_entry WHERE kind = 'consumed' AND account_id IS NOT NULL
        GROUP BY authorisation_id HAVING count(*) > 1
        UNION ALL
        SELECT delivery_id FROM ledger_entry WHERE kind = 'consumed' AND account_id IS NOT NULL
        GROUP BY delivery_id HAVING count(*) > 1) twice
      """;

  private static final String HEARD_TWICE =
      """
      SELECT count(*) FROM (
        SELECT delivery_id FROM ledger_entry WHERE reason IN ('grant_receipt_refused', 'grant_provider_refused')
          AND kind = 'noted'
        GROUP BY delivery_id, reason HAVING count(*) > 1) twice
      """;

  @Test
  @Tag("GRANT-1")
  @Tag("GRANT-6")
  @Tag("TRUTH-3")
  void aThousandRandomStoriesEndWithTheBalanceThatTheRulesSay() throws Exception {
    List<Callable<Long>> beds = new ArrayList<>();
    for (int i = 0; i < BEDS; i++) {
      Random random = new Random(SEED + i);
      beds.add(() -> stories(random));
    }
    long played = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Long> one : threads.invokeAll(beds)) {
        played += one.get();
      }
    }
    assertThat(played).isGreaterThanOrEqualTo(1_000);
  }

  /** Each has a clock of its own, so that its times are known. */
  private static long stories(Random random) {
    try (LedgerBed bed = new LedgerBed()) {
      for (int i = 0; i < STORIES_OF_EACH; i++) {
        new Script(bed, "person-" + i, random).play();
      }
      assertThat(bed.count(USED_TWICE)).isZero();
      assertThat(bed.count("SELECT count(*) FROM authorisation WHERE state = 'consumed'"))
          .as("the stories use some up")
          .isGreaterThan(STORIES_OF_EACH / 10);
      Balance.isExact(bed);
      return STORIES_OF_EACH;
    }
  }

  @Test
  @Tag("GRANT-1")
  @Tag("GRANT-6")
  @Tag("TRUTH-3")
  void manyAtOnceOnTheSamePeopleNeitherShareNorDeadlock() throws Exception {
    try (LedgerBed bed = new LedgerBed()) {
      Crowd crowd = new Crowd(bed);
      List<Callable<Boolean>> members = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Random random = new Random(SEED + 100 + i);
        members.add(() -> crowd.act(random, 80));
      }
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<Boolean> one : threads.invokeAll(members)) {
          assertThat(one.get()).as("a deadlock would come out here").isTrue();
        }
      }
      crowd.settleTheRest();
      assertThat(bed.count(USED_TWICE)).isZero();
      assertThat(bed.count(HEARD_TWICE)).isZero();
      for (String state : List.of("reserved", "consumed", "invalid")) {
        assertThat(bed.count("SELECT count(*) FROM authorisation WHERE state = '" + state + "'"))
            .as(state)
            .matches(count -> state.equals("reserved") == (count == 0));
      }
      Balance.isExact(bed);
    }
  }
}
