package io.truebell.sandbox;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code truebell.sandbox}.
 *
 * @param enabled whether sandbox accounts can send at all; an operator also allows each tenant
 * @param baseUrl where this very process is reached by itself; by default the address and port that
 *     it listens on
 * @param receiptDelay how long after its answer the simulated provider sends a receipt
 * @param silence how long it keeps silent where it never answers
 * @param slowness how long it takes where it is slow
 */
@ConfigurationProperties("truebell.sandbox")
record SandboxSettings(
    @DefaultValue("true") boolean enabled,
    @Nullable URI baseUrl,
    @DefaultValue("2s") Duration receiptDelay,
    @DefaultValue("65s") Duration silence,
    @DefaultValue("3s") Duration slowness) {
  SandboxSettings {
    if (receiptDelay.isNegative() || silence.isNegative() || slowness.isNegative()) {
      throw new IllegalArgumentException("truebell.sandbox: a duration must not be negative");
    }
  }
}
