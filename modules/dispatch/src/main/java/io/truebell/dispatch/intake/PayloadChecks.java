package io.truebell.dispatch.intake;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the sender's JSON object: what may be stored, shown and handed to a provider. */
final class PayloadChecks {
  private static final int MAX_TITLE = 200;
  private static final int MAX_TEXT = 4_000;
  private static final int MAX_DEPTH = 10;
  private static final int MAX_DIGITS = 60;

  private PayloadChecks() {}

  static void check(List<FieldProblem> problems, Map<String, @Nullable Object> payload) {
    Object title = payload.get("title");
    if (title == null || title instanceof String) {
      Text.check(problems, "payload.title", (String) title, MAX_TITLE, false);
    } else {
      problems.add(new FieldProblem("payload.title", "invalid_type", "must be a string"));
    }
    Object text = payload.get("text");
    if (text == null || text instanceof String) {
      Text.checkOptional(problems, "payload.text", (String) text, MAX_TEXT, true);
    } else {
      problems.add(new FieldProblem("payload.text", "invalid_type", "must be a string"));
    }
    payload.forEach(
        (name, value) -> {
          if (!name.equals("title") && !name.equals("text")) {
            value(problems, "payload." + name, name, value, 1);
          }
        });
  }

  private static void value(
      List<FieldProblem> problems, String field, String name, @Nullable Object value, int depth) {
    Text.checkOptional(problems, field, name, 200, false);
    if (depth > MAX_DEPTH) {
      problems.add(new FieldProblem(field, "too_deep", "is nested deeper than " + MAX_DEPTH));
      return;
    }
    switch (value) {
      case String s -> Text.checkOptional(problems, field, s, MAX_TEXT, true);
      case Map<?, ?> map ->
          map.forEach((k, v) -> value(problems, field + "." + k, String.valueOf(k), v, depth + 1));
      case List<?> list -> {
        for (int i = 0; i < list.size(); i++) {
          value(problems, field + "[" + i + "]", "", list.get(i), depth + 1);
        }
      }
      case Number number -> number(problems, field, number);
      case null, default -> {}
    }
  }

  private static void number(List<FieldProblem> problems, String field, Number number) {
    if (!kept(number)) {
      problems.add(
          new FieldProblem(
              field, "out_of_range", "is a number of more than " + MAX_DIGITS + " digits"));
    }
  }

  /** The database writes numbers out in full, and what it writes must be readable again. */
  private static boolean kept(Number number) {
    if (number instanceof Double d && !Double.isFinite(d)) {
      return false;
    }
    BigDecimal exact = new BigDecimal(number.toString());
    return Math.abs((long) exact.scale()) <= MAX_DIGITS
        && exact.precision() <= MAX_DIGITS
        && exact.toPlainString().length() <= MAX_DIGITS;
  }
}
