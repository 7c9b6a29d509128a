package io.truebell.dispatch.why;

import io.truebell.core.message.Zones;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as the person reads them on their clock; the date only when it is another day's. */
final class LocalTimes {
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private final ZoneId zone;
  private final LocalDate day;

  /**
   * @param around the time that all are about
   */
  LocalTimes(String zone, Instant around) {
    this.zone = Zones.orUtc(zone);
    this.day = around.atZone(this.zone).toLocalDate();
  }

  String of(Instant time) {
    ZonedDateTime local = time.atZone(zone);
    return (local.toLocalDate().equals(day) ? MINUTE : DAY).format(local);
  }
}
