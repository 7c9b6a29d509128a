package io.truebell.admin.keys;

import io.truebell.core.identity.Scope;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An API key without its secret.
 *
 * @param lastUsedAt to the minute
 */
record ApiKey(
    UUID id,
    String prefix,
    String name,
    Set<Scope> scopes,
    Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt) {
  ApiKey {
    scopes = Set.copyOf(scopes);
  }
}
