package io.truebell.admin.keys;

import io.truebell.admin.keys.Credential.TenantKey;
import io.truebell.admin.keys.KeyText.Kind;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Recognises keys. Every request asks the database, so that a revoked key is refused from the next
 * request on, on every node.
 */
@Component
public class Credentials {
  /** Compared with when no key has the prefix, so that both cases do the same work. */
  private static final byte[] NOBODY = new byte[32];

  private final ApiKeyRows apiKeys;
  private final OperatorKeyRows operatorKeys;
  private final KeyUses uses;
  private final Clock clock;

  Credentials(ApiKeyRows apiKeys, OperatorKeyRows operatorKeys, KeyUses uses, Clock clock) {
    this.apiKeys = apiKeys;
    this.operatorKeys = operatorKeys;
    this.uses = uses;
    this.clock = clock;
  }

  /** Who presents {@code token}; empty for a malformed, unknown, forged, revoked or expired one. */
  public Optional<Credential> recognise(String token) {
    return KeyText.parse(token)
        .flatMap(key -> key.kind() == Kind.OPERATOR ? operator(key) : tenant(key));
  }

  /**
   * The tenant's key with that id, whose text was recognised before; empty for an unknown, revoked
   * or expired one.
   */
  public Optional<TenantKey> recognise(UUID id) {
    return apiKeys.usable(id, clock.instant()).map(this::used);
  }

  private Optional<Credential> tenant(KeyText key) {
    Optional<ApiKeyRows.Found> found = apiKeys.usable(key.prefix(), clock.instant());
    boolean fits =
        MessageDigest.isEqual(found.map(ApiKeyRows.Found::hash).orElse(NOBODY), key.hash());
    return found.filter(row -> fits).map(this::used);
  }

  private TenantKey used(ApiKeyRows.Found found) {
    uses.remember(found.key().id());
    return found.key();
  }

  private Optional<Credential> operator(KeyText key) {
    Optional<OperatorKeyRows.Found> found = operatorKeys.usable(key.prefix());
    boolean fits =
        MessageDigest.isEqual(found.map(OperatorKeyRows.Found::hash).orElse(NOBODY), key.hash());
    return found.filter(row -> fits).map(OperatorKeyRows.Found::key);
  }
}
