package io.truebell.admin.keys;

import io.truebell.admin.tenants.TenantRecord;
import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import java.util.Set;
import java.util.UUID;

/** A key that was recognised: it exists, fits, and is neither revoked nor expired. */
public sealed interface Credential {
  /** As it is written to traces. */
  Actor actor();

  /** A tenant's key. The tenant may be suspended or not ready; it is not deleted. */
  record TenantKey(UUID id, String prefix, Set<Scope> scopes, TenantRecord tenant)
      implements Credential {
    public TenantKey {
      scopes = Set.copyOf(scopes);
    }

    @Override
    public Actor actor() {
      return new Actor("api_key", prefix);
    }

    /** Who comes with it. */
    public Caller caller() {
      return new Caller(actor(), tenant.tenant(), scopes);
    }
  }

  /** An operator's key. */
  record OperatorKey(UUID id, String prefix) implements Credential {
    @Override
    public Actor actor() {
      return new Actor("operator", prefix);
    }
  }
}
