package io.truebell.admin.access;

import io.truebell.admin.habits.Problems;
import io.truebell.core.rest.ApiProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * On a worker only health, metrics and the simulators that its own calls go to are answered: no
 * page and no API, for no key.
 */
final class WorkerFilter extends OncePerRequestFilter {
  private static final List<String> SERVED = List.of("/health", "/metrics", "/sandbox");

  private final Problems problems;

  WorkerFilter(Problems problems) {
    this.problems = problems;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    String path = request.getRequestURI();
    return SERVED.stream().anyMatch(own -> path.equals(own) || path.startsWith(own + "/"));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    problems.write(
        request,
        response,
        new ApiProblem(404, "not_served_here", "This is a worker: it serves no API.", List.of()));
  }
}
