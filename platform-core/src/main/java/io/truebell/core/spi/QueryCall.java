package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.vault.Secret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything for asking a provider what became of one delivery. Secrets are open only while the
 * adapter runs.
 *
 * @param idempotencyKey what its calls carried
 * @param providerRef the provider's id of it; null when its answer never came
 * @param calledAt when it was last sent
 * @param address the endpoint's address
 * @param sandbox where the simulator stands, without a trailing slash; null for the real provider
 * @param timeout for the whole call
 */
public record QueryCall(
    DeliveryId delivery,
    String idempotencyKey,
    @Nullable String providerRef,
    Instant calledAt,
    Settings settings,
    Map<String, Secret> credentials,
    Secret address,
    @Nullable URI sandbox,
    Duration timeout) {
  public QueryCall {
    credentials = Map.copyOf(credentials);
  }
}
