package io.truebell.calm.policy;

import io.truebell.core.rest.FieldProblem;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times of day as people write them: {@code HH:mm}. */
public final class ClockTime {
  private static final Pattern FORM = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");

  private ClockTime() {}

  /** Adds what is wrong with a period of the day to {@code problems}. */
  public static void check(
      List<FieldProblem> problems, String at, @Nullable String from, @Nullable String to) {
    int before = problems.size();
    form(problems, at + "from", from);
    form(problems, at + "to", to);
    if (problems.size() == before && Objects.equals(from, to)) {
      problems.add(new FieldProblem(at + "to", "equals_from", "must be another time than from"));
    }
  }

  private static void form(List<FieldProblem> problems, String field, @Nullable String value) {
    if (value == null) {
      problems.add(new FieldProblem(field, "required", "is required"));
    } else if (!FORM.matcher(value).matches()) {
      problems.add(
          new FieldProblem(field, "invalid_form", "must be a time of day, 00:00 to 23:59"));
    }
  }

  /** One that {@link #check} found nothing wrong with. */
  public static LocalTime of(@Nullable String checked) {
    return LocalTime.parse(Objects.requireNonNull(checked));
  }
}
