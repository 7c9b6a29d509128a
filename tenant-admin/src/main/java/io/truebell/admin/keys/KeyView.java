package io.truebell.admin.keys;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.truebell.core.identity.Scope;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API key as it can be looked at.
 *
 * @param prefix its public part, as in {@code tbk_<prefix>_…}
 * @param lastUsedAt to the minute
 * @param key the whole key, in the answer to its creation and never again
 */
record KeyView(
    UUID id,
    String prefix,
    String name,
    List<String> scopes,
    Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String key) {
  KeyView {
    scopes = List.copyOf(scopes);
  }

  static KeyView of(ApiKey key) {
    return of(key, null);
  }

  static KeyView of(ApiKeys.Issued issued) {
    return of(issued.stored(), issued.key());
  }

  @Override
  public String toString() {
    return "KeyView[" + prefix + "]";
  }

  private static KeyView of(ApiKey key, @Nullable String text) {
    return new KeyView(
        key.id(),
        key.prefix(),
        key.name(),
        key.scopes().stream().map(Scope::wireName).sorted().toList(),
        key.createdAt(),
        key.createdBy(),
        key.expiresAt(),
        key.revokedAt(),
        key.lastUsedAt(),
        text);
  }
}
