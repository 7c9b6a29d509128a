package io.truebell.calm.quiet;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicies;
import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.quiet.ShutHours.Whose;
import io.truebell.core.message.Category;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("CALM-4")
class SendTimeTest {
  private static ShutHours quiet(String hours) {
    return shut(Whose.TENANT, hours, Otherwise.HOLD);
  }

  /** A send window as those hours that lie outside of it. */
  private static ShutHours outside(String window) {
    String[] parts = window.split("-", -1);
    return shut(Whose.CATEGORY, parts[1] + "-" + parts[0], Otherwise.HOLD);
  }

  private static ShutHours shut(Whose whose, String hours, Otherwise otherwise) {
    String[] parts = hours.split("-", -1);
    return new ShutHours(whose, LocalTime.parse(parts[0]), LocalTime.parse(parts[1]), otherwise);
  }

  private static SendTime at(String now, String zone, ShutHours... hours) {
    return SendTime.of(Instant.parse(now), ZoneId.of(zone), List.of(hours), false);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // what,                                 now,                  zone,             window,
    // until
    "E1 the day before the clock goes back,  2026-10-31T19:30:00Z, America/New_York, 14:00-15:00, 2026-11-01T19:00:00Z",
    "E1 one week later,                      2026-11-08T15:00:00Z, America/New_York, 14:00-15:00, 2026-11-08T19:00:00Z",
    "E1 at its hour,                         2026-11-08T19:00:00Z, America/New_York, 14:00-15:00, now",
    "E2 on the day that the clock goes back, 2026-10-25T05:59:59Z, Europe/Paris,     07:00-22:00, 2026-10-25T06:00:00Z",
    "E2 in its hours after that,             2026-10-31T06:30:00Z, Europe/Paris,     07:00-22:00, now",
    "E2 before its hours after that,         2026-10-31T05:30:00Z, Europe/Paris,     07:00-22:00, 2026-10-31T06:00:00Z",
    "opens at a time that is skipped,        2026-03-29T00:10:00Z, Europe/Berlin,    02:30-05:00, 2026-03-29T01:00:00Z",
    "lies in the gap,                        2026-03-29T00:10:00Z, Europe/Berlin,    02:15-02:45, 2026-03-30T00:15:00Z",
    "lies in the gap and has just been,      2026-03-28T01:50:00Z, Europe/Berlin,    02:15-02:45, 2026-03-30T00:15:00Z",
  })
  void outsideOfItsSendWindowItWaitsUntilThisOpens(
      String what, String now, String zone, String window, String until) {
    assertThat(said(at(now, zone, outside(window)))).as(what).isEqualTo(until);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // what,                                  now,                  zone,             quiet,
    // until
    "E9 the server's clock says 18:00,        2026-11-30T18:00:00Z, Asia/Shanghai,    22:00-07:00, 2026-11-30T23:00:00Z",
    "E9 the server's clock says 02:00,        2026-11-30T02:00:00Z, Asia/Shanghai,    22:00-07:00, now",
    "first minute,                            2026-11-30T22:00:00Z, UTC,              22:00-07:00, 2026-12-01T07:00:00Z",
    "last second before,                      2026-11-30T21:59:59Z, UTC,              22:00-07:00, now",
    "last second,                             2026-12-01T06:59:59Z, UTC,              22:00-07:00, 2026-12-01T07:00:00Z",
    "first minute after,                      2026-12-01T07:00:00Z, UTC,              22:00-07:00, now",
    "by day,                                  2026-12-01T12:30:00Z, UTC,              12:00-14:00, 2026-12-01T14:00:00Z",
    "to midnight,                             2026-12-01T23:00:00Z, UTC,              22:00-00:00, 2026-12-02T00:00:00Z",
    "from midnight,                           2026-12-02T00:00:00Z, UTC,              00:00-06:00, 2026-12-02T06:00:00Z",
    "E4 ends at a time that is skipped,       2026-03-29T00:00:00Z, Europe/Berlin,    22:00-02:30, 2026-03-29T01:00:00Z",
    "E4 ends at one that comes twice,         2026-10-25T00:15:00Z, Europe/Berlin,    22:00-02:30, 2026-10-25T00:30:00Z",
    "E4 and is over when it comes again,      2026-10-25T01:15:00Z, Europe/Berlin,    22:00-02:30, now",
    "E4 01:30 on the day of the overlap,      2026-11-01T05:30:00Z, America/New_York, 22:00-01:30, now",
    "E4 its first 01:29,                      2026-11-01T05:29:00Z, America/New_York, 22:00-01:30, 2026-11-01T05:30:00Z",
    "E4 its second 01:29,                     2026-11-01T06:29:00Z, America/New_York, 22:00-01:30, now",
    "begins at the first of two,              2026-10-25T00:30:00Z, Europe/Berlin,    02:30-06:00, 2026-10-25T05:00:00Z",
    "lasts through the second,                2026-10-25T01:10:00Z, Europe/Berlin,    02:30-06:00, 2026-10-25T05:00:00Z",
    "begins in the gap,                       2026-03-29T01:00:00Z, Europe/Berlin,    02:30-06:00, 2026-03-29T04:00:00Z",
    "last second before the gap,              2026-03-29T00:59:59Z, Europe/Berlin,    02:30-06:00, now",
    "lies in the gap,                         2026-03-29T01:00:00Z, Europe/Berlin,    02:10-02:50, now",
    "over a night that loses an hour,         2026-03-28T21:30:00Z, Europe/Berlin,    22:00-07:00, 2026-03-29T05:00:00Z",
    "over a day that is skipped,              2011-12-30T09:30:00Z, Pacific/Apia,     22:00-07:00, 2011-12-30T17:00:00Z",
    "half an hour of summer time,             2026-04-04T14:50:00Z, Australia/Lord_Howe, 01:45-06:00, 2026-04-04T19:30:00Z",
  })
  void inQuietHoursItWaitsUntilTheyEnd(
      String what, String now, String zone, String hours, String until) {
    assertThat(said(at(now, zone, quiet(hours)))).as(what).isEqualTo(until);
  }

  private static String said(SendTime time) {
    return switch (time) {
      case SendTime.Now now -> now.passed() == null ? "now" : "urgent";
      case SendTime.Later later -> later.until().toString();
      case SendTime.Inbox _ -> "inbox";
      case SendTime.Never _ -> "never";
    };
  }

  @Test
  void itWaitsUntilAllHoursLetItPass() {
    ShutHours night = quiet("22:00-07:00");
    ShutHours day = outside("08:00-21:00");

    assertThat(at("2026-12-01T03:00:00Z", "UTC", night, day))
        .as("the window opens after the night")
        .isEqualTo(new SendTime.Later(Instant.parse("2026-12-01T08:00:00Z"), day, day));
    assertThat(at("2026-12-01T21:30:00Z", "UTC", night, day))
        .as("the night begins while the window is shut")
        .isEqualTo(new SendTime.Later(Instant.parse("2026-12-02T08:00:00Z"), day, day));
    assertThat(at("2026-12-01T12:00:00Z", "UTC", night, day)).isEqualTo(new SendTime.Now(null));
  }

  @Test
  void whatFollowsOtherHoursIsNamedBesideThem() {
    ShutHours night = quiet("22:00-07:00");
    ShutHours evening = outside("20:00-23:00");

    assertThat(at("2026-12-01T22:30:00Z", "UTC", night, evening))
        .isEqualTo(new SendTime.Later(Instant.parse("2026-12-02T20:00:00Z"), night, evening));
  }

  @Test
  void hoursThatLeaveNoTimeAtAllAreNoReasonToWaitForEver() {
    ShutHours night = quiet("20:00-08:00");
    ShutHours early = outside("06:00-07:00");

    assertThat(at("2026-12-01T12:00:00Z", "UTC", night, early))
        .isEqualTo(new SendTime.Never(early));
    assertThat(SendTime.of(Instant.EPOCH, ZoneId.of("UTC"), List.of(night, early), true))
        .isEqualTo(new SendTime.Now(night));
  }

  @Test
  void whatIsUrgentPassesAndSaysSo() {
    ShutHours night = quiet("22:00-07:00");
    ZoneId utc = ZoneId.of("UTC");
    Instant late = Instant.parse("2026-12-01T23:00:00Z");
    assertThat(SendTime.of(late, utc, List.of(night), true)).isEqualTo(new SendTime.Now(night));
    assertThat(SendTime.of(Instant.parse("2026-12-01T12:00:00Z"), utc, List.of(night), true))
        .isEqualTo(new SendTime.Now(null));
  }

  @Test
  void whatIsToGoToTheInboxDoesSoThoughOthersWouldHold() {
    ShutHours night = quiet("22:00-07:00");
    ShutHours window = shut(Whose.CATEGORY, "21:00-08:00", Otherwise.DEGRADE);

    assertThat(at("2026-12-01T23:00:00Z", "UTC", night, window))
        .isEqualTo(new SendTime.Inbox(window));
    ShutHours noon = shut(Whose.CATEGORY, "07:00-12:00", Otherwise.DEGRADE);
    assertThat(at("2026-12-01T23:00:00Z", "UTC", night, noon))
        .as("it did not come at noon, so it waits until noon is over")
        .isEqualTo(new SendTime.Later(Instant.parse("2026-12-02T12:00:00Z"), night, noon));
  }

  @Test
  void aPolicyShutsTheNightForAllAndTheRestOfTheDayByCategory() {
    OwnHours own = new OwnHours(LocalTime.of(13, 0), LocalTime.of(14, 0));
    CalmPolicy policy =
        new CalmPolicy(
            2,
            null,
            Map.of(),
            new Hours(LocalTime.of(22, 0), LocalTime.of(7, 0), Otherwise.DEGRADE),
            Map.of(
                Category.MARKETING,
                new Hours(LocalTime.of(9, 0), LocalTime.of(18, 0), Otherwise.HOLD)),
            Map.of());
    ShutHours night = shut(Whose.TENANT, "22:00-07:00", Otherwise.DEGRADE);
    ShutHours lunch = shut(Whose.RECIPIENT, "13:00-14:00", Otherwise.HOLD);

    assertThat(ShutHours.of(policy, Category.MARKETING, own))
        .containsExactly(night, outside("09:00-18:00"), lunch);
    assertThat(ShutHours.of(policy, Category.TRANSACTIONAL, null)).containsExactly(night);
    assertThat(ShutHours.of(CalmPolicies.BUILT_IN, Category.TRANSACTIONAL, null)).isEmpty();
    assertThat(ShutHours.of(CalmPolicies.BUILT_IN, Category.MARKETING, null))
        .containsExactly(outside("08:00-21:00"));
  }
}
