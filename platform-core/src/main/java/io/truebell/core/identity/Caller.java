package io.truebell.core.identity;

import io.truebell.core.tenancy.Tenant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The authenticated principal of a request.
 *
 * @param actor as it is written to traces
 * @param tenant whose data it works on, known from the credential alone; null for an operator
 * @param scopes what it may do
 */
public record Caller(Actor actor, @Nullable Tenant tenant, Set<Scope> scopes) {
  public Caller {
    scopes = Set.copyOf(scopes);
  }
}
