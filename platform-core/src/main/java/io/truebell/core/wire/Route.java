package io.truebell.core.wire;

import io.truebell.core.wire.WireRequest.Reach;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * Which requests may share a connection. Those to a provider's documented address: by server. Those
 * to an address that a tenant supplied: by the whole address, of which only a digest is kept, so
 * that two tenants with different secrets in their URLs never share one.
 */
record Route(String scheme, String host, int port, Reach reach, String own) {
  static Route of(WireRequest request) {
    URI uri = request.uri();
    String own = request.reach() == Reach.FIXED ? "" : digest(uri.toString());
    return new Route(
        Objects.requireNonNullElse(uri.getScheme(), ""),
        Objects.requireNonNullElse(uri.getHost(), "").toLowerCase(Locale.ROOT),
        UrlRules.portOf(uri),
        request.reach(),
        own);
  }

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
