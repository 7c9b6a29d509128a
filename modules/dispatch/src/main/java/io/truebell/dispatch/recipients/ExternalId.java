package io.truebell.dispatch.recipients;

import io.truebell.core.rest.FieldProblem;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A tenant's own id of a person: 1 to 128 letters and digits of any script, and {@code . _ - : @ +
 * = ~ !}. It is a segment of a path, so nothing that a path gives a meaning to is allowed, nor an
 * id of dots alone.
 */
record ExternalId(String value) {
  private static final Pattern FORM = Pattern.compile("[\\p{L}\\p{M}\\p{N}._:@+=~!-]{1,128}");
  private static final Pattern DOTS = Pattern.compile("\\.+");

  /** Whether a person can have this id. */
  static boolean possible(String value) {
    return FORM.matcher(value).matches() && !DOTS.matcher(value).matches();
  }

  static ExternalId of(String value, List<FieldProblem> problems) {
    if (!possible(value)) {
      problems.add(
          new FieldProblem(
              "external_id",
              "invalid_external_id",
              "must be 1 to 128 letters, digits or . _ - : @ + = ~ ! and not dots alone"));
    }
    return new ExternalId(value);
  }
}
