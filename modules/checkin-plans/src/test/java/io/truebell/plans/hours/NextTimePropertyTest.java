package io.truebell.plans.hours;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Chosen at random, over every zone that the JDK knows and mostly near the hours in which their
 * clocks are changed: never in the past, never asleep, never again on the day of a reached goal.
 */
@Tag("PLAN-3")
class NextTimePropertyTest {
  private static final int CASES = 150_000;
  private static final int SCANNED = 4_000;
  private static final long SEED = Long.getLong("truebell.seed", 20_261_130L);
  private static final Instant FIRST = Instant.parse("1970-01-02T00:00:00Z");
  private static final Instant LAST = Instant.parse("2060-01-01T00:00:00Z");

  private final Random random = new Random(SEED);
  private final List<ZoneId> zones =
      new ArrayList<>(
          new TreeSet<>(ZoneId.getAvailableZoneIds()).stream().map(ZoneId::of).toList());

  private record Case(
      Instant checkin,
      Duration interval,
      LocalTime wake,
      LocalTime sleep,
      boolean reached,
      ZoneId zone) {
    Instant next() {
      return NextTime.of(checkin, interval, wake, sleep, reached, zone);
    }

    LocalDateTime local(Instant at) {
      return LocalDateTime.ofInstant(at, zone);
    }

    /** By the clock on the wall alone, and written anew. */
    boolean asleepByTheClock(Instant at) {
      int minute = local(at).toLocalTime().toSecondOfDay();
      int up = wake.toSecondOfDay();
      int down = sleep.toSecondOfDay();
      return up < down ? minute < up || minute >= down : minute >= down && minute < up;
    }

    LocalDate wakingDay(Instant at) {
      LocalDateTime local = local(at);
      boolean overMidnight = sleep.isBefore(wake);
      return overMidnight && local.toLocalTime().isBefore(sleep)
          ? local.toLocalDate().minusDays(1)
          : local.toLocalDate();
    }

    /** Went to bed before the clock was put back, and sleeps through the hour's second showing. */
    boolean alreadyInBed(Instant at) {
      LocalDate date = sleep.isBefore(wake) ? wakingDay(at).plusDays(1) : wakingDay(at);
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(date.atTime(sleep));
      return offsets.stream().anyMatch(o -> !date.atTime(sleep).toInstant(o).isAfter(at));
    }
  }

  private Case any(int number) {
    // each zone has its turn
    ZoneId zone = zones.get(number % zones.size());
    LocalTime wake = LocalTime.of(random.nextInt(24), random.nextInt(60));
    LocalTime sleep;
    do {
      sleep = LocalTime.of(random.nextInt(24), random.nextInt(60));
    } while (sleep.equals(wake));
    Duration interval = Duration.ofMinutes(5 + random.nextInt(1_436));
    return new Case(instant(zone), interval, wake, sleep, random.nextBoolean(), zone);
  }

  private Instant instant(ZoneId zone) {
    long span = LAST.getEpochSecond() - FIRST.getEpochSecond();
    Instant any = FIRST.plusSeconds((long) (random.nextDouble() * span));
    ZoneOffsetTransition change = zone.getRules().nextTransition(any);
    if (change == null || random.nextInt(4) == 0 || change.getInstant().isAfter(LAST)) {
      return any;
    }
    return change.getInstant().plusSeconds(random.nextInt(2 * 129_600) - 129_600L);
  }

  @Test
  void neverInThePastNeverAsleepNeverAgainOnTheDayOfAReachedGoal() {
    Set<ZoneId> seen = new HashSet<>();
    int reached = 0;
    int moved = 0;
    for (int i = 0; i < CASES; i++) {
      Case c = any(i);
      Instant next = c.next();
      if (!next.isAfter(c.checkin())
          || c.asleepByTheClock(next)
          || c.alreadyInBed(next)
          || (c.reached() && !c.wakingDay(next).isAfter(c.wakingDay(c.checkin())))
          || (!c.reached() && next.isBefore(c.checkin().plus(c.interval())))) {
        throw new AssertionError(c + " gives " + c.local(next) + "; seed " + SEED);
      }
      seen.add(c.zone());
      reached += c.reached() ? 1 : 0;
      moved += next.equals(c.checkin().plus(c.interval())) ? 0 : 1;
    }
    assertThat(seen).as("every zone").hasSameSizeAs(zones).hasSizeGreaterThan(500);
    assertThat(reached).isBetween(CASES / 3, 2 * CASES / 3);
    assertThat(moved).as("both ways are taken").isBetween(CASES / 2, CASES - CASES / 10);
  }

  /** Nobody waits longer than they must: looked for minute by minute. */
  @Test
  void itIsTheFirstMinuteAtWhichThePersonIsAwake() {
    for (int i = 0; i < SCANNED; i++) {
      Case any = any(i * 7 + 3);
      Case c =
          new Case(
              any.checkin().truncatedTo(ChronoUnit.MINUTES),
              any.interval(),
              any.wake(),
              any.sleep(),
              false,
              any.zone());
      Instant minute = c.checkin().plus(c.interval());
      while (c.asleepByTheClock(minute) || c.alreadyInBed(minute)) {
        minute = minute.plusSeconds(60);
      }
      // a zone whose offset had seconds is awake between two minutes
      Duration between = Duration.between(c.next(), minute);
      if (between.isNegative() || between.compareTo(Duration.ofMinutes(1)) >= 0) {
        throw new AssertionError(
            c + " gives " + c.local(c.next()) + ", not " + c.local(minute) + "; seed " + SEED);
      }
    }
  }
}
