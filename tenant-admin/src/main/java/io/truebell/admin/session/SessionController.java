package io.truebell.admin.session;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.admin.keys.Credential;
import io.truebell.admin.keys.Credential.OperatorKey;
import io.truebell.admin.keys.Credential.TenantKey;
import io.truebell.admin.keys.Credentials;
import io.truebell.admin.limits.RateLimits;
import io.truebell.admin.limits.Take;
import io.truebell.admin.tenants.WhoAmIView;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Where a browser signs in, asks who it is, and signs out. */
@RestController
@Tag(name = "Session", description = "Sign-in for browsers")
@RequestMapping(BrowserSessions.ADDRESS)
@PreAuthorize("permitAll()")
@SecurityRequirements
class SessionController {
  private final BrowserSessions sessions;
  private final Credentials credentials;
  private final RateLimits wrongKeys;

  SessionController(
      BrowserSessions sessions,
      Credentials credentials,
      @Qualifier("wrongKeys") RateLimits wrongKeys) {
    this.sessions = sessions;
    this.credentials = credentials;
    this.wrongKeys = wrongKeys;
  }

  @Operation(
      summary = "Sign in with a tenant's API key",
      description =
          "Sets the cookie `truebell_session`, which no script can read and which is accepted in"
              + " place of the Authorization header. Needs the header `X-XSRF-TOKEN` with the value"
              + " of the cookie `XSRF-TOKEN`, which `GET /v1/session` sets; so does each request"
              + " that changes something and comes with that cookie.")
  @PostMapping
  WhoAmIView signIn(
      @RequestBody SignInRequest body, HttpServletRequest request, HttpServletResponse response) {
    TenantKey key = key(body.check(), request.getRemoteAddr(), response);
    key.tenant()
        .refusal()
        .ifPresent(
            refusal -> {
              throw refusal;
            });
    sessions.begin(request, key);
    return WhoAmIView.of(key.caller());
  }

  @Operation(
      summary = "Who is signed in",
      description = "In any case sets the cookie `XSRF-TOKEN` where it is missing.")
  @GetMapping
  WhoAmIView whoIsSignedIn(
      @AuthenticationPrincipal @Nullable Caller caller,
      HttpServletRequest request,
      HttpServletResponse response) {
    setCsrfCookie(request);
    if (caller == null) {
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"truebell\"");
      throw new ApiProblem(401, "unauthenticated", "Nobody is signed in.", List.of());
    }
    return WhoAmIView.of(caller);
  }

  @Operation(summary = "Sign out: the session ends on the server")
  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void signOut(HttpServletRequest request) {
    sessions.end(request);
  }

  /** A try is taken before the key is looked at, and given back when the key is a good one. */
  private TenantKey key(String text, String address, HttpServletResponse response) {
    String client = "sign-in:" + address;
    Take take = wrongKeys.take(client);
    if (!take.granted()) {
      long seconds = take.untilNext().plusNanos(999_999_999).toSeconds();
      response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds));
      throw new ApiProblem(
          429, "too_many_requests", "Too many wrong keys; see Retry-After.", List.of());
    }
    Credential credential = credentials.recognise(text).orElseThrow(() -> wrongKey(response));
    wrongKeys.giveBack(client);
    return switch (credential) {
      case TenantKey key -> key;
      case OperatorKey operator ->
          throw ApiProblem.invalid(
              "key", "operator_key", "is an operator's; these pages are for tenants");
    };
  }

  private static ApiProblem wrongKey(HttpServletResponse response) {
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"truebell\"");
    return new ApiProblem(
        401,
        "unauthenticated",
        "The key does not open anything: it is mistyped, revoked or expired.",
        List.of(new FieldProblem("key", "wrong_key", "is mistyped, revoked or expired")));
  }

  /** The token is made, and its cookie set, when somebody asks for it. */
  private static void setCsrfCookie(HttpServletRequest request) {
    if (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token) {
      String ignored = token.getToken();
    }
  }
}
