package io.truebell.calm.policy;

import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.policy.CalmPolicyDocument.HoursDocument;
import io.truebell.calm.policy.CalmPolicyDocument.TypeDocument;
import io.truebell.calm.policy.CalmPolicyDocument.WindowDocument;
import io.truebell.core.message.Category;
import io.truebell.core.rest.FieldProblem;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says everything that is wrong with a policy at once. */
final class PolicyChecks {
  private static final int MOST = 1_000;
  private static final int MOST_MINUTES = 1_440;
  private static final int MOST_TYPES = 200;
  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_.-]{0,79}");

  private final List<FieldProblem> problems;

  PolicyChecks(List<FieldProblem> problems) {
    this.problems = problems;
  }

  void check(CalmPolicyDocument policy, String at) {
    window(at + "window", policy.window());
    CalmPolicyDocument.orEmpty(policy.dailyCaps())
        .forEach((category, cap) -> cap(at + "daily_caps." + category, category, cap));
    hours(at + "quiet_hours", policy.quietHours());
    CalmPolicyDocument.orEmpty(policy.sendWindows())
        .forEach(
            (category, hours) -> {
              category(at + "send_windows." + category, category);
              hours(at + "send_windows." + category, hours);
            });
    if (CalmPolicyDocument.orEmpty(policy.types()).size() > MOST_TYPES) {
      refuse(at + "types", "too_many", "has more than " + MOST_TYPES + " entries");
    } else {
      CalmPolicyDocument.orEmpty(policy.types())
          .forEach((type, rules) -> type(at + "types." + type, type, rules));
    }
  }

  private void window(String at, @Nullable WindowDocument window) {
    if (window != null) {
      number(at + ".most", window.most(), MOST);
      number(at + ".minutes", window.minutes(), MOST_MINUTES);
    }
  }

  private void cap(String at, String category, @Nullable Integer cap) {
    category(at, category);
    if (cap != null) {
      number(at, cap, MOST);
    }
  }

  private void hours(String at, @Nullable HoursDocument hours) {
    if (hours == null) {
      return;
    }
    ClockTime.check(problems, at + ".", hours.from(), hours.to());
    String otherwise = hours.otherwise();
    if (Arrays.stream(Otherwise.values())
        .noneMatch(o -> o.name().toLowerCase(Locale.ROOT).equals(otherwise))) {
      refuse(
          at + ".otherwise",
          otherwise == null ? "required" : "unknown_value",
          "must be hold or degrade");
    }
  }

  /** Null would say nothing, and may have been meant as no limit at all. */
  private void type(String at, String type, @Nullable TypeDocument rules) {
    if (!TYPE.matcher(type).matches()) {
      refuse(
          at,
          "invalid_form",
          "a type is 1 to 80 of a-z, 0-9, '.', '_', '-', beginning with a letter");
    } else if (rules == null) {
      refuse(at, "required", "must say what is different for this type, or be left out");
    } else {
      window(at + ".window", rules.window());
    }
  }

  private void category(String at, String category) {
    if (Arrays.stream(Category.values())
        .noneMatch(known -> CalmPolicyDocument.name(known).equals(category))) {
      refuse(at, "unknown_category", "must be transactional or marketing");
    }
  }

  private void number(String at, @Nullable Integer value, int most) {
    if (value == null) {
      refuse(at, "required", "is required");
    } else if (value < 1 || value > most) {
      refuse(at, "out_of_range", "must be from 1 to " + most);
    }
  }

  private void refuse(String field, String code, String reason) {
    problems.add(new FieldProblem(field, code, reason));
  }
}
