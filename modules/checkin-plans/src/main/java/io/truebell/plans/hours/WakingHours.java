package io.truebell.plans.hours;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;

/**
 * When a person is awake, by their own clock: from {@code wake} (included) to {@code sleep}
 * (excluded). Where sleep is earlier than wake they are awake over midnight, as night workers are.
 *
 * <p>A waking day bears the date on which it begins. For those awake over midnight it lasts until
 * they go to sleep; for all others it is the calendar day. A local time that daylight saving skips
 * means the first that exists; one that occurs twice means the first.
 */
public record WakingHours(LocalTime wake, LocalTime sleep) {
  public WakingHours {
    if (wake.equals(sleep)) {
      throw new IllegalArgumentException("awake from " + wake + " to " + sleep + " is no time");
    }
  }

  /** The waking day that {@code at} belongs to. */
  public LocalDate dayOf(Instant at, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(at, zone);
    boolean stillYesterday = overMidnight() && local.toLocalTime().isBefore(sleep);
    return stillYesterday ? local.toLocalDate().minusDays(1) : local.toLocalDate();
  }

  /** Whether the person is awake then. */
  public boolean awake(Instant at, ZoneId zone) {
    // a clock that is put back shows a waking time again after the person went to sleep
    return shows(LocalTime.ofInstant(at, zone)) && at.isBefore(end(dayOf(at, zone), zone));
  }

  /** When the waking day of that date ends. */
  public Instant end(LocalDate day, ZoneId zone) {
    LocalDate date = overMidnight() ? day.plusDays(1) : day;
    return times(date.atTime(sleep), zone).getFirst();
  }

  /** {@code at} itself when the person is awake then, and otherwise when they wake next. */
  public Instant firstAwake(Instant at, ZoneId zone) {
    return awake(at, zone) ? at : firstWake(at, LocalDate.ofInstant(at, zone).minusDays(1), zone);
  }

  /** When the person wakes, on {@code day} or later, not earlier than {@code notBefore}. */
  Instant firstWake(Instant notBefore, LocalDate day, ZoneId zone) {
    LocalDate date = day;
    while (true) {
      for (Instant time : times(date.atTime(wake), zone)) {
        // hours that daylight saving skips altogether leave nothing of that day
        if (!time.isBefore(notBefore) && awake(time, zone)) {
          return time;
        }
      }
      date = date.plusDays(1);
    }
  }

  private boolean overMidnight() {
    return sleep.isBefore(wake);
  }

  private boolean shows(LocalTime time) {
    boolean up = !time.isBefore(wake);
    boolean notYetDown = time.isBefore(sleep);
    return overMidnight() ? up || notYetDown : up && notYetDown;
  }

  /** When the zone's clocks show that time, in order; the end of the gap when they never do. */
  private static List<Instant> times(LocalDateTime local, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    if (offsets.isEmpty()) {
      ZoneOffsetTransition gap = rules.getTransition(local);
      return List.of(gap.getInstant());
    }
    return offsets.stream().map(local::toInstant).sorted().toList();
  }
}
