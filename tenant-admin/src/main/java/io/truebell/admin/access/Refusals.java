package io.truebell.admin.access;

import io.truebell.core.rest.ApiProblem;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;

/** What callers are told who are not let in. */
final class Refusals {
  private static final Pattern SCOPE = Pattern.compile("SCOPE_([a-z:]+)");

  private Refusals() {}

  /** The same for a missing, malformed, unknown, forged, revoked and expired key. */
  static ApiProblem unauthenticated() {
    return new ApiProblem(
        401,
        "unauthenticated",
        "A valid API key is needed: Authorization: Bearer tbk_…",
        List.of());
  }

  static ApiProblem missingScope(AccessDeniedException e) {
    // the denied rule is the only place that knows which scope it asked for
    String rule =
        e instanceof AuthorizationDeniedException denied
            ? String.valueOf(denied.getAuthorizationResult())
            : "";
    Matcher scope = SCOPE.matcher(rule);
    return scope.find() ? missingScope(scope.group(1)) : forbidden();
  }

  static ApiProblem missingScope(String scope) {
    return new ApiProblem(
        403, "missing_scope", "The key lacks the scope " + scope + ".", List.of());
  }

  static ApiProblem badAddress() {
    return new ApiProblem(400, "bad_address", "The address is not well-formed.", List.of());
  }

  private static ApiProblem forbidden() {
    return new ApiProblem(403, "forbidden", "The key does not allow this.", List.of());
  }
}
