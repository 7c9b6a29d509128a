package io.truebell.calm.quiet;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.quiet.ShutHours.Whose;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every zone of the JDK, random hours and times, half of them around a change of the clock, against
 * another definition of the same: hours are shut or not by the furthest time that the zone's clocks
 * have shown so far.
 */
@Tag("CALM-4")
class SendTimePropertyTest {
  private static final int CASES_PER_ZONE = 200;
  private static final long FIRST = Instant.parse("1970-01-02T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("2060-01-01T00:00:00Z").getEpochSecond();
  private static final int DAY = 24 * 60;

  @Test
  void theAnswerIsTheFirstMinuteAtWhichNothingIsShut() {
    long seed = Long.getLong("truebell.seed", 4);
    Random random = new Random(seed);
    int held = 0;
    int never = 0;
    int cases = 0;
    for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      ZoneId zone = ZoneId.of(id);
      for (int i = 0; i < CASES_PER_ZONE; i++) {
        List<ShutHours> hours = hours(random);
        Instant now = now(random, zone.getRules());
        cases++;
        String what = "seed " + seed + ": " + now + " " + zone + " " + hours;
        switch (SendTime.of(now, zone, hours, false)) {
          case SendTime.Now(ShutHours passed) -> {
            assertThat(passed).as(what).isNull();
            assertThat(new Clocks(zone, hours).shut(now)).as(what).isFalse();
          }
          case SendTime.Later later -> {
            held++;
            check(what, zone, hours, now, later);
          }
          case SendTime.Never _ -> {
            never++;
            assertThat(new Clocks(zone, hours).allShut(now)).as(what).isTrue();
          }
          case SendTime.Inbox _ -> throw new AssertionError(what);
        }
      }
    }
    assertThat(cases).isGreaterThanOrEqualTo(100_000);
    assertThat(held).isGreaterThan(cases / 4);
    assertThat(never).isGreaterThan(100);
  }

  private static void check(
      String what, ZoneId zone, List<ShutHours> hours, Instant now, SendTime.Later later) {
    Instant until = later.until();
    Clocks clocks = new Clocks(zone, hours);
    if (!until.isAfter(now)
        || until.isAfter(now.plus(Duration.ofDays(2)))
        || clocks.shut(until)
        || !clocks.shut(until.minusNanos(1))
        || !SendTime.of(until, zone, hours, false).equals(new SendTime.Now(null))) {
      throw new AssertionError(what + " waits until " + until);
    }
    for (Instant at = now; at.isBefore(until); at = at.plusSeconds(60)) {
      if (!clocks.shut(at)) {
        throw new AssertionError(what + " waits until " + until + " and could go at " + at);
      }
    }
  }

  /** One to three periods; many begin or end in the small hours, when clocks are changed. */
  private static List<ShutHours> hours(Random random) {
    List<ShutHours> hours = new ArrayList<>();
    Whose[] all = Whose.values();
    for (int i = random.nextInt(3); i < all.length; i++) {
      LocalTime from = time(random);
      LocalTime to = time(random);
      if (!from.equals(to)) {
        hours.add(new ShutHours(all[i], from, to, Otherwise.HOLD));
      }
    }
    return hours;
  }

  private static LocalTime time(Random random) {
    int minute = random.nextBoolean() ? random.nextInt(DAY) : random.nextInt(4 * 60);
    return LocalTime.ofSecondOfDay(minute * 60L);
  }

  private static Instant now(Random random, ZoneRules rules) {
    Instant any =
        Instant.ofEpochSecond(random.nextLong(FIRST, LAST), random.nextInt(1_000_000_000));
    ZoneOffsetTransition change = rules.nextTransition(any);
    return change == null || random.nextBoolean()
        ? any
        : change.getInstant().plusSeconds(random.nextLong(-48 * 3600, 12 * 3600));
  }

  /** What the zone's clocks have shown, and so what is shut. */
  private static final class Clocks {
    private final ZoneRules rules;
    private final boolean[] shut = new boolean[DAY];
    private Instant begin = Instant.MAX;
    private Instant end = Instant.MIN;
    private long offset;
    private long shownBefore;

    Clocks(ZoneId zone, List<ShutHours> hours) {
      this.rules = zone.getRules();
      for (ShutHours h : hours) {
        int to = h.to().toSecondOfDay() / 60;
        for (int m = h.from().toSecondOfDay() / 60; m != to; m = (m + 1) % DAY) {
          shut[m] = true;
        }
      }
    }

    boolean shut(Instant at) {
      if (at.isBefore(begin) || !at.isBefore(end)) {
        look(at);
      }
      long shows = at.getEpochSecond() + offset;
      if (shows < shownBefore) {
        shows = shownBefore - 1;
      }
      return shut[(int) Math.floorMod(shows, 86_400L) / 60];
    }

    /** Between two changes of the clock nothing changes. */
    private void look(Instant at) {
      ZoneOffsetTransition last = rules.previousTransition(at.plusNanos(1));
      ZoneOffsetTransition next = rules.nextTransition(at);
      begin = last == null ? Instant.MIN : last.getInstant();
      end = next == null ? Instant.MAX : next.getInstant();
      offset = rules.getOffset(at).getTotalSeconds();
      shownBefore =
          last != null && last.isOverlap()
              ? last.getDateTimeBefore().toEpochSecond(ZoneOffset.UTC)
              : Long.MIN_VALUE;
    }

    /** Whether nothing opens for days. */
    boolean allShut(Instant now) {
      for (int m = 0; m < 3 * DAY; m++) {
        if (!shut(now.plusSeconds(m * 60L))) {
          return false;
        }
      }
      return true;
    }
  }
}
