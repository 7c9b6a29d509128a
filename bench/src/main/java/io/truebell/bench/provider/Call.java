package io.truebell.bench.provider;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One request as far as this provider reads it.
 *
 * @param path with its leading slash
 * @param close whether the caller wants the connection closed afterwards
 */
record Call(String path, boolean close) {
  private static final String LENGTH = "content-length:";

  /** The next whole request, taken out of {@code in}; null when more bytes are needed. */
  static @Nullable Call next(ByteBuffer in) {
    int end = endOfHead(in);
    if (end < 0) {
      return null;
    }
    byte[] bytes = new byte[end];
    in.get(0, bytes);
    String head = new String(bytes, StandardCharsets.ISO_8859_1);
    String lower = head.toLowerCase(Locale.ROOT);
    int total = end + length(lower);
    if (in.position() < total) {
      return null;
    }
    in.flip().position(total);
    in.compact();
    int space = head.indexOf(' ');
    String path = head.substring(space + 1, head.indexOf(' ', space + 1));
    return new Call(path, lower.contains("connection: close"));
  }

  private static int endOfHead(ByteBuffer in) {
    for (int i = 3; i < in.position(); i++) {
      if (in.get(i) == '\n' && in.get(i - 1) == '\r' && in.get(i - 2) == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private static int length(String head) {
    int at = head.indexOf(LENGTH);
    return at < 0
        ? 0
        : Integer.parseInt(head.substring(at + LENGTH.length(), head.indexOf('\r', at)).strip());
  }
}
