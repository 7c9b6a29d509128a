package io.truebell.ledger.base;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code truebell.ledger}.
 *
 * @param lowWater with fewer authorisations than this the API says that it is worth asking for one
 * @param clockTolerance how far a client's clock may be off: an answer may be that far ahead, and a
 *     provider's refusal voids only what is older than it by more than that when it is handed in
 *     late
 * @param apiFlush how often the API calls that a node counted are written; a node that dies loses
 *     those since
 */
@ConfigurationProperties("truebell.ledger")
public record LedgerSettings(
    @DefaultValue("2") int lowWater,
    @DefaultValue("5m") Duration clockTolerance,
    @DefaultValue("1s") Duration apiFlush) {
  public LedgerSettings {
    if (lowWater < 1) {
      throw new IllegalArgumentException("truebell.ledger.low-water must be at least 1");
    }
    if (clockTolerance.isNegative() || !apiFlush.isPositive()) {
      throw new IllegalArgumentException("truebell.ledger: a duration is out of range");
    }
  }
}
