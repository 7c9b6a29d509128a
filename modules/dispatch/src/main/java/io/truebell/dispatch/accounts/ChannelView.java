package io.truebell.dispatch.accounts;

import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.SecretField;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An installed channel on the wire.
 *
 * @param settingsSchema JSON Schema (2020-12) of an account's settings
 * @param credentials the write-only secrets that an account takes
 * @param endpointSecret whether an endpoint can carry a secret of its own
 * @param needsGrant whether each send uses up an authorisation
 * @param givesReceipts whether the provider reports later what became of it
 * @param receiptWithinSeconds how long a receipt is waited for, unless an account says otherwise;
 *     null when it gives none
 * @param deduplicatesForSeconds how long the provider removes duplicates; null when it does not
 * @param hasQuery whether the provider can be asked what became of a delivery
 * @param timeoutMs for one call in all, unless an account says otherwise
 * @param pacingMs least time between two calls; null when there is none
 * @param ceiling the strongest status that it can ever prove: "accepted" or "delivered"
 */
record ChannelView(
    String key,
    TitleView title,
    TitleView addressTitle,
    Map<String, Object> settingsSchema,
    List<CredentialFieldView> credentials,
    boolean endpointSecret,
    boolean needsGrant,
    boolean givesReceipts,
    @Nullable Long receiptWithinSeconds,
    @Nullable Long deduplicatesForSeconds,
    boolean hasQuery,
    long timeoutMs,
    @Nullable Long pacingMs,
    String ceiling) {

  /** A label in English and Chinese. */
  record TitleView(String en, String zh) {
    static TitleView of(SecretField.Title title) {
      return new TitleView(title.en(), title.zh());
    }
  }

  /** A write-only secret that an account takes. */
  record CredentialFieldView(String name, TitleView title, boolean required) {}

  static ChannelView of(ChannelDescriptor channel, Map<String, Object> settingsSchema) {
    Duration dedup = channel.deduplicatesFor();
    Duration pacing = channel.pacing();
    Duration receipt = channel.receiptWithin();
    return new ChannelView(
        channel.key().value(),
        TitleView.of(channel.title()),
        TitleView.of(channel.addressTitle()),
        settingsSchema,
        channel.credentials().stream().map(ChannelView::field).toList(),
        channel.endpointSecret(),
        channel.needsGrant(),
        channel.givesReceipts(),
        receipt == null ? null : (Long) receipt.toSeconds(),
        dedup == null ? null : (Long) dedup.toSeconds(),
        channel.hasQuery(),
        channel.timeout().toMillis(),
        pacing == null ? null : (Long) pacing.toMillis(),
        channel.ceiling().name().toLowerCase(Locale.ROOT));
  }

  private static CredentialFieldView field(SecretField field) {
    return new CredentialFieldView(field.name(), TitleView.of(field.title()), field.required());
  }
}
