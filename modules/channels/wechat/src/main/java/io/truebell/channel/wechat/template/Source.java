package io.truebell.channel.wechat.template;

import io.truebell.core.spi.Content;
import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a value comes from: {@code title}, {@code text}, {@code subject}, a path like {@code
 * payload.place}, or a constant that begins with {@code =}.
 */
record Source(String word) {
  private static final String PAYLOAD = "payload";
  private static final String CONSTANT = "=";

  /** Its path in the notification, for whoever has to correct it. */
  String field() {
    return switch (word) {
      case "title", "text" -> PAYLOAD + "." + word;
      default -> word.startsWith(CONSTANT) ? "settings.templates" : word;
    };
  }

  /** A text, number or truth value as text; null when it is missing or something else. */
  @Nullable String of(Content content) {
    if (word.startsWith(CONSTANT)) {
      return word.substring(1);
    }
    return switch (word) {
      case "title" -> content.title();
      case "text" -> content.text();
      case "subject" -> content.subject();
      default -> plain(find(content.payload()));
    };
  }

  private @Nullable Object find(Map<String, Object> payload) {
    Object found = null;
    Object at = Map.of(PAYLOAD, payload);
    for (String step : word.split("\\.", -1)) {
      found = at instanceof Map<?, ?> map ? map.get(step) : null;
      at = found == null ? Map.of() : found;
    }
    return found;
  }

  private static @Nullable String plain(@Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Number number -> new BigDecimal(number.toString()).toPlainString();
      case Boolean truth -> truth.toString();
      case null -> null;
      case Object _ -> null;
    };
  }
}
