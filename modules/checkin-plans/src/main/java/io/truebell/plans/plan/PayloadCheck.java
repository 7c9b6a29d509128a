package io.truebell.plans.plan;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the JSON object that goes with each reminder, long before one is due. */
final class PayloadCheck {
  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_TEXT = 4_000;
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_ALTOGETHER = 4_000;
  private static final int DEEPEST = 6;
  private static final int MOST_DIGITS = 60;

  private final List<FieldProblem> problems;
  private int characters;

  private PayloadCheck(List<FieldProblem> problems) {
    this.problems = problems;
  }

  /** The same without nulls at its top, which mean nothing. */
  static Map<String, Object> check(
      List<FieldProblem> problems, @Nullable Map<String, @Nullable Object> payload) {
    Map<String, Object> kept = new LinkedHashMap<>();
    if (payload == null) {
      return kept;
    }
    PayloadCheck check = new PayloadCheck(problems);
    payload.forEach(
        (name, value) -> {
          check.value("payload." + name, name, value, 1);
          if (value != null) {
            kept.put(name, value);
          }
        });
    for (String line : List.of("title", "text")) {
      if (kept.containsKey(line) && !(kept.get(line) instanceof String)) {
        problems.add(new FieldProblem("payload." + line, "invalid_type", "must be a string"));
      }
    }
    if (kept.get("title") instanceof String title) {
      Text.check(problems, "payload.title", title, LONGEST_TITLE, false);
    }
    if (check.characters > LONGEST_ALTOGETHER) {
      problems.add(
          new FieldProblem(
              "payload", "too_large", "has more than " + LONGEST_ALTOGETHER + " characters"));
    }
    return kept;
  }

  private void value(String field, String name, @Nullable Object value, int depth) {
    Text.checkOptional(problems, field, name, LONGEST_NAME, false);
    characters += name.length() + 4;
    if (depth > DEEPEST) {
      problems.add(new FieldProblem(field, "too_deep", "is nested deeper than " + DEEPEST));
      return;
    }
    switch (value) {
      case String text -> text(field, text, true);
      case Map<?, ?> map ->
          map.forEach((k, v) -> value(field + "." + k, String.valueOf(k), v, depth + 1));
      case List<?> list -> list.forEach(item -> value(field + "[]", "", item, depth + 1));
      case Number number -> number(field, number);
      case null, default -> characters += 4;
    }
  }

  private void text(String field, String text, boolean lines) {
    Text.checkOptional(problems, field, text, LONGEST_TEXT, lines);
    characters += text.length() + 4;
  }

  /** The database writes numbers out in full. */
  private void number(String field, Number number) {
    characters += MOST_DIGITS;
    boolean finite = !(number instanceof Double d) || Double.isFinite(d);
    if (!finite
        || Math.abs((long) new BigDecimal(number.toString()).scale()) > MOST_DIGITS
        || new BigDecimal(number.toString()).precision() > MOST_DIGITS
        || new BigDecimal(number.toString()).toPlainString().length() > MOST_DIGITS) {
      problems.add(
          new FieldProblem(
              field, "out_of_range", "is a number of more than " + MOST_DIGITS + " digits"));
    }
  }
}
