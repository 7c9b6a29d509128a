package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.vault.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything for one call to a provider. Secrets are open only while the adapter runs; the worker
 * wipes them afterwards, so an adapter keeps none.
 *
 * @param delivery the delivery
 * @param idempotencyKey the same for every attempt of this delivery, no full stop in it
 * @param attempt 1 for the first call
 * @param content what to say
 * @param locale the recipient's
 * @param settings the account's settings
 * @param credentials the account's secrets by field name
 * @param address the endpoint's address
 * @param endpointSecret the endpoint's own secret, if it has one
 * @param sandbox where the simulator for this call stands, without a trailing slash; null for the
 *     real provider. When it is set the adapter talks to it and to nothing else.
 * @param timeout for the whole call
 * @param earlierCodes codes of what this delivery's earlier calls brought, and the word {@code
 *     unknown} when one of them may have been carried out
 * @param tokens the account's access tokens, for providers that want one
 */
public record ChannelCall(
    DeliveryId delivery,
    String idempotencyKey,
    int attempt,
    Content content,
    Locale locale,
    Settings settings,
    Map<String, Secret> credentials,
    Secret address,
    @Nullable Secret endpointSecret,
    @Nullable URI sandbox,
    Duration timeout,
    Set<String> earlierCodes,
    Tokens tokens) {
  public ChannelCall {
    credentials = Map.copyOf(credentials);
    earlierCodes = Set.copyOf(earlierCodes);
  }
}
