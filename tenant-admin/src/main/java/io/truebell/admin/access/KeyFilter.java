package io.truebell.admin.access;

import io.truebell.admin.habits.Problems;
import io.truebell.admin.keys.Credential;
import io.truebell.admin.keys.Credential.OperatorKey;
import io.truebell.admin.keys.Credential.TenantKey;
import io.truebell.admin.keys.Credentials;
import io.truebell.admin.session.BrowserSessions;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.MDC;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Turns a presented key, or the session of a browser, into the request's caller and opens the
 * caller's tenant scope around all that follows. Nothing else in a request ever says whose data it
 * is about.
 */
final class KeyFilter extends OncePerRequestFilter {
  private static final String BEARER = "Bearer ";

  /** Whose a page believes its session to be: another tab may have signed in to another tenant. */
  private static final String EXPECTED = "X-Truebell-Tenant";

  private final Credentials credentials;
  private final BrowserSessions sessions;
  private final Problems problems;
  private final SecurityContextRepository contexts =
      new RequestAttributeSecurityContextRepository();

  KeyFilter(Credentials credentials, BrowserSessions sessions, Problems problems) {
    this.credentials = credentials;
    this.sessions = sessions;
    this.problems = problems;
  }

  /** Health is asked without a key, and must answer when the keys cannot be looked up. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.equals("/health") || path.startsWith("/health/");
  }

  /** An answer that goes on in another thread is the same caller's. */
  @Override
  protected boolean shouldNotFilterAsyncDispatch() {
    return false;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (isAsyncDispatch(request)) {
      again(request, response, chain);
      return;
    }
    Optional<? extends Credential> credential = credential(request);
    if (credential.isEmpty()) {
      // goes on as nobody: the chain behind decides whether that is enough
      chain.doFilter(request, response);
      return;
    }
    switch (credential.get()) {
      case OperatorKey key ->
          proceed(new Caller(key.actor(), null, Set.of(Scope.OPERATOR)), request, response, chain);
      case TenantKey key -> tenant(key, request, response, chain);
    }
  }

  /** A header wins, even one of no use: whoever sends it means it. */
  private Optional<? extends Credential> credential(HttpServletRequest request) {
    String header = request.getHeader("Authorization");
    if (header == null) {
      return sessions.key(request);
    }
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? credentials.recognise(header.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  private void tenant(
      TenantKey key, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Optional<ApiProblem> refusal = key.tenant().refusal();
    if (refusal.isPresent()) {
      if (refusal.get().status() == 503) {
        response.setHeader("Retry-After", "10");
      }
      problems.write(request, response, refusal.get());
      return;
    }
    Tenant tenant = key.tenant().tenant();
    String expected = request.getHeader(EXPECTED);
    if (expected != null && !expected.equals(tenant.id().value().toString())) {
      problems.write(request, response, Refusals.otherTenant());
      return;
    }
    inScope(tenant, () -> proceed(key.caller(), request, response, chain));
  }

  private void again(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    Authentication known = SecurityContextHolder.getContext().getAuthentication();
    Tenant tenant = known instanceof KeyAuthentication key ? key.getPrincipal().tenant() : null;
    if (tenant == null) {
      chain.doFilter(request, response);
    } else {
      inScope(tenant, () -> chain.doFilter(request, response));
    }
  }

  private static void inScope(Tenant tenant, Rest rest) throws ServletException, IOException {
    try (MDC.MDCCloseable log = MDC.putCloseable("tenant", tenant.slug())) {
      TenantScope.<Boolean, Exception>call(
          tenant,
          () -> {
            rest.run();
            return true;
          });
    } catch (ServletException | IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private void proceed(
      Caller caller, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new KeyAuthentication(caller));
    SecurityContextHolder.setContext(context);
    // for an answer that goes on in another thread
    contexts.saveContext(context, request, response);
    try {
      chain.doFilter(request, response);
    } finally {
      SecurityContextHolder.clearContext();
    }
  }

  /** All that follows. */
  private interface Rest {
    void run() throws ServletException, IOException;
  }
}
