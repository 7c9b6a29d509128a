package io.truebell.core.wire;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One HTTP request.
 *
 * @param method e.g. {@code POST}
 * @param uri absolute, http or https
 * @param headers one value each; Host and Content-Length are set by the wire
 * @param body raw bytes; empty for none
 * @param timeout for everything, from looking up the name to the last byte of the answer
 * @param reach which addresses it may connect to
 */
public record WireRequest(
    String method,
    URI uri,
    Map<String, String> headers,
    byte[] body,
    Duration timeout,
    Reach reach) {
  /** Which addresses a request may connect to. */
  public enum Reach {
    /**
     * An address that a tenant supplied: https only, and every address that the name resolves to
     * must be public; the connection is pinned to a checked one.
     */
    PUBLIC_ONLY,
    /** An address from the provider's documentation or the platform's own simulator. */
    FIXED
  }

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e\\t]*");

  /**
   * @throws IllegalArgumentException when the method or a header could break out of its line
   */
  public WireRequest {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    if (!TOKEN.matcher(method).matches()) {
      throw new IllegalArgumentException("not an HTTP method");
    }
    headers.forEach(
        (name, value) -> {
          if (!TOKEN.matcher(name).matches() || !VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("not an HTTP header");
          }
        });
  }

  @Override
  public String toString() {
    // the path and query may hold a secret address
    return method + " " + uri.getScheme() + "://" + uri.getHost() + " (" + body.length + " bytes)";
  }
}
