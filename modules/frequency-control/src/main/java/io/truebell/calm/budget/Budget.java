package io.truebell.calm.budget;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A channel account's budget.
 *
 * @param limit calls in a calendar month of {@code zone}
 * @param warnAt percents of the limit, ascending
 * @param fallback the channel that takes over when it is used up; null for the inbox alone
 * @param version grows with each change
 */
record Budget(
    AccountId account,
    long limit,
    List<Integer> warnAt,
    @Nullable ChannelKey fallback,
    ZoneId zone,
    int version,
    Instant setAt,
    String setBy) {
  private static final int PERCENT = 100;

  Budget {
    warnAt = List.copyOf(warnAt);
  }

  /** The first day of the month in which {@code at} falls. */
  LocalDate month(Instant at) {
    return LocalDate.ofInstant(at, zone).withDayOfMonth(1);
  }

  /** When a month begins. */
  Instant begins(LocalDate month) {
    return month.atStartOfDay(zone).toInstant();
  }

  /** When the next month begins. */
  Instant resets(LocalDate month) {
    return begins(month.plusMonths(1));
  }

  /** The warning levels that {@code used} calls have reached. */
  List<Integer> reached(long used) {
    return warnAt.stream().filter(p -> used * PERCENT >= limit * p).toList();
  }
}
