package io.truebell.plans.hours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When to remind next, to the minute. */
@Tag("PLAN-3")
class NextTimeTest {
  private static String next(
      String checkin, int minutes, String wake, String sleep, boolean reached, String zone) {
    ZoneId id = ZoneId.of(zone);
    Instant at = LocalDateTime.parse(checkin).atZone(id).toInstant();
    Instant next =
        NextTime.of(
            at,
            Duration.ofMinutes(minutes),
            LocalTime.parse(wake),
            LocalTime.parse(sleep),
            reached,
            id);
    return next.atZone(id).toOffsetDateTime().toString();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-10T10:00, false, 2026-03-10T12:00+08:00",
    "2026-03-10T21:10, false, 2026-03-11T08:00+08:00",
    "2026-03-10T16:00, true,  2026-03-11T08:00+08:00",
    "2026-03-10T05:30, false, 2026-03-10T08:00+08:00",
    "2026-03-10T20:00, false, 2026-03-11T08:00+08:00",
    "2026-03-10T06:00, false, 2026-03-10T08:00+08:00",
    "2026-03-10T19:59, false, 2026-03-10T21:59+08:00",
    "2026-03-10T23:30, false, 2026-03-11T08:00+08:00",
    "2026-03-10T23:30, true,  2026-03-11T08:00+08:00",
    "2026-03-10T00:30, true,  2026-03-11T08:00+08:00"
  })
  void theTableHoldsToTheMinute(String checkin, boolean reached, String expected) {
    assertThat(next(checkin, 120, "08:00", "22:00", reached, "Asia/Shanghai")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-12-31T21:10, false, 2027-01-01T08:00Z",
    "2026-02-28T16:00, true,  2026-03-01T08:00Z",
    "2028-02-28T16:00, true,  2028-02-29T08:00Z",
    "2026-04-30T22:30, false, 2026-05-01T08:00Z"
  })
  void monthsAndYearsEndWhereTheyEnd(String checkin, boolean reached, String expected) {
    assertThat(next(checkin, 120, "08:00", "22:00", reached, "UTC")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    // awake from the evening to the small hours, which still belong to the day before
    "2026-03-10T18:30, false, 2026-03-10T20:30Z",
    "2026-03-10T23:30, false, 2026-03-11T01:30Z",
    "2026-03-11T00:59, false, 2026-03-11T02:59Z",
    "2026-03-11T01:00, false, 2026-03-11T18:00Z",
    "2026-03-11T02:30, false, 2026-03-11T18:00Z",
    "2026-03-11T10:00, false, 2026-03-11T18:00Z",
    "2026-03-10T20:00, true,  2026-03-11T18:00Z",
    "2026-03-11T02:00, true,  2026-03-11T18:00Z",
    "2026-03-11T19:00, true,  2026-03-12T18:00Z"
  })
  void aNightWorkerIsAwakeOverMidnight(String checkin, boolean reached, String expected) {
    assertThat(next(checkin, 120, "18:00", "03:00", reached, "UTC")).isEqualTo(expected);
  }

  @Test
  void aWakingTimeThatDaylightSavingSkipsIsTheFirstThatExists() {
    // Berlin, 29 March 2026: 02:00 is 03:00
    assertThat(next("2026-03-28T23:00", 120, "02:30", "22:00", false, "Europe/Berlin"))
        .isEqualTo("2026-03-29T03:00+02:00");
    assertThat(next("2026-03-28T20:00", 120, "02:30", "22:00", true, "Europe/Berlin"))
        .isEqualTo("2026-03-29T03:00+02:00");
  }

  @Test
  void aWakingTimeThatOccursTwiceMeansTheFirst() {
    // Berlin, 25 October 2026: 03:00 is 02:00 again
    assertThat(next("2026-10-24T23:00", 60, "02:30", "22:00", false, "Europe/Berlin"))
        .isEqualTo("2026-10-25T02:30+02:00");
  }

  @Test
  void aBedtimeThatOccursTwiceMeansTheFirst() {
    Instant secondHalfPastOne = Instant.parse("2026-10-25T00:50:00Z").plus(Duration.ofMinutes(40));
    WakingHours hours = new WakingHours(LocalTime.parse("10:00"), LocalTime.parse("02:30"));
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    // 02:30 the first time is 00:30Z; at 01:20Z the clock shows 02:20 once more
    assertThat(hours.awake(Instant.parse("2026-10-25T00:20:00Z"), berlin)).isTrue();
    assertThat(hours.awake(Instant.parse("2026-10-25T01:20:00Z"), berlin)).isFalse();
    assertThat(hours.firstAwake(secondHalfPastOne, berlin))
        .isEqualTo(Instant.parse("2026-10-25T09:00:00Z"));
  }

  @Test
  void theIntervalIsRealTimeAcrossDaylightSaving() {
    // 01:30 + 2 h: 02:00 to 03:00 does not exist
    assertThat(next("2026-03-29T01:30", 120, "00:30", "23:30", false, "Europe/Berlin"))
        .isEqualTo("2026-03-29T04:30+02:00");
  }

  @Test
  void aDayThatAZoneSkipsHasNoReminder() {
    // Samoa had no 30 December 2011
    assertThat(next("2011-12-29T16:00", 120, "08:00", "22:00", true, "Pacific/Apia"))
        .isEqualTo("2011-12-31T08:00+14:00");
  }

  @Test
  void hoursThatAreAllSkippedLeaveNothingOfTheDay() {
    assertThat(next("2026-03-28T03:00", 60, "02:10", "02:50", false, "Europe/Berlin"))
        .isEqualTo("2026-03-30T02:10+02:00");
  }

  @Test
  void noTimeAwakeAndNoIntervalAreRefused() {
    LocalTime eight = LocalTime.of(8, 0);
    assertThatThrownBy(() -> new WakingHours(eight, eight))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                NextTime.of(
                    Instant.EPOCH,
                    Duration.ZERO,
                    eight,
                    LocalTime.of(22, 0),
                    false,
                    ZoneId.of("UTC")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
