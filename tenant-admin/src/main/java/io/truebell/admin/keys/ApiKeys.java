package io.truebell.admin.keys;

import io.truebell.admin.keys.KeyText.Kind;
import io.truebell.admin.tenants.TenantEnding;
import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantId;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Tenants' API keys. */
@Service
public class ApiKeys implements TenantEnding {
  /** All that a tenant's key can be allowed. */
  public static final Set<Scope> TENANT_SCOPES =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(Scope.OPERATOR)));

  private final ApiKeyRows rows;
  private final Ids ids;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  ApiKeys(ApiKeyRows rows, Ids ids, Clock clock) {
    this.rows = rows;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Makes a key.
   *
   * @return its text, which is known nowhere afterwards
   */
  public String issue(TenantId tenant, String name, Set<Scope> scopes, Actor by) {
    return issue(tenant, name, scopes, null, by).key();
  }

  Issued issue(
      TenantId tenant, String name, Set<Scope> scopes, @Nullable Instant expiresAt, Actor by) {
    KeyText text = KeyText.make(Kind.TENANT, random);
    ApiKey key =
        new ApiKey(
            ids.next(),
            text.prefix(),
            name,
            scopes,
            clock.instant(),
            by.toString(),
            expiresAt,
            null,
            null);
    rows.insert(key, tenant, text.hash());
    return new Issued(key, text.reveal());
  }

  List<ApiKey> page(TenantId tenant, UUID before, int limit) {
    return rows.page(tenant, before, limit);
  }

  ApiKey one(TenantId tenant, UUID id) {
    return rows.one(tenant, id).orElseThrow(() -> ApiProblem.notFound("API key"));
  }

  /** Revokes a key at once; repeating it changes nothing. */
  void revoke(TenantId tenant, UUID id, Actor by) {
    ApiKey key = one(tenant, id);
    rows.revoke(tenant, key.id(), by.toString(), clock.instant());
  }

  @Override
  public void end(TenantId tenant) {
    rows.revokeAll(tenant, Actor.SYSTEM.toString(), clock.instant());
  }

  /**
   * A key that was just made.
   *
   * @param key the whole text, shown this once
   */
  record Issued(ApiKey stored, String key) {
    @Override
    public String toString() {
      return "Issued[" + stored.prefix() + "]";
    }
  }
}
