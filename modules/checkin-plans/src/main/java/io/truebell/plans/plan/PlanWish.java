package io.truebell.plans.plan;

import io.truebell.core.message.ChannelKey;
import io.truebell.plans.hours.WakingHours;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a person wishes to be reminded of, how and when.
 *
 * @param type of the notifications that remind
 * @param title one line of the reminder; null when the payload has it, or the key will do
 * @param payload a JSON object that goes with each reminder
 */
public record PlanWish(
    String type,
    ChannelKey channel,
    @Nullable String title,
    Map<String, Object> payload,
    Duration interval,
    WakingHours hours,
    int dailyGoal) {
  public PlanWish {
    payload = Collections.unmodifiableMap(new LinkedHashMap<>(payload));
  }

  /** Whether the other one reminds at the same times. */
  boolean sameTimes(PlanWish other) {
    return interval.equals(other.interval)
        && hours.equals(other.hours)
        && dailyGoal == other.dailyGoal;
  }
}
