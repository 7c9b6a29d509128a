package io.truebell.receipts.address;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings below {@code truebell.receipts}.
 *
 * @param publicUrl where providers reach this platform, without a trailing slash: some sign the
 *     address that they call. By default what the request itself says, which is wrong behind a
 *     proxy
 * @param overlap how long an old address still works after a new one was made
 * @param maxBody largest body that is taken
 * @param poll how often what came in is looked for, in one shared index, when nothing wakes the
 *     reader
 * @param giveUpAfter how long a receipt without a delivery is tried again
 * @param keepRaw how long what came in is kept after nothing more is done with it
 */
@ConfigurationProperties("truebell.receipts")
public record ReceiptsSettings(
    @Nullable URI publicUrl,
    @DefaultValue("7d") Duration overlap,
    @DefaultValue("256KB") DataSize maxBody,
    @DefaultValue("500ms") Duration poll,
    @DefaultValue("7d") Duration giveUpAfter,
    @DefaultValue("30d") Duration keepRaw) {
  public ReceiptsSettings {
    if (overlap.isNegative() || giveUpAfter.isNegative() || keepRaw.isNegative()) {
      throw new IllegalArgumentException("truebell.receipts: a duration must not be negative");
    }
  }
}
