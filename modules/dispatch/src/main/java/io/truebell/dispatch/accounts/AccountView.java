package io.truebell.dispatch.accounts;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.SecretField;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A channel account on the wire.
 *
 * @param sandbox whether it talks to the simulator and to nobody else
 * @param verifiedAt when a person confirmed that something arrived through it; null when nobody did
 * @param credentials which secrets are set; never what they are
 * @param retryLadder seconds before each retry
 * @param receiptWithinSeconds how long a receipt is waited for; null when as long as the channel
 *     says
 * @param policyVersion as named by the traces of deliveries
 * @param version to be sent along with a change
 */
record AccountView(
    UUID id,
    String channel,
    String name,
    boolean enabled,
    boolean sandbox,
    @Nullable Instant verifiedAt,
    boolean verifiedEndpointsOnly,
    @Nullable String minimalText,
    Map<String, Object> settings,
    Map<String, CredentialView> credentials,
    int timeoutMs,
    List<Integer> retryLadder,
    @Nullable Integer receiptWithinSeconds,
    int policyVersion,
    Instant createdAt,
    Instant updatedAt,
    int version) {

  /** That a secret is set, when and by whom. */
  record CredentialView(boolean set, @Nullable Instant setAt, @Nullable String setBy) {
    static CredentialView of(SealedCredential credential) {
      return new CredentialView(true, credential.setAt(), credential.setBy());
    }
  }

  static AccountView of(ChannelAccount account, Optional<ChannelAdapter> channel) {
    AccountTerms terms = account.terms();
    return new AccountView(
        account.id(),
        account.channel(),
        terms.name(),
        terms.enabled(),
        account.sandbox(),
        account.verifiedAt(),
        terms.verifiedEndpointsOnly(),
        terms.minimalText(),
        terms.settings(),
        credentials(account, channel),
        terms.timeoutMs(),
        terms.retryLadder(),
        terms.receiptWithinSeconds(),
        account.policyVersion(),
        account.createdAt(),
        account.updatedAt(),
        account.version());
  }

  private static Map<String, CredentialView> credentials(
      ChannelAccount account, Optional<ChannelAdapter> channel) {
    Map<String, CredentialView> views = new TreeMap<>();
    channel.stream()
        .flatMap(adapter -> adapter.descriptor().credentials().stream())
        .map(SecretField::name)
        .forEach(field -> views.put(field, new CredentialView(false, null, null)));
    account.credentials().forEach((field, c) -> views.put(field, CredentialView.of(c)));
    return views;
  }
}
