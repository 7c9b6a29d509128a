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
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** One recipient's random life, told to the ledger and to the model alike. */
final class Script {
  private static final int STEPS = 10;

  private final LedgerBed bed;
  private final String name;
  private final Random random;
  private final Model model = new Model();
  private final List<DueDelivery> open = new ArrayList<>();
  private final List<Ending> postponed = new ArrayList<>();
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

  /** What becomes of a claim, and of what it reserved. */
  private record Ending(DueDelivery due, SettledDelivery settled, String to) {}

  /** Plays it to its end; every claim is settled by then. */
  void play() {
    for (int i = 0; i < STEPS; i++) {
      step(random.nextInt(20));
      bed.clock.tick(Duration.ofSeconds(1));
    }
    while (!open.isEmpty() || !postponed.isEmpty()) {
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
      case 15 -> turnOff();
      case 16, 17 -> claimInVain();
      default -> settleInVain();
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

  /**
   * The claim's transaction comes to nothing: the delivery waits as before, and nothing is kept.
   */
  private void claimInVain() {
    DueDelivery due = waiting.isEmpty() ? bed.due(name) : waiting.removeLast();
    waiting.add(due);
    story.add("claim in vain " + due.id() + " " + due.attempts());
    long before = bed.balance(name).reserved();
    boolean got =
        bed.rolledBack(
            () -> {
              boolean passed = bed.claimOne(due) instanceof Verdict.Pass;
              assertThat(bed.balance(name).reserved()).isEqualTo(before + (passed ? 1 : 0));
              return passed;
            });
    assertThat(got).as(story::toString).isEqualTo(model.hasOne());
    assertThat(TransactionSynchronizationManager.getResourceMap()).as("chosen").isEmpty();
    check();
  }

  private void settle() {
    if (!postponed.isEmpty() && (open.isEmpty() || random.nextBoolean())) {
      tell(postponed.remove(random.nextInt(postponed.size())));
    } else if (!open.isEmpty()) {
      tell(ending(open.remove(random.nextInt(open.size()))));
    }
  }

  /** The outcome is known, and its transaction comes to nothing: it is told again later. */
  private void settleInVain() {
    if (!open.isEmpty()) {
      Ending ending = ending(open.remove(random.nextInt(open.size())));
      story.add("settle in vain " + ending.due().id() + " " + ending.settled().state());
      bed.settleInVain(ending.settled());
      postponed.add(ending);
      check();
    }
  }

  private Ending ending(DueDelivery due) {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> new Ending(due, accepted(due), "consumed");
      case 3 -> new Ending(due, unknown(due), "invalid");
      case 4 -> new Ending(due, random.nextBoolean() ? retried(due) : givenBack(due), "available");
      case 5 -> new Ending(due, failed(due), "invalid");
      case 6 -> new Ending(due, rejected(due), "available");
      default -> new Ending(due, rejected(due, Proof.NO_AUTHORISATION), "invalid");
    };
  }

  private void tell(Ending ending) {
    DueDelivery due = ending.due();
    story.add("settle " + due.id() + " " + ending.settled().state() + " -> " + ending.to());
    bed.settle(ending.settled());
    model.settle(claimOf(due), ending.to());
    told.add(ending.settled());
    switch (ending.settled().state()) {
      case UNKNOWN -> swept.add(due);
      case QUEUED -> waiting.add(after(due, due.attempts() + 1));
      case REJECTED -> {
        if (ending.to().equals("invalid")) {
          model.disproved(due.id());
        }
      }
      default -> {}
    }
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
