package io.truebell.calm.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * A person's day, from midnight to midnight by the clock on the wall: 23 or 25 hours when that
 * clock changes.
 *
 * @param ends the first instant of the next one
 */
record LocalDay(LocalDate date, ZoneId zone, Instant begins, Instant ends) {
  static LocalDay of(Instant now, ZoneId zone) {
    LocalDate date = LocalDate.ofInstant(now, zone);
    return new LocalDay(
        date,
        zone,
        date.atStartOfDay(zone).toInstant(),
        date.plusDays(1).atStartOfDay(zone).toInstant());
  }
}
