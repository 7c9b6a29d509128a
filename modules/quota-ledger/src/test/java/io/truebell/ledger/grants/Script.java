package io.truebell.ledger.grants;

import static io.truebell.ledger.LedgerBed.accepted;
import static io.truebell.ledger.LedgerBed.after;
import static io.truebell.ledger.LedgerBed.failed;
import static io.truebell.ledger.LedgerBed.givenBack;
import static io.truebell.ledger.LedgerBed.rejected;
import static io.truebell.ledger.LedgerBed.retried;
import static io.truebell.ledger.LedgerBed.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.LedgerBed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One recipient's random life, told to the ledger and to the model alike. */
final class Script {
  private static final int STEPS = 9;

  private final LedgerBed bed;
  private final String name;
  private final Random random;
  private final Model model = new Model();
  private final List<DueDelivery> open = new ArrayList<>();
  private final List<DueDelivery> waiting = new ArrayList<>();
  private final List<DueDelivery> sent = new ArrayList<>();
  private final List<DueDelivery> swept = new ArrayList<>();
  private final List<SettledDelivery> told = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private final List<String> accepts = new ArrayList<>();
  private int requests;

  Script(LedgerBed bed, String name, Random random) {
    this.bed = bed;
    this.name = name;
    this.random = random;
  }

  /** Plays it to its end; every claim is settled by then. */
  void play() {
    for (int i = 0; i < STEPS; i++) {
      step(random.nextInt(16));
      bed.clock.tick(Duration.ofSeconds(1));
    }
    while (!open.isEmpty()) {
      settle();
    }
    check();
  }

  private void check() {
    assertThat(bed.counts(name)).as(() -> name + ": " + story).isEqualTo(model.counts());
  }

  private void step(int choice) {
    switch (choice) {
      case 0, 1, 2 -> accept(bed.clock.instant());
      case 3 -> accept(bed.clock.instant().minusSeconds(random.nextInt(10)));
      case 4 -> again();
      case 5 -> reject(bed.clock.instant().minusSeconds(random.nextInt(4)));
      case 6, 7, 8 -> claim();
      case 9, 10, 11 -> settle();
      case 12 -> settleAgain();
      case 13 -> lateAnswer();
      case 14 -> receipt();
      default -> turnOff();
    }
  }

  private void accept(Instant at) {
    String request = "q" + ++requests;
    story.add("accept " + request + " " + at);
    bed.answer(name, request, "accept", at);
    model.accept(request, at);
    accepts.add(request);
  }

  /** The same answer once more. */
  private void again() {
    if (!accepts.isEmpty()) {
      story.add("accept again");
      String request = accepts.get(random.nextInt(accepts.size()));
      assertThat(bed.answer(name, request, "accept")).isEqualTo(Registered.REPEATED);
    }
  }

  private void reject(Instant at) {
    String request = "no" + ++requests;
    story.add("reject " + at);
    bed.answer(name, request, "reject", at);
    model.reject(request, at);
  }

  private void claim() {
    DueDelivery due = waiting.isEmpty() ? bed.due(name) : waiting.removeLast();
    Verdict verdict = bed.claimOne(due);
    boolean gets = model.claim(claimOf(due), due.id(), bed.clock.instant());
    story.add("claim " + due.id() + " " + due.attempts() + " " + gets);
    assertThat(verdict instanceof Verdict.Pass).as(story::toString).isEqualTo(gets);
    if (gets) {
      open.add(due);
      sent.add(due);
    }
  }

  private static String claimOf(DueDelivery due) {
    return due.id() + "/" + (due.attempts() + 1);
  }

  private void settle() {
    if (open.isEmpty()) {
      return;
    }
    DueDelivery due = open.remove(random.nextInt(open.size()));
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> tell(due, accepted(due), "consumed");
      case 3 -> {
        tell(due, unknown(due), "invalid");
        swept.add(due);
      }
      case 4 -> {
        tell(due, random.nextBoolean() ? retried(due) : givenBack(due), "available");
        waiting.add(after(due, due.attempts() + 1));
      }
      case 5 -> tell(due, failed(due), "invalid");
      case 6 -> tell(due, rejected(due), "available");
      default -> {
        tell(due, rejected(due, Proof.NO_AUTHORISATION), "invalid");
        model.disproved(due.id());
      }
    }
  }

  private void tell(DueDelivery due, SettledDelivery settled, String to) {
    story.add("settle " + due.id() + " " + settled.state() + " -> " + to);
    bed.settle(settled);
    model.settle(claimOf(due), to);
    told.add(settled);
  }

  private void settleAgain() {
    if (!told.isEmpty()) {
      story.add("settle again");
      bed.settle(told.get(random.nextInt(told.size())));
    }
  }

  /** The worker was only slow. */
  private void lateAnswer() {
    if (!swept.isEmpty()) {
      story.add("late answer");
      bed.settle(accepted(swept.removeLast()));
    }
  }

  private void receipt() {
    if (!sent.isEmpty()) {
      DueDelivery due = sent.get(random.nextInt(sent.size()));
      story.add("receipt " + due.id());
      bed.refusedByReceipt(due, "r" + random.nextInt(3));
      model.receipt(due.id());
    }
  }

  private void turnOff() {
    story.add("turn off");
    int voided =
        bed.within(() -> bed.grants().voidAll(bed.purpose(name), "turned_off", LedgerBed.CLIENT));
    assertThat(voided).isNotNegative();
    model.turnedOff();
  }
}
