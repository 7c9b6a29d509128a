package io.truebell.dispatch.path;

import io.truebell.core.spi.DueDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this node may call the provider for, once, before its lease ends. Secrets are
 * still sealed.
 *
 * @param attempt the number of this call
 * @param retries steps of the retry ladder used so far
 * @param earlier what earlier calls of it brought
 */
record ClaimedDelivery(
    DueDelivery due,
    UUID message,
    int attempt,
    int retries,
    Earlier earlier,
    Instant leaseUntil,
    String idempotencyKey,
    Material material) {

  /**
   * What earlier calls brought.
   *
   * @param unknown whether one of them may have been carried out: the provider removes duplicates
   *     by key
   */
  record Earlier(boolean unknown, Set<String> codes) {
    static final Earlier NONE = new Earlier(false, Set.of());

    Earlier {
      codes = Set.copyOf(codes);
    }

    /** For the adapter, see {@link io.truebell.core.spi.ChannelCall}. */
    Set<String> words() {
      if (!unknown) {
        return codes;
      }
      Set<String> words = new HashSet<>(codes);
      words.add("unknown");
      return words;
    }
  }

  boolean unknownBefore() {
    return earlier.unknown();
  }

  /** What the call is made from. */
  record Material(
      Fact fact, String locale, byte[] address, byte @Nullable [] endpointSecret, Account account) {
    /** The same, with other contents. */
    Material saying(Map<String, Object> payload) {
      Fact said = new Fact(Collections.unmodifiableMap(payload), fact.createdAt());
      return new Material(said, locale, address, endpointSecret, account);
    }
  }

  /** The notification's content, shared by all its deliveries of one claim; unmodifiable. */
  record Fact(Map<String, Object> payload, Instant createdAt) {}

  /**
   * The account, shared by all its deliveries of one claim.
   *
   * @param minimalText not null: nothing but this text leaves
   * @param credentials sealed, by field
   */
  record Account(
      boolean sandbox,
      @Nullable String minimalText,
      Map<String, Object> settings,
      Duration timeout,
      List<Duration> retryLadder,
      Map<String, byte[]> credentials) {}

  InFlight.Held held() {
    return new InFlight.Held(id(), attempt);
  }

  UUID id() {
    return due.id().value();
  }
}
