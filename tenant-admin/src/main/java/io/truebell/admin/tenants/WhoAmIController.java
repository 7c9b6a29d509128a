package io.truebell.admin.tenants;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import java.util.List;
import java.util.UUID;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells a caller whom its key belongs to and what it may do. */
@RestController
@Tag(name = "Tenant", description = "Whose key this is")
class WhoAmIController {
  @Operation(summary = "Whose key this is and what it may do")
  @GetMapping("/v1/tenant")
  @PreAuthorize("isAuthenticated()")
  WhoAmIView whoAmI(@AuthenticationPrincipal Caller caller) {
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

  /**
   * Whom a key belongs to.
   *
   * @param keyPrefix the public part of the key
   */
  record WhoAmIView(
      UUID id, String slug, boolean sandboxAllowed, String keyPrefix, List<String> scopes) {
    WhoAmIView {
      scopes = List.copyOf(scopes);
    }
  }
}
