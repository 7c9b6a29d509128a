package io.truebell.testkit;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as {@link FakeProvider} got it.
 *
 * @param target path and query as sent
 * @param headers by lower-case name
 * @param body raw bytes
 */
public record Received(String method, String target, Map<String, String> headers, byte[] body) {
  public Received {
    headers = Map.copyOf(headers);
  }

  /** The target without its query. */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The header's value, by any spelling of its name. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body as a form ({@code application/x-www-form-urlencoded}). */
  public Map<String, String> form() {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String pair : text().split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decode(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }
}
