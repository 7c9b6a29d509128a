package io.truebell.dispatch.evidence;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How what was sent is compared with what is known of it.
 *
 * @param poll how often due work is looked for, in one shared index
 * @param askAfter the waits before each question to a provider about one delivery: the first one
 *     after it became unknown, or at once when its receipt is overdue; when they are used up it is
 *     asked no more
 * @param asksAtOnce most questions of this node under way for one tenant, so that a provider that
 *     hangs takes no other tenant's place
 */
@ConfigurationProperties("truebell.reconcile")
public record ReconcileSettings(
    @DefaultValue("1s") Duration poll,
    @DefaultValue({"1m", "5m", "30m", "2h", "12h", "24h", "48h"}) List<Duration> askAfter,
    @DefaultValue("8") int asksAtOnce) {
  public ReconcileSettings {
    askAfter = List.copyOf(askAfter);
    if (askAfter.isEmpty() || asksAtOnce < 1 || poll.isNegative()) {
      throw new IllegalArgumentException("truebell.reconcile: sizes must be positive");
    }
  }
}
