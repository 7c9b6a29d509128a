package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Case A1: workers that claim at the same moment open one digest, and count each other's. */
@Tag("CALM-2")
class ManyClaimersTest {
  private static final int CLAIMERS = 4;
  private static final int TIMES = 50;
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE NOT granted"
          + " AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";

  private final List<DeliveryId> ids = new ArrayList<>();
  private WindowBed bed;

  @BeforeEach
  void open() {
    bed = new WindowBed();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  /** Each claims one delivery at a time, until nothing is due; all of them begin together. */
  private Map<DeliveryId, Verdict> claimTogether(int most) throws Exception {
    Map<DeliveryId, Verdict> verdicts = new ConcurrentHashMap<>();
    CyclicBarrier together = new CyclicBarrier(CLAIMERS);
    Callable<Boolean> claimer =
        () -> {
          together.await(60, TimeUnit.SECONDS);
          Map<DeliveryId, Verdict> found = bed.claim(most);
          while (!found.isEmpty()) {
            verdicts.putAll(found);
            found = bed.claim(most);
          }
          return true;
        };
    all(Collections.nCopies(CLAIMERS, claimer));
    return verdicts;
  }

  private static void all(Collection<? extends Callable<Boolean>> work) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> one : threads.invokeAll(work)) {
        assertThat(one.get()).isTrue();
      }
    }
  }

  private static long are(Map<DeliveryId, Verdict> verdicts, Class<? extends Verdict> kind) {
    return verdicts.values().stream().filter(kind::isInstance).count();
  }

  @Test
  void eventsOfTheSameMomentMakeOneDigestFiftyTimes() throws Exception {
    for (int time = 0; time < TIMES; time++) {
      String ann = "ann-" + time;
      ids.clear();
      for (int i = 0; i < 8; i++) {
        ids.add(bed.post(Post.to(ann).saying("event " + i)));
      }
      Map<DeliveryId, Verdict> verdicts = claimTogether(1);

      assertThat(verdicts).as(ann).containsOnlyKeys(ids);
      assertThat(are(verdicts, Verdict.Pass.class)).as(ann).isEqualTo(3);
      assertThat(are(verdicts, Verdict.Hold.class)).as(ann).isEqualTo(1);
      assertThat(are(verdicts, Verdict.Merge.class)).as(ann).isEqualTo(4);
      assertThat(bed.digests(ann)).as(ann).containsExactly("open 5 3600");
      assertThat(bed.calls(ann)).isEqualTo(3);
    }
    bed.tick(3600);
    Map<DeliveryId, Verdict> due = claimTogether(7);
    assertThat(due).as("each goes out once").hasSize(TIMES);
    assertThat(due.values()).allMatch(v -> v instanceof Verdict.Pass);
    assertThat(due.keySet()).allMatch(id -> String.valueOf(bed.said.get(id)).contains("5 updates"));
    assertThat(bed.count("SELECT count(*) FROM delivery WHERE attempt > 1")).isZero();
  }

  @Test
  void manyPeopleInEachBatchNeitherShareNorDeadlock() throws Exception {
    int people = 12;
    for (int i = 0; i < 6; i++) {
      for (int person = 0; person < people; person++) {
        // in turn from both ends, so that batches hold the same people in different orders
        int who = i % 2 == 0 ? person : people - 1 - person;
        ids.add(bed.post(Post.to("crowd-" + who)));
      }
    }
    Map<DeliveryId, Verdict> verdicts = claimTogether(5);
    assertThat(verdicts).containsOnlyKeys(ids);
    for (int person = 0; person < people; person++) {
      assertThat(bed.digests("crowd-" + person)).containsExactly("open 3 3600");
      assertThat(bed.calls("crowd-" + person)).isEqualTo(3);
    }
  }

  @Test
  void whoJoinsWhileTheCarrierIsWithdrawnIsNotLost() throws Exception {
    for (int i = 0; i < 4; i++) {
      ids.add(bed.post(Post.to("ann")));
    }
    assertThat(bed.claim()).containsOnlyKeys(ids);
    DeliveryId late = bed.post(Post.to("ann"));
    DeliveryId last = bed.post(Post.to("bob"));
    bed.mark(ids.getLast());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> withdrawal = new ArrayList<>();
      // behind the window's gate: the late one has joined, and nothing is committed yet
      bed.later =
          d -> {
            withdrawal.add(
                threads.submit(() -> bed.inTransaction(() -> bed.withdrawn(ids.getLast()))));
            awaitWaiting(withdrawal.getFirst());
            return null;
          };
      assertThat(bed.claim()).containsOnlyKeys(late, last);
      assertThat(withdrawal.getFirst().get(60, TimeUnit.SECONDS)).isTrue();
    }
    bed.later = d -> null;
    bed.tick(3600);
    assertThat(bed.claim()).hasSize(1);
    assertThat(bed.one("SELECT resend_of::text FROM delivery WHERE resend_of IS NOT NULL"))
        .isEqualTo(late.toString());
    assertThat(bed.calls("ann")).isEqualTo(4);
    assertThat(bed.digests("ann")).containsExactly("sent 1 3600");
  }

  @Test
  void whoComesWhileADigestIsEndingDoesNotJoinIt() throws Exception {
    for (int i = 0; i < 4; i++) {
      ids.add(bed.post(Post.to("ann")));
    }
    assertThat(bed.claim()).containsOnlyKeys(ids);
    DeliveryId late = bed.post(Post.to("ann"));
    bed.mark(ids.getLast());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> claim =
          bed.inTransaction(
              () -> {
                assertThat(bed.withdrawn(ids.getLast())).isTrue();
                Future<Boolean> claiming =
                    threads.submit(() -> bed.claim().get(late) instanceof Verdict.Hold);
                awaitWaiting(claiming);
                return claiming;
              });
      assertThat(claim.get(60, TimeUnit.SECONDS)).as("it opens its own").isTrue();
    }
    assertThat(bed.digests("ann")).containsExactlyInAnyOrder("ended 1 3600", "open 1 3600");
  }

  private void awaitWaiting(Future<Boolean> other) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (bed.count(WAITING) == 0 && !other.isDone() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
