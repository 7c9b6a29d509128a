package io.truebell.admin.habits;

import io.truebell.admin.limits.LimitSettings;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.DisconnectedClientHelper;

/** The outermost room of every request: its id, its largest body, and what becomes of accidents. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestFilter extends OncePerRequestFilter {
  private static final Logger LOG = LoggerFactory.getLogger(RequestFilter.class);
  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final Ids ids;
  private final Problems problems;
  private final LimitSettings limits;

  RequestFilter(Ids ids, Problems problems, LimitSettings limits) {
    this.ids = ids;
    this.problems = problems;
    this.limits = limits;
  }

  /** An answer that goes on in another thread keeps its request's id. */
  @Override
  protected boolean shouldNotFilterAsyncDispatch() {
    return false;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean again = isAsyncDispatch(request);
    String id = again ? RequestId.of(request) : id(request.getHeader(RequestId.HEADER));
    if (!again) {
      RequestId.assign(request, id);
      response.setHeader(RequestId.HEADER, id);
    }
    try (MDC.MDCCloseable log = MDC.putCloseable(RequestId.LOG_KEY, id)) {
      BoundedRequest bounded = new BoundedRequest(request, most(request));
      bounded.checkAnnounced();
      chain.doFilter(bounded, response);
    } catch (ApiProblem problem) {
      problems.write(request, response, problem);
    } catch (RuntimeException | ServletException e) {
      if (e.getCause() instanceof ApiProblem problem) {
        problems.write(request, response, problem);
      } else if (e instanceof InvalidParameterException) {
        problems.write(request, response, Problems.undecodable());
      } else if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
        LOG.debug("the client went away: {}", e.toString());
      } else if (Problems.databaseAway(e)) {
        LOG.warn("the database does not answer: {}", e.toString());
        response.setHeader("Retry-After", "5");
        problems.write(request, response, Problems.away());
      } else {
        LOG.error("request {} failed", id, e);
        problems.write(request, response, Problems.accident());
      }
    }
  }

  /** An endpoint that does not take lines refuses them unread. */
  private long most(HttpServletRequest request) {
    String type = request.getContentType();
    boolean lines =
        type != null && type.toLowerCase(Locale.ROOT).startsWith("application/x-ndjson");
    return (lines ? limits.maxStream() : limits.maxBody()).toBytes();
  }

  private String id(@Nullable String sent) {
    return sent != null && ACCEPTED.matcher(sent).matches() ? sent : ids.next().toString();
  }
}
