package io.truebell.channel.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header Retry-After (RFC 9110, 10.2.3): seconds or a date. */
final class RetryAfter {
  private static final Duration MAX = Duration.ofHours(24);
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");
  private static final Pattern MORE_SECONDS = Pattern.compile("[0-9]{10,}");

  private RetryAfter() {}

  /** How long to wait, at most a day; empty when the header says nothing that can be used. */
  static Optional<Duration> read(String header, Instant now) {
    String value = header.strip();
    if (SECONDS.matcher(value).matches()) {
      return Optional.of(clamp(Duration.ofSeconds(Long.parseLong(value))));
    }
    if (MORE_SECONDS.matcher(value).matches()) {
      return Optional.of(MAX);
    }
    try {
      Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(clamp(Duration.between(now, at)));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Duration clamp(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(MAX) > 0 ? MAX : wait;
  }
}
