package io.truebell.core.spi;

import java.util.Map;

/**
 * A channel account's public settings, already checked against the descriptor's schema.
 *
 * @param values JSON values: strings, numbers, booleans, lists, maps
 */
public record Settings(Map<String, Object> values) {
  public Settings {
    values = Map.copyOf(values);
  }

  /** The text setting, or {@code otherwise} when it is not set. */
  public String text(String name, String otherwise) {
    return values.get(name) instanceof String s ? s : otherwise;
  }

  /** The boolean setting, or {@code otherwise} when it is not set. */
  public boolean flag(String name, boolean otherwise) {
    return values.get(name) instanceof Boolean b ? b : otherwise;
  }
}
