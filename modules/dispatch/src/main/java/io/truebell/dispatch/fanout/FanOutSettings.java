package io.truebell.dispatch.fanout;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How recipients are streamed in.
 *
 * @param chunk lines that are taken in one transaction
 * @param maxRecipients most recipients of one notification
 * @param maxProblems most lines that may be wrong: more of them mean that it is the wrong file
 */
@ConfigurationProperties("truebell.fanout")
public record FanOutSettings(
    @DefaultValue("1000") int chunk,
    @DefaultValue("1000000") int maxRecipients,
    @DefaultValue("10000") int maxProblems) {
  public FanOutSettings {
    if (chunk < 1 || chunk > 10_000) {
      throw new IllegalArgumentException("truebell.fanout.chunk must be from 1 to 10000");
    }
    if (maxRecipients < 1 || maxProblems < 0) {
      throw new IllegalArgumentException("truebell.fanout: limits must be positive");
    }
  }
}
