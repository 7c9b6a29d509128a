package io.truebell.dispatch.path;

import io.truebell.core.spi.DueDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this node may call the provider for, once, before its lease ends. Secrets are
 * still sealed.
 *
 * @param attempt the number of this call
 * @param retries steps of the retry ladder used so far
 */
record ClaimedDelivery(
    DueDelivery due,
    UUID message,
    int attempt,
    int retries,
    Instant leaseUntil,
    String idempotencyKey,
    Material material) {

  /**
   * What the call is made from.
   *
   * @param payload the notification's JSON object
   * @param minimalText not null: nothing but this text leaves
   * @param settings the account's settings, a JSON object
   * @param credentials sealed, by field
   */
  record Material(
      String payload,
      Instant createdAt,
      String locale,
      byte[] address,
      byte @Nullable [] endpointSecret,
      boolean sandbox,
      @Nullable String minimalText,
      String settings,
      Duration timeout,
      List<Duration> retryLadder,
      Map<String, byte[]> credentials) {}

  UUID id() {
    return due.id().value();
  }
}
