package io.truebell.ledger.grants;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.givenBack;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.unknown;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What many threads do to the authorisations of the same few people. */
final class Crowd {
  private final LedgerBed bed;
  private final AtomicInteger requests = new AtomicInteger();
  private final ConcurrentLinkedQueue<DueDelivery> open = new ConcurrentLinkedQueue<>();
  private final List<DueDelivery> sent = new CopyOnWriteArrayList<>();

  Crowd(LedgerBed bed) {
    this.bed = bed;
  }

  /** One thread's share. */
  boolean act(Random random, int times) {
    for (int i = 0; i < times; i++) {
      act(random, person(random));
    }
    return true;
  }

  private static String person(Random random) {
    return "shared-" + random.nextInt(4);
  }

  private void act(Random random, String name) {
    switch (random.nextInt(17)) {
      case 0, 1, 2, 3, 4, 5 -> bed.answer(name, "q" + requests.incrementAndGet(), "accept");
      case 6, 7, 8 -> claim(bed.due(name), bed.due(person(random)));
      case 9 -> claimInVain(bed.due(name), bed.due(person(random)));
      case 10, 11, 12 -> bed.settle(outcomes(take(), random));
      case 13 -> settleInVain(take(), random);
      case 14 -> receipt(random);
      case 15 -> turnOff(name);
      default -> bed.answer(name, "no" + requests.incrementAndGet(), "reject");
    }
  }

  private void claim(DueDelivery... due) {
    var verdicts = bed.claim(due);
    for (DueDelivery one : due) {
      if (verdicts.get(one.id()) instanceof Verdict.Pass) {
        sent.add(one);
        open.add(one);
      }
    }
  }

  /** They were never claimed: what they got is anybody's. */
  private void claimInVain(DueDelivery... due) {
    var ignored = bed.rolledBack(() -> bed.claim(due));
  }

  private List<DueDelivery> take() {
    List<DueDelivery> batch = new ArrayList<>();
    while (batch.size() < 6) {
      DueDelivery one = open.poll();
      if (one == null) {
        break;
      }
      batch.add(one);
    }
    return batch;
  }

  private void settleInVain(List<DueDelivery> batch, Random random) {
    bed.settleInVain(outcomes(batch, random));
    open.addAll(batch);
  }

  /** Several, or none, may come for one delivery. */
  private void receipt(Random random) {
    int many = sent.size();
    if (many > 0) {
      bed.refusedByReceipt(sent.get(random.nextInt(many)), "r" + random.nextInt(3));
    }
  }

  private void turnOff(String name) {
    int ignored =
        bed.within(() -> bed.grants().voidAll(bed.purpose(name), "turned_off", LedgerBed.CLIENT));
  }

  void settleTheRest() {
    open.forEach(due -> bed.settle(accepted(due)));
  }

  private static SettledDelivery[] outcomes(List<DueDelivery> batch, Random random) {
    return batch.stream().map(due -> outcome(due, random)).toArray(SettledDelivery[]::new);
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
