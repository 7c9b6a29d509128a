package io.truebell.calm.quiet;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.core.message.Category;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hours of every local day in which nothing is sent that is not urgent, from {@code from}
 * (included) to {@code to} (excluded); over midnight when {@code to} is earlier.
 *
 * <p>A local time that daylight saving skips means the first instant after the gap; one that occurs
 * twice means the first. So hours that lie inside a gap are not there on that day, and hours that
 * have ended do not begin again when the clock is put back.
 *
 * @param whose who wants them
 * @param otherwise what becomes of what comes in them
 */
public record ShutHours(Whose whose, LocalTime from, LocalTime to, Otherwise otherwise) {
  public ShutHours {
    if (from.equals(to)) {
      throw new IllegalArgumentException("from " + from + " to " + to + " is no time");
    }
  }

  /** Who wants hours shut. */
  public enum Whose {
    /** The tenant's quiet hours. */
    TENANT,
    /** What lies outside a category's send window. */
    CATEGORY,
    /** The person's own quiet hours. */
    RECIPIENT
  }

  /** All that concern a category's messages to somebody. */
  public static List<ShutHours> of(CalmPolicy policy, Category category, @Nullable OwnHours own) {
    List<ShutHours> shut = new ArrayList<>(3);
    Hours quiet = policy.quietHours();
    if (quiet != null) {
      shut.add(new ShutHours(Whose.TENANT, quiet.from(), quiet.to(), quiet.otherwise()));
    }
    Hours open = policy.sendWindows().get(category);
    if (open != null) {
      shut.add(new ShutHours(Whose.CATEGORY, open.to(), open.from(), open.otherwise()));
    }
    if (own != null) {
      shut.add(new ShutHours(Whose.RECIPIENT, own.from(), own.to(), Otherwise.HOLD));
    }
    return shut;
  }

  /** When those hours end that {@code at} lies in; null when it lies in none. */
  @Nullable Instant end(Instant at, ZoneId zone) {
    LocalDate today = LocalDate.ofInstant(at, zone);
    Instant end = null;
    // those that began yesterday may still last, and where a clock is put back over midnight
    // those of tomorrow's date may have begun
    for (LocalDate day : List.of(today.minusDays(1), today, today.plusDays(1))) {
      Instant begins = first(day.atTime(from), zone);
      Instant ends = first((to.isBefore(from) ? day.plusDays(1) : day).atTime(to), zone);
      boolean inside = !at.isBefore(begins) && at.isBefore(ends);
      if (inside && (end == null || ends.isAfter(end))) {
        end = ends;
      }
    }
    return end;
  }

  /** When the zone's clocks first show that time, or have passed it without showing it. */
  private static Instant first(LocalDateTime local, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    return offsets.isEmpty()
        ? rules.getTransition(local).getInstant()
        : local.toInstant(offsets.getFirst());
  }
}
