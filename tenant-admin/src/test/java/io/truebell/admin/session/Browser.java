package io.truebell.admin.session;

import io.truebell.Api;
import io.truebell.Api.Answer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps cookies and sends the CSRF header as our pages do. */
final class Browser {
  static final String SESSION = "truebell_session";
  static final String CSRF = "XSRF-TOKEN";

  private final Api api;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final Map<String, String> flags = new HashMap<>();

  Browser(Api api) {
    this.api = api;
  }

  /** One that has been given its CSRF cookie. */
  static Browser opened(Api api) {
    Browser browser = new Browser(api);
    browser.get("/v1/session").expect(401);
    return browser;
  }

  Answer get(String path) {
    return keep(sending().get(path));
  }

  Answer signIn(String key) {
    return post("/v1/session", Map.of("key", key));
  }

  Answer post(String path, Object body) {
    return keep(guarded().post(path, body));
  }

  Answer put(String path, Object body) {
    return keep(guarded().put(path, body));
  }

  Answer delete(String path) {
    return keep(guarded().delete(path));
  }

  /** With its cookies alone, as another site's page would make it ask. */
  Api sending() {
    return cookies.isEmpty()
        ? api
        : api.with(
            "Cookie",
            cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; ")));
  }

  private Api guarded() {
    String token = cookies.get(CSRF);
    return token == null ? sending() : sending().with("X-XSRF-TOKEN", token);
  }

  @Nullable String cookie(String name) {
    return cookies.get(name);
  }

  void set(String name, String value) {
    cookies.put(name, value);
  }

  /** How that cookie was last set. */
  String flags(String name) {
    return flags.getOrDefault(name, "");
  }

  static List<String> setCookies(Answer answer) {
    return answer.response().headers().allValues("Set-Cookie");
  }

  private Answer keep(Answer answer) {
    for (String line : setCookies(answer)) {
      String[] parts = line.split(";", 2);
      String[] pair = parts[0].split("=", 2);
      flags.put(pair[0], parts.length > 1 ? parts[1] : "");
      if (pair[1].isEmpty() || line.contains("Max-Age=0")) {
        cookies.remove(pair[0]);
      } else {
        cookies.put(pair[0], pair[1]);
      }
    }
    return answer;
  }
}
