package io.truebell.core.spi;

import io.truebell.core.message.ChannelKey;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a channel is and can do; drawn as a form, checked by intake, shown in explanations.
 *
 * @param key its key
 * @param title its name in both languages
 * @param settingsSchema JSON Schema (2020-12) of the account's settings, an object; from it the
 *     form is drawn and the settings are checked
 * @param credentials the account's write-only secrets
 * @param endpointSecret whether an endpoint can carry a secret of its own besides its address
 * @param addressTitle what the address is called, e.g. "喵码"
 * @param needsGrant whether each send uses up an authorisation
 * @param givesReceipts whether the provider reports later what became of it
 * @param receiptWithin how long after its yes the provider's receipt is waited for, before its
 *     silence counts as a possible failure; null when it gives none
 * @param deduplicatesFor how long the provider itself removes duplicates by key; null when it does
 *     not
 * @param hasQuery whether the provider can be asked what became of a delivery
 * @param timeout for one call in all, from connecting to the last byte
 * @param pacing least time between two calls of one egress; null when there is none
 * @param ceiling the strongest status that it can ever prove
 */
public record ChannelDescriptor(
    ChannelKey key,
    SecretField.Title title,
    String settingsSchema,
    List<SecretField> credentials,
    boolean endpointSecret,
    SecretField.Title addressTitle,
    boolean needsGrant,
    boolean givesReceipts,
    @Nullable Duration receiptWithin,
    @Nullable Duration deduplicatesFor,
    boolean hasQuery,
    Duration timeout,
    @Nullable Duration pacing,
    Ceiling ceiling) {
  /** How long receipts are waited for where a channel does not say. */
  public static final Duration USUAL_RECEIPT_WITHIN = Duration.ofHours(24);

  public ChannelDescriptor {
    credentials = List.copyOf(credentials);
    if (givesReceipts != (receiptWithin != null)) {
      throw new IllegalArgumentException(key + ": receipts are waited for where they are given");
    }
  }

  /** A channel whose receipts, if it gives any, are waited for as long as usual. */
  public ChannelDescriptor(
      ChannelKey key,
      SecretField.Title title,
      String settingsSchema,
      List<SecretField> credentials,
      boolean endpointSecret,
      SecretField.Title addressTitle,
      boolean needsGrant,
      boolean givesReceipts,
      @Nullable Duration deduplicatesFor,
      boolean hasQuery,
      Duration timeout,
      @Nullable Duration pacing,
      Ceiling ceiling) {
    this(
        key,
        title,
        settingsSchema,
        credentials,
        endpointSecret,
        addressTitle,
        needsGrant,
        givesReceipts,
        givesReceipts ? USUAL_RECEIPT_WITHIN : null,
        deduplicatesFor,
        hasQuery,
        timeout,
        pacing,
        ceiling);
  }
}
