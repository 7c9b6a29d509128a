package io.truebell.admin.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses a caller without the scope before its body is read, and any endpoint that forgot to name
 * one. Method security checks the same again around the call itself.
 */
final class ScopeInterceptor implements HandlerInterceptor {
  private static final Pattern SCOPE = Pattern.compile("hasAuthority\\('(SCOPE_([a-z:]+))'\\)");

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method) {
      String rule = rule(method).orElseThrow(Refusals::forbidden);
      Matcher scope = SCOPE.matcher(rule);
      while (scope.find()) {
        if (!holds(scope.group(1))) {
          throw Refusals.missingScope(scope.group(2));
        }
      }
    }
    return true;
  }

  /** The rule of a handler: its own, or its class's. */
  static Optional<String> rule(HandlerMethod method) {
    return Optional.ofNullable(
            AnnotatedElementUtils.findMergedAnnotation(method.getMethod(), PreAuthorize.class))
        .or(
            () ->
                Optional.ofNullable(
                    AnnotatedElementUtils.findMergedAnnotation(
                        ClassUtils.getUserClass(method.getBeanType()), PreAuthorize.class)))
        .map(PreAuthorize::value);
  }

  private static boolean holds(String authority) {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    return caller != null
        && caller.getAuthorities().stream()
            .anyMatch(granted -> authority.equals(granted.getAuthority()));
  }
}
