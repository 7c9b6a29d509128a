package io.truebell.admin.session;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a browser stays signed in.
 *
 * @param idle after the last request a session ends
 * @param longest after the sign-in a session ends, however busy it is
 * @param wrongKeysPerMinute that one client address may try
 */
@ConfigurationProperties("truebell.session")
record SessionSettings(
    @DefaultValue("8h") Duration idle,
    @DefaultValue("24h") Duration longest,
    @DefaultValue("10") int wrongKeysPerMinute) {
  SessionSettings {
    if (idle.toSeconds() < 1 || longest.compareTo(idle) < 0) {
      throw new IllegalArgumentException(
          "truebell.session.idle must be positive and at most truebell.session.longest");
    }
    if (wrongKeysPerMinute < 1) {
      throw new IllegalArgumentException("truebell.session.wrong-keys-per-minute must be positive");
    }
  }
}
