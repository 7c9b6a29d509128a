package io.truebell.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a request whose body has a Content-Length, as our own wire writes it. */
final class RequestReader {
  private static final int MAX_HEAD = 64 * 1024;
  private static final int MAX_BODY = 4 * 1024 * 1024;

  private RequestReader() {}

  static Received read(InputStream in) throws IOException {
    List<String> lines = head(in).lines().toList();
    String[] first = lines.getFirst().split(" ", 3);
    if (first.length < 3) {
      throw new IOException("not an HTTP request");
    }
    Map<String, String> headers = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
        headers.put(name, line.substring(colon + 1).strip());
      }
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(Math.min(length, MAX_BODY));
    return new Received(first[0], first[1], headers, body);
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    int tail = 0; // the last four bytes
    while (tail != 0x0d0a0d0a) {
      int next = in.read();
      if (next < 0 || head.size() > MAX_HEAD) {
        throw new EOFException("no complete request");
      }
      head.write(next);
      tail = tail << 8 | next;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }
}
