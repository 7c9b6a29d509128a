package io.truebell.admin.access;

import io.truebell.admin.habits.Problems;
import io.truebell.admin.keys.Credential;
import io.truebell.admin.keys.Credential.OperatorKey;
import io.truebell.admin.keys.Credential.TenantKey;
import io.truebell.admin.keys.Credentials;
import io.truebell.admin.tenants.TenantRecord;
import io.truebell.admin.tenants.TenantState;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.TenantScope;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.MDC;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Turns a presented key into the request's caller and opens the caller's tenant scope around all
 * that follows. Nothing else in a request ever says whose data it is about.
 */
final class KeyFilter extends OncePerRequestFilter {
  private static final String BEARER = "Bearer ";

  private final Credentials credentials;
  private final Problems problems;

  KeyFilter(Credentials credentials, Problems problems) {
    this.credentials = credentials;
    this.problems = problems;
  }

  /** Health is asked without a key, and must answer when the keys cannot be looked up. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.equals("/health") || path.startsWith("/health/");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String header = request.getHeader("Authorization");
    Optional<Credential> credential =
        header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())
            ? Optional.empty()
            : credentials.recognise(header.substring(BEARER.length()).strip());
    if (credential.isEmpty()) {
      // goes on as nobody: the chain behind decides whether that is enough
      chain.doFilter(request, response);
      return;
    }
    switch (credential.get()) {
      case OperatorKey key ->
          proceed(new Caller(key.actor(), null, Set.of(Scope.OPERATOR)), request, response, chain);
      case TenantKey key -> inScope(key, request, response, chain);
    }
  }

  private void inScope(
      TenantKey key, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    TenantRecord tenant = key.tenant();
    if (tenant.state() == TenantState.SUSPENDED) {
      problems.write(
          request,
          response,
          new ApiProblem(403, "tenant_suspended", "The tenant is suspended.", List.of()));
      return;
    }
    if (tenant.state() != TenantState.ACTIVE || tenant.trouble() != null) {
      response.setHeader("Retry-After", "10");
      problems.write(
          request,
          response,
          new ApiProblem(503, "tenant_not_ready", "The tenant is not ready yet.", List.of()));
      return;
    }
    Caller caller = new Caller(key.actor(), tenant.tenant(), key.scopes());
    try (MDC.MDCCloseable log = MDC.putCloseable("tenant", tenant.slug())) {
      TenantScope.<Boolean, Exception>call(
          tenant.tenant(),
          () -> {
            proceed(caller, request, response, chain);
            return true;
          });
    } catch (ServletException | IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new ServletException(e);
    }
  }

  private static void proceed(
      Caller caller, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(new KeyAuthentication(caller));
    SecurityContextHolder.setContext(context);
    try {
      chain.doFilter(request, response);
    } finally {
      SecurityContextHolder.clearContext();
    }
  }
}
