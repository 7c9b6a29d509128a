package io.truebell.ledger.grants;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.givenBack;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.verify.Balance;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
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
  void manyAtOnceOnTheSamePeopleNeitherShareNorDeadlock() throws Exception {
    try (LedgerBed bed = new LedgerBed()) {
      AtomicInteger requests = new AtomicInteger();
      ConcurrentLinkedQueue<DueDelivery> open = new ConcurrentLinkedQueue<>();
      List<Callable<Boolean>> crowd = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Random random = new Random(SEED + 100 + i);
        crowd.add(
            () -> {
              for (int round = 0; round < 60; round++) {
                act(bed, random, requests, open);
              }
              return true;
            });
      }
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<Boolean> one : threads.invokeAll(crowd)) {
          assertThat(one.get()).as("a deadlock would come out here").isTrue();
        }
      }
      open.forEach(due -> bed.settle(accepted(due)));
      assertThat(bed.count(USED_TWICE)).isZero();
      assertThat(bed.count("SELECT count(*) FROM authorisation WHERE state = 'reserved'")).isZero();
      assertThat(bed.count("SELECT count(*) FROM authorisation WHERE state = 'consumed'"))
          .isPositive();
      Balance.isExact(bed);
    }
  }

  private static void act(
      LedgerBed bed,
      Random random,
      AtomicInteger requests,
      ConcurrentLinkedQueue<DueDelivery> open) {
    String name = "shared-" + random.nextInt(4);
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> bed.answer(name, "q" + requests.incrementAndGet(), "accept");
      case 4, 5, 6 -> {
        DueDelivery[] due = {bed.due(name), bed.due("shared-" + random.nextInt(4))};
        var verdicts = bed.claim(due);
        for (DueDelivery one : due) {
          if (verdicts.get(one.id()) instanceof Verdict.Pass) {
            open.add(one);
          }
        }
      }
      case 7, 8 -> {
        List<SettledDelivery> batch = new ArrayList<>();
        DueDelivery one = open.poll();
        while (one != null && batch.size() < 6) {
          batch.add(outcome(one, random));
          one = batch.size() < 6 ? open.poll() : null;
        }
        if (!batch.isEmpty()) {
          bed.settle(batch.toArray(SettledDelivery[]::new));
        }
      }
      default -> bed.answer(name, "no" + requests.incrementAndGet(), "reject");
    }
  }

  private static SettledDelivery outcome(DueDelivery due, Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> unknown(due);
      case 1 -> givenBack(due);
      case 2 -> rejected(due, Proof.PERSON_REFUSED);
      default -> accepted(due);
    };
  }
}
