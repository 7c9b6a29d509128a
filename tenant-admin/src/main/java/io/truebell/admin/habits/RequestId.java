package io.truebell.admin.habits;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** The id under which a request is found again: in its answer, its problem, and the log. */
final class RequestId {
  static final String HEADER = "X-Request-Id";
  static final String LOG_KEY = "request";

  private static final String ATTRIBUTE = RequestId.class.getName();

  private RequestId() {}

  static void assign(HttpServletRequest request, String id) {
    request.setAttribute(ATTRIBUTE, id);
  }

  static String of(HttpServletRequest request) {
    return String.valueOf((@Nullable Object) request.getAttribute(ATTRIBUTE));
  }
}
