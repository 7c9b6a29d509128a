package io.truebell.admin.access;

import io.truebell.core.rest.ApiProblem;
import java.util.List;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.csrf.CsrfException;

/** What callers are told who are not let in. */
final class Refusals {
  private Refusals() {}

  /** The same for a missing, malformed, unknown, forged, revoked and expired key. */
  static ApiProblem unauthenticated() {
    return new ApiProblem(
        401,
        "unauthenticated",
        "A valid API key is needed: Authorization: Bearer tbk_…",
        List.of());
  }

  static ApiProblem missingScope(String scope) {
    return new ApiProblem(
        403, "missing_scope", "The key lacks the scope " + scope + ".", List.of());
  }

  static ApiProblem denied(AccessDeniedException e) {
    return e instanceof CsrfException ? csrf() : forbidden();
  }

  static ApiProblem otherTenant() {
    return new ApiProblem(
        409,
        "other_tenant",
        "The session is another tenant's than the page was loaded for; load it again.",
        List.of());
  }

  static ApiProblem forbidden() {
    return new ApiProblem(403, "forbidden", "The key does not allow this.", List.of());
  }

  private static ApiProblem csrf() {
    return new ApiProblem(
        403,
        "csrf",
        "The header X-XSRF-TOKEN must hold the value of the cookie XSRF-TOKEN.",
        List.of());
  }

  static ApiProblem badAddress() {
    return new ApiProblem(400, "bad_address", "The address is not well-formed.", List.of());
  }
}
