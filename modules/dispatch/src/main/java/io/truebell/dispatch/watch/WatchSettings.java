package io.truebell.dispatch.watch;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How pages are told what moved.
 *
 * @param every how often a watched tenant's moves are looked at, and so the most events
 * @param heartbeat the longest silence of a stream, and how often it is asked whether its tenant is
 *     still active
 * @param longest after that a stream ends, so that its reader has to show a valid key again
 * @param streams most streams of one tenant on this node
 */
@ConfigurationProperties("truebell.watch")
record WatchSettings(
    @DefaultValue("1s") Duration every,
    @DefaultValue("15s") Duration heartbeat,
    @DefaultValue("5m") Duration longest,
    @DefaultValue("50") int streams) {
  WatchSettings {
    if (!every.isPositive() || !heartbeat.isPositive() || !longest.isPositive()) {
      throw new IllegalArgumentException("truebell.watch: times must be positive");
    }
    if (streams < 1) {
      throw new IllegalArgumentException("truebell.watch.streams must be at least 1");
    }
  }
}
