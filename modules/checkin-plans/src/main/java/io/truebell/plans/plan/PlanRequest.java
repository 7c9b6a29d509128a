package io.truebell.plans.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.plans.hours.WakingHours;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a plan is to be.
 *
 * @param type of the notifications that remind, e.g. {@code water.reminder}
 * @param intervalMinutes from a check-in to the next reminder, 5 to 1440
 * @param wake in the person's zone, {@code HH:mm}
 * @param sleep likewise; earlier than wake for those awake over midnight
 * @param dailyGoal how much is enough for a day, 1 to 1000
 * @param payload a JSON object that goes with each reminder
 * @param title one line of the reminder; without it the payload's, or the plan's key
 */
record PlanRequest(
    @Schema(example = "water.reminder", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String type,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String channel,
    @Schema(example = "120", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable Integer intervalMinutes,
    @Schema(example = "08:00", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String wake,
    @Schema(example = "22:00", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String sleep,
    @Schema(example = "8", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable Integer dailyGoal,
    @Nullable Map<String, @Nullable Object> payload,
    @Nullable String title) {
  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_.-]{0,79}");
  private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");
  private static final int MOST = 1_000;
  private static final int LONGEST_TITLE = 200;
  private static final LocalTime NO_TIME = LocalTime.MIDNIGHT;

  /**
   * The same with every field checked.
   *
   * @param installed which channels there are
   * @throws ApiProblem 422 with every field that is wrong
   */
  PlanWish check(String key, Predicate<ChannelKey> installed) {
    List<FieldProblem> problems = new ArrayList<>();
    form(problems, "key", key, KEY, "must be 1 to 64 of a-z, 0-9, '_', '-'");
    form(problems, "type", type, TYPE, "must be 1 to 80 of a-z, 0-9, '.', '_', '-'");
    ChannelKey known = channel(problems, installed);
    int minutes = number(problems, "interval_minutes", intervalMinutes, 5, 1_440);
    int goal = number(problems, "daily_goal", dailyGoal, 1, MOST);
    LocalTime up = time(problems, "wake", wake);
    LocalTime down = time(problems, "sleep", sleep);
    Text.checkOptional(problems, "title", title, LONGEST_TITLE, false);
    Map<String, Object> extra = PayloadCheck.check(problems, payload);
    if (problems.isEmpty() && up.equals(down)) {
      problems.add(new FieldProblem("sleep", "equals_wake", "must be another time than wake"));
    }
    if (known == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new PlanWish(
        Objects.requireNonNull(type),
        known,
        title == null || title.isBlank() ? null : title,
        extra,
        Duration.ofMinutes(minutes),
        new WakingHours(up, down),
        goal);
  }

  private static void form(
      List<FieldProblem> problems,
      String field,
      @Nullable String value,
      Pattern form,
      String reason) {
    if (value == null) {
      problems.add(new FieldProblem(field, "required", "is required"));
    } else if (!form.matcher(value).matches()) {
      problems.add(new FieldProblem(field, "invalid_form", reason));
    }
  }

  private @Nullable ChannelKey channel(
      List<FieldProblem> problems, Predicate<ChannelKey> installed) {
    try {
      ChannelKey key = new ChannelKey(Objects.requireNonNullElse(channel, ""));
      if (installed.test(key)) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // falls through: it is no channel either
    }
    problems.add(
        new FieldProblem(
            "channel",
            channel == null ? "required" : "unknown_channel",
            "is not an installed channel"));
    return null;
  }

  private static int number(
      List<FieldProblem> problems, String field, @Nullable Integer value, int least, int most) {
    if (value == null) {
      problems.add(new FieldProblem(field, "required", "is required"));
      return least;
    }
    if (value < least || value > most) {
      problems.add(
          new FieldProblem(field, "out_of_range", "must be from " + least + " to " + most));
    }
    return value;
  }

  private static LocalTime time(List<FieldProblem> problems, String field, @Nullable String value) {
    if (value != null && TIME.matcher(value).matches()) {
      return LocalTime.parse(value);
    }
    form(problems, field, value, TIME, "must be a time of day, 00:00 to 23:59");
    return NO_TIME;
  }
}
