package io.truebell.admin.access;

import io.truebell.admin.habits.Problems;
import io.truebell.admin.limits.LimitSettings;
import io.truebell.admin.limits.RateLimits;
import io.truebell.admin.limits.Take;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets each caller ask so often and says on every answer how often that is, in the form of the
 * IETF's draft-ietf-httpapi-ratelimit-headers-10.
 */
final class RateLimitFilter extends OncePerRequestFilter {
  private final RateLimits limits;
  private final LimitSettings settings;
  private final Problems problems;

  RateLimitFilter(RateLimits limits, LimitSettings settings, Problems problems) {
    this.limits = limits;
    this.settings = settings;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof KeyAuthentication key) {
      Take take = limits.take(name(key.getPrincipal()));
      response.setHeader(
          "RateLimit-Policy", "\"requests\";q=%d;w=60".formatted(settings.requestsPerMinute()));
      response.setHeader(
          "RateLimit",
          "\"requests\";r=%d;t=%d".formatted(take.remaining(), seconds(take.untilFull())));
      if (!take.granted()) {
        response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(seconds(take.untilNext())));
        problems.write(request, response, tooMany());
        return;
      }
    }
    chain.doFilter(request, response);
  }

  /** A tenant is one caller, however many keys it makes. */
  private static String name(Caller caller) {
    Tenant tenant = caller.tenant();
    return tenant == null ? caller.actor().toString() : "tenant:" + tenant.id();
  }

  private static long seconds(Duration time) {
    return time.plusNanos(999_999_999).toSeconds();
  }

  private static ApiProblem tooMany() {
    return new ApiProblem(
        429, "too_many_requests", "More requests than allowed; see Retry-After.", List.of());
  }
}
