package io.truebell.admin.tenants;

import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import java.util.List;
import java.util.UUID;

/**
 * Whom a key belongs to.
 *
 * @param keyPrefix the public part of the key
 */
public record WhoAmIView(
    UUID id, String slug, boolean sandboxAllowed, String keyPrefix, List<String> scopes) {
  public WhoAmIView {
    scopes = List.copyOf(scopes);
  }

  /**
   * What is said of {@code caller}.
   *
   * @throws ApiProblem 404 when it is an operator
   */
  public static WhoAmIView of(Caller caller) {
    Tenant tenant = caller.tenant();
    if (tenant == null) {
      throw ApiProblem.notFound("tenant: the key is an operator's");
    }
    return new WhoAmIView(
        tenant.id().value(),
        tenant.slug(),
        tenant.sandboxAllowed(),
        caller.actor().name(),
        caller.scopes().stream().map(Scope::wireName).sorted().toList());
  }
}
