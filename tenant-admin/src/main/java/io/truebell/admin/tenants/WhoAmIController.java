package io.truebell.admin.tenants;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
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
    return WhoAmIView.of(caller);
  }
}
