package io.truebell.core.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes one request. */
final class RequestWriter {
  private RequestWriter() {}

  static void write(WireRequest request, OutputStream out) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(request.body().length + 1024);
    bytes.writeBytes(head(request).getBytes(StandardCharsets.ISO_8859_1));
    bytes.writeBytes(request.body());
    bytes.writeTo(out);
    out.flush();
  }

  private static String head(WireRequest request) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", request.uri().getRawAuthority());
    headers.put("User-Agent", "Truebell");
    headers.put("Accept-Encoding", "identity");
    headers.put("Connection", "keep-alive");
    headers.put("Content-Length", Integer.toString(request.body().length));
    headers.putAll(request.headers());
    StringBuilder head = new StringBuilder(request.method());
    head.append(' ').append(target(request.uri())).append(" HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    return head.append("\r\n").toString();
  }

  private static String target(URI uri) {
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return asciiOnly(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
  }

  /** {@code URI} keeps letters beyond ASCII as they are; in a request they are percent-encoded. */
  private static String asciiOnly(String target) {
    return URI.create("x:" + target).toASCIIString().substring(2);
  }
}
