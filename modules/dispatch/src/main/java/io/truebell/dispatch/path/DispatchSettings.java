package io.truebell.dispatch.path;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How this node dispatches.
 *
 * @param lease how long a claim is held; longer than {@code longestTimeout} by at least 10 s
 * @param batch most deliveries of one tenant in one claim, for each part of its share
 * @param inFlight most calls of this node at once
 * @param perAccount most calls of this node at once through one channel account, whatever is free
 * @param idlePoll how often due work is looked for when nothing wakes the worker
 * @param visitors how many tenants this node visits at the same time
 * @param settleWithin how long a finished call waits for others, so that their outcomes are written
 *     together
 * @param stopWithin how long a stopping worker waits for calls under way; what is left then becomes
 *     UNKNOWN when its lease ends
 * @param soleWorker this process is the only one that works on its database: claims that an earlier
 *     process left are swept at the start instead of when their lease ends
 * @param longestTimeout no call takes longer than this, whatever its channel account allows; at
 *     most 60 s
 */
@ConfigurationProperties("truebell.dispatch")
public record DispatchSettings(
    @DefaultValue("5m") Duration lease,
    @DefaultValue("100") int batch,
    @DefaultValue("1200") int inFlight,
    @DefaultValue("400") int perAccount,
    @DefaultValue("200ms") Duration idlePoll,
    @DefaultValue("2") int visitors,
    @DefaultValue("10ms") Duration settleWithin,
    @DefaultValue("15s") Duration stopWithin,
    @DefaultValue("false") boolean soleWorker,
    @DefaultValue("60s") Duration longestTimeout) {
  /** Longest timeout that a channel account may have. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(60);

  static final Duration MARGIN = Duration.ofSeconds(10);

  public DispatchSettings {
    if (longestTimeout.compareTo(LONGEST_TIMEOUT) > 0 || !longestTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "truebell.dispatch.longest-timeout must be positive and at most " + LONGEST_TIMEOUT);
    }
    if (lease.compareTo(longestTimeout.plus(MARGIN)) < 0) {
      throw new IllegalArgumentException(
          "truebell.dispatch.lease must be at least " + longestTimeout.plus(MARGIN));
    }
    if (batch < 1 || inFlight < 1 || perAccount < 1 || visitors < 1) {
      throw new IllegalArgumentException("truebell.dispatch: sizes must be positive");
    }
    if (idlePoll.isNegative() || settleWithin.isNegative() || stopWithin.isNegative()) {
      throw new IllegalArgumentException("truebell.dispatch: times must not be negative");
    }
  }

  /** What is left of an account's timeout on this node. */
  Duration bounded(Duration timeout) {
    return timeout.compareTo(longestTimeout) > 0 ? longestTimeout : timeout;
  }
}
