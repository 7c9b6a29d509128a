package io.truebell.channel.wechat.push;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What stands in the query of a push. */
record PushQuery(Map<String, String> values) {
  private static final int MOST = 20;

  PushQuery {
    values = Map.copyOf(values);
  }

  /** Empty when it is not a query, or names something twice. */
  static Optional<PushQuery> read(String raw) {
    String[] pairs = raw.split("&", -1);
    Map<String, String> values = new HashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals < 1 || pairs.length > MOST) {
        return Optional.empty();
      }
      @Nullable String name = decode(pair.substring(0, equals));
      @Nullable String value = decode(pair.substring(equals + 1));
      if (name == null || value == null || values.put(name, value) != null) {
        return Optional.empty();
      }
    }
    return Optional.of(new PushQuery(values));
  }

  private static @Nullable String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private String value(String name) {
    return values.getOrDefault(name, "");
  }

  String signature() {
    return value("signature");
  }

  String timestamp() {
    return value("timestamp");
  }

  String nonce() {
    return value("nonce");
  }

  String messageSignature() {
    return value("msg_signature");
  }

  String echo() {
    return value("echostr");
  }

  /** Whether WeChat says that the body is encrypted. */
  boolean encrypted() {
    return value("encrypt_type").equals("aes");
  }

  /** Whether it says nothing of that, or that it is not. */
  boolean raw() {
    String type = value("encrypt_type");
    return type.isEmpty() || type.equals("raw");
  }
}
