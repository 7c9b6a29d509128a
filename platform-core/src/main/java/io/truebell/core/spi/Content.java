package io.truebell.core.spi;

import io.truebell.core.message.Category;
import java.time.Instant;
import java.util.Map;

/**
 * What is to be said. On an account with fixed minimal text, title and text are that text, and
 * subject and payload are empty: an adapter cannot leak what it is not given.
 *
 * @param type notification type, e.g. {@code trip.changed}
 * @param category why
 * @param subject what it is about; may be empty
 * @param title one line
 * @param text plain text; may be empty
 * @param payload the sender's JSON object
 * @param createdAt when the notification was accepted
 */
public record Content(
    String type,
    Category category,
    String subject,
    String title,
    String text,
    Map<String, Object> payload,
    Instant createdAt) {
  public Content {
    payload = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(payload));
  }

  /** What a notification says. */
  public static Content of(
      String type,
      Category category,
      String subject,
      Map<String, Object> payload,
      Instant createdAt) {
    return new Content(
        type,
        category,
        subject,
        payload.get("title") instanceof String title ? title : "",
        payload.get("text") instanceof String text ? text : "",
        payload,
        createdAt);
  }

  /** What leaves an account with fixed minimal text, whatever the notification says. */
  public static Content minimal(Category category, String text, Instant createdAt) {
    return new Content("notification", category, "", text, "", Map.of(), createdAt);
  }
}
