package io.truebell.dispatch.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.dispatch.path.DeliveryPath.Visit;
import io.truebell.dispatch.worker.Ring.Turn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order in which tenants are visited. */
class RingTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Visit MORE = new Visit(10, true, false);
  private static final Visit ALL = new Visit(3, false, false);
  private static final Visit BLOCKED = new Visit(0, false, true);

  private final Ring ring = new Ring(10, Duration.ofMillis(5));
  private final Tenant big = tenant(1);
  private final Tenant other = tenant(2);
  private final Tenant quiet = tenant(3);

  private static Tenant tenant(int number) {
    TenantId id = new TenantId(new UUID(0, number));
    return new Tenant(id, "t" + number, Tenant.schemaOf(id), false);
  }

  private Tenant next() throws InterruptedException {
    return ring.take(LONG).tenant();
  }

  @Test
  @Tag("WALL-3")
  void tenantsWithABacklogTakeTurns() throws InterruptedException {
    ring.due(List.of(big, other));
    List<Tenant> order = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Tenant visited = next();
      order.add(visited);
      ring.visited(visited, MORE, 0, false);
    }
    assertThat(order).containsExactly(big, other, big, other, big, other);
  }

  @Test
  @Tag("WALL-3")
  void whoeverHasJustFoundSomethingDueGoesBeforeABacklogOnce() throws InterruptedException {
    ring.due(List.of(big, other));
    for (int i = 0; i < 4; i++) {
      ring.visited(next(), MORE, 0, false);
    }
    ring.due(List.of(quiet));
    assertThat(next()).isEqualTo(quiet);
    // it stays busy, too: from now on it has its turn like the others
    ring.visited(quiet, MORE, 0, false);
    assertThat(List.of(next(), next(), next())).containsExactly(big, other, quiet);
  }

  @Test
  @Tag("WALL-3")
  void howeverManyNewcomersThereAreABacklogHasItsTurns() throws InterruptedException {
    ring.due(List.of(big));
    ring.visited(next(), MORE, 0, false);
    for (int i = 10; i < 40; i++) {
      ring.due(List.of(tenant(i)));
    }
    List<Tenant> order = new ArrayList<>();
    for (int i = 0; i < 27; i++) {
      Tenant visited = next();
      order.add(visited);
      ring.visited(visited, visited.equals(big) ? MORE : ALL, 0, false);
    }
    assertThat(order.stream().filter(big::equals)).hasSize(3);
  }

  @Test
  void aTenantIsNotVisitedTwiceAtTheSameTimeAndAWakeUpMeanwhileIsKept()
      throws InterruptedException {
    ring.due(List.of(big));
    assertThat(next()).isEqualTo(big);
    ring.due(List.of(big));
    assertThat(ring.take(Duration.ZERO)).isNull();
    ring.visited(big, ALL, 0, false);
    assertThat(next()).isEqualTo(big);
    ring.visited(big, ALL, 0, false);
    assertThat(ring.take(Duration.ZERO)).isNull();
  }

  @Test
  void aFinishedCallBringsAVisitSoonAndManyBringItAtOnce() throws InterruptedException {
    ring.finished(big, 1);
    assertThat(next()).isEqualTo(big);
    ring.visited(big, ALL, 0, false);
    ring.finished(other, 10);
    assertThat(ring.take(Duration.ZERO).tenant()).isEqualTo(other);
  }

  @Test
  void whereOnlyCallsHaveEndedNothingIsClaimedAgain() throws InterruptedException {
    ring.due(List.of(big));
    assertThat(ring.take(LONG)).isEqualTo(new Turn(big, true));
    ring.visited(big, ALL, 1, false);
    assertThat(ring.take(LONG)).isEqualTo(new Turn(big, false));
    ring.visited(big, BLOCKED, 1, false);
    assertThat(ring.take(LONG)).isEqualTo(new Turn(big, true));
  }

  @Test
  @Tag("WALL-3")
  void aTenantWhoseOwnCallsTakeAllItsPlacesIsVisitedWhenOneOfThemEnds()
      throws InterruptedException {
    ring.due(List.of(big));
    assertThat(next()).isEqualTo(big);
    ring.visited(big, BLOCKED, 0, true);
    assertThat(ring.take(Duration.ofMillis(20))).isNull();
    ring.finished(big, 1);
    assertThat(ring.take(LONG)).isEqualTo(new Turn(big, true));
  }

  @Test
  void aVisitThatFailedIsMadeAgainLaterAndClaims() throws InterruptedException {
    ring.finished(big, 1);
    assertThat(ring.take(LONG)).isEqualTo(new Turn(big, false));
    ring.failed(big);
    assertThat(ring.take(Duration.ZERO)).isNull();
    assertThat(ring.take(LONG)).isEqualTo(new Turn(big, true));
  }

  @Test
  void aCallThatEndsDuringAVisitIsNotForgotten() throws InterruptedException {
    ring.due(List.of(big));
    assertThat(next()).isEqualTo(big);
    ring.finished(big, 1);
    ring.visited(big, ALL, 0, false);
    assertThat(next()).isEqualTo(big);
  }

  @Test
  void aTenantWithoutFreePlacesComesAgainAndDoesNotHoldUpTheNext() throws InterruptedException {
    ring.due(List.of(big, other));
    assertThat(next()).isEqualTo(big);
    ring.visited(big, BLOCKED, 0, false);
    assertThat(next()).isEqualTo(other);
    ring.visited(other, ALL, 0, false);
    assertThat(next()).isEqualTo(big);
  }

  @Test
  void noWakeUpIsLostBetweenManyWhoWakeAndManyWhoVisit() throws Exception {
    int wakes = 4_000;
    AtomicInteger made = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 4; i++) {
        all.add(
            threads.submit(
                () -> {
                  while (made.incrementAndGet() <= wakes) {
                    ring.due(List.of(quiet));
                  }
                }));
      }
      for (int i = 0; i < 3; i++) {
        all.add(
            threads.submit(
                () -> {
                  // whatever was woken before a take is covered by the visit that follows it
                  while (seen.get() < wakes) {
                    assertThat(next()).isEqualTo(quiet);
                    seen.set(Math.min(made.get(), wakes));
                    ring.visited(quiet, ALL, 0, false);
                  }
                  ring.due(List.of(quiet));
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(seen).hasValue(wakes);
  }
}
