package io.truebell.core.message;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Why something was decided: a stable code and the numbers that were used. The English and Chinese
 * sentences are made from it by a {@link ReasonCatalog}.
 *
 * @param code stable, {@code a-z0-9_}, at most 60 characters
 * @param with the parameters of the sentence; values are strings, numbers, booleans or ISO instants
 */
public record Reason(String code, Map<String, Object> with) {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_]{1,59}");

  public Reason {
    if (!FORM.matcher(code).matches()) {
      throw new IllegalArgumentException("not a reason code: " + code);
    }
    with = Map.copyOf(with);
  }

  /** A reason that needs no parameter. */
  public static Reason of(String code) {
    return new Reason(code, Map.of());
  }

  /** The same reason with one more parameter. */
  public Reason with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(with);
    more.put(name, value);
    return new Reason(code, more);
  }
}
