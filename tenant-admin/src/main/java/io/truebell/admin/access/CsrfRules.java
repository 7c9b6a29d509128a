package io.truebell.admin.access;

import io.truebell.admin.session.BrowserSessions;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Set;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;

/**
 * A browser sends its cookies with whatever page makes it ask. So a request that changes something
 * and comes with our cookie must also say something that only our own pages can read. A header with
 * a key is such a thing in itself.
 */
final class CsrfRules {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private CsrfRules() {}

  static void apply(CsrfConfigurer<HttpSecurity> csrf) {
    CookieCsrfTokenRepository cookies = CookieCsrfTokenRepository.withHttpOnlyFalse();
    cookies.setCookiePath("/");
    cookies.setCookieCustomizer(cookie -> cookie.sameSite("Strict"));
    csrf.csrfTokenRepository(cookies)
        // as it is: no answer that is compressed ever holds it
        .csrfTokenRequestHandler(new CsrfTokenRequestAttributeHandler())
        .requireCsrfProtectionMatcher(CsrfRules::needed);
  }

  /** Signing in and out need it in any case: what they change is the browser's, not the key's. */
  private static boolean needed(HttpServletRequest request) {
    String path = request.getServletPath();
    if (SAFE.contains(request.getMethod()) || !path.startsWith("/v1/")) {
      return false;
    }
    return path.equals(BrowserSessions.ADDRESS)
        || (request.getHeader("Authorization") == null && hasSessionCookie(request));
  }

  private static boolean hasSessionCookie(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    return cookies != null
        && Arrays.stream(cookies).anyMatch(c -> c.getName().equals(BrowserSessions.COOKIE));
  }
}
