package io.truebell.plans.plan;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code truebell.plans}.
 *
 * @param late how long ago a check-in may have happened by the client's clock
 * @param ahead how far a client's clock may be ahead
 * @param worthSending how long a due reminder is worth sending; never after the person goes to
 *     sleep
 * @param poll how often due plans are looked for, in one shared index, when nothing wakes the
 *     worker
 * @param retryAfter when a check-in is looked at again whose reminder's part went wrong; doubles
 *     each time
 * @param keepReminders how long it is known which deliveries were reminders after they ended
 */
@ConfigurationProperties("truebell.plans")
public record PlansSettings(
    @DefaultValue("7d") Duration late,
    @DefaultValue("5m") Duration ahead,
    @DefaultValue("2h") Duration worthSending,
    @DefaultValue("500ms") Duration poll,
    @DefaultValue("30s") Duration retryAfter,
    @DefaultValue("30d") Duration keepReminders) {
  public PlansSettings {
    if (late.isNegative() || ahead.isNegative() || keepReminders.isNegative()) {
      throw new IllegalArgumentException("truebell.plans: a duration must not be negative");
    }
    if (!worthSending.isPositive() || !poll.isPositive() || !retryAfter.isPositive()) {
      throw new IllegalArgumentException("truebell.plans: a wait must be greater than zero");
    }
  }
}
