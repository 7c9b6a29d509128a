package io.truebell.calm.quiet;

import io.truebell.core.message.Category;
import io.truebell.core.message.Reason;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The reason and its numbers for what came at the wrong hour. */
record WrongHour(Instant now, ZoneId zone, Category category) {
  /** What an urgent delivery passed, for the trace: so it can be counted how many do. */
  Map<String, Object> passed(ShutHours shut) {
    return Map.of(
        "urgent_passed",
        true,
        "urgent_passed_whose",
        name(shut.whose()),
        "urgent_passed_hours",
        from(shut) + "-" + to(shut));
  }

  Reason held(SendTime.Later later) {
    Map<String, Object> numbers = numbers(later.shut());
    numbers.put(
        "until_local",
        DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
            OffsetDateTime.ofInstant(later.until(), zone)));
    if (!later.last().equals(later.shut())) {
      // a send window is told here by what lies outside of it, as the others are
      numbers.put("from", later.shut().from().toString());
      numbers.put("to", later.shut().to().toString());
      numbers.put("then_from", later.last().from().toString());
      numbers.put("then_to", later.last().to().toString());
      numbers.put("then_whose", name(later.last().whose()));
      return new Reason(QuietReasons.IN_TURN, numbers);
    }
    String code =
        switch (later.shut().whose()) {
          case TENANT -> QuietReasons.QUIET;
          case CATEGORY -> QuietReasons.WINDOW;
          case RECIPIENT -> QuietReasons.OWN;
        };
    return new Reason(code, numbers);
  }

  Reason left(ShutHours shut) {
    String code =
        switch (shut.whose()) {
          case TENANT -> QuietReasons.QUIET_INBOX;
          case CATEGORY -> QuietReasons.WINDOW_INBOX;
          case RECIPIENT ->
              throw new IllegalStateException("people's own hours leave nothing to the inbox");
        };
    return new Reason(code, numbers(shut));
  }

  Reason never() {
    return new Reason(QuietReasons.NO_HOUR, place());
  }

  private Map<String, Object> numbers(ShutHours shut) {
    Map<String, Object> numbers = place();
    numbers.put("whose", name(shut.whose()));
    numbers.put("from", from(shut));
    numbers.put("to", to(shut));
    return numbers;
  }

  private Map<String, Object> place() {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("zone", zone.getId());
    numbers.put(
        "local_time", LocalTime.ofInstant(now, zone).truncatedTo(ChronoUnit.SECONDS).toString());
    numbers.put("category", category.name().toLowerCase(Locale.ROOT));
    return numbers;
  }

  /** A send window is told by its open hours, as the tenant wrote it. */
  private static String from(ShutHours shut) {
    return (shut.whose() == ShutHours.Whose.CATEGORY ? shut.to() : shut.from()).toString();
  }

  private static String to(ShutHours shut) {
    return (shut.whose() == ShutHours.Whose.CATEGORY ? shut.from() : shut.to()).toString();
  }

  private static String name(ShutHours.Whose whose) {
    return whose.name().toLowerCase(Locale.ROOT);
  }
}
