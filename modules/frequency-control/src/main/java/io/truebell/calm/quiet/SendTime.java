package io.truebell.calm.quiet;

import io.truebell.calm.policy.CalmPolicy.Otherwise;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When something may be sent by the recipient's clock: a pure function of the time, the zone and
 * the hours that are shut.
 */
public sealed interface SendTime {
  /**
   * Now.
   *
   * @param passed the hours that it passes since it is urgent; null when none are shut
   */
  record Now(@Nullable ShutHours passed) implements SendTime {}

  /**
   * Not before {@code until}, when nothing is shut any more.
   *
   * @param shut hours that are shut now
   * @param last those that end at {@code until}; others than {@code shut} when some follow others
   */
  record Later(Instant until, ShutHours shut, ShutHours last) implements SendTime {}

  /** Not at all: who shut these hours wants what comes in them left to the inbox. */
  record Inbox(ShutHours shut) implements SendTime {}

  /** Not at all: together the hours leave no time of the day. */
  record Never(ShutHours shut) implements SendTime {}

  /**
   * Whoever is not in shut hours may be sent now, and so may what is urgent. What would have to be
   * left to the inbox now is; everything else waits until all hours let it pass, also those that
   * begin while it waits.
   */
  static SendTime of(Instant now, ZoneId zone, List<ShutHours> hours, boolean urgent) {
    List<ShutHours> shut = hours.stream().filter(h -> h.end(now, zone) != null).toList();
    if (shut.isEmpty()) {
      return new Now(null);
    }
    if (urgent) {
      return new Now(shut.getFirst());
    }
    Optional<ShutHours> inbox =
        shut.stream().filter(h -> h.otherwise() == Otherwise.DEGRADE).findFirst();
    return inbox.<SendTime>map(Inbox::new).orElseGet(() -> later(now, zone, hours, shut));
  }

  private static SendTime later(
      Instant now, ZoneId zone, List<ShutHours> hours, List<ShutHours> shut) {
    // a day may lose its only open hour to daylight saving, two in a row never do
    Instant farthest = now.plus(Duration.ofDays(3));
    Instant until = now;
    ShutHours last = shut.getFirst();
    while (until.isBefore(farthest)) {
      Instant end = until;
      for (ShutHours h : hours) {
        Instant itsEnd = h.end(until, zone);
        if (itsEnd != null && itsEnd.isAfter(end)) {
          end = itsEnd;
          last = h;
        }
      }
      if (end.equals(until)) {
        return new Later(until, shut.contains(last) ? last : shut.getFirst(), last);
      }
      until = end;
    }
    return new Never(shut.getFirst());
  }
}
