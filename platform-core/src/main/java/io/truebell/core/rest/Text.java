package io.truebell.core.rest;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of text that comes from outside. */
public final class Text {
  private Text() {}

  /**
   * Adds what is wrong with {@code value} to {@code problems}: missing, too long, control
   * characters, lone surrogates.
   *
   * @param max longest allowed, in characters (UTF-16 units)
   * @param lines whether line feeds and tabs are allowed
   */
  public static void check(
      List<FieldProblem> problems, String field, @Nullable String value, int max, boolean lines) {
    if (value == null || value.isBlank()) {
      problems.add(new FieldProblem(field, "required", "is required and must not be blank"));
    } else {
      checkOptional(problems, field, value, max, lines);
    }
  }

  /** Like {@link #check}, but missing or empty is fine. */
  public static void checkOptional(
      List<FieldProblem> problems, String field, @Nullable String value, int max, boolean lines) {
    if (value == null) {
      return;
    }
    if (value.length() > max) {
      problems.add(new FieldProblem(field, "too_long", "must have at most " + max + " characters"));
    }
    for (int i = 0; i < value.length(); ) {
      int point = value.codePointAt(i);
      if (Character.isISOControl(point) && !(lines && (point == '\n' || point == '\t'))) {
        problems.add(
            new FieldProblem(field, "control_character", "has a control character at " + i));
        return;
      }
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        problems.add(
            new FieldProblem(field, "lone_surrogate", "has half a surrogate pair at " + i));
        return;
      }
      i += Character.charCount(point);
    }
  }
}
