package io.truebell.bench.stage;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One client of the API that costs little itself: one connection, kept, one request at a time. */
public final class Lean implements AutoCloseable {
  private final Api api;
  private final URI base;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  public Lean(Api api) {
    this.api = api;
    this.base = URI.create(api.base());
  }

  /** Sends it and reads the whole answer; anything but a 2xx is an error. */
  public void post(String path, String body) {
    exchange("POST", path, body);
  }

  public void get(String path) {
    exchange("GET", path, "");
  }

  private void exchange(String method, String path, String body) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        """
        %s %s HTTP/1.1\r
        Host: %s\r
        Authorization: Bearer %s\r
        Content-Type: application/json\r
        Content-Length: %d\r
        \r
        """
            .formatted(method, path, base.getAuthority(), api.key(), content.length);
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] request = new byte[start.length + content.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(content, 0, request, start.length, content.length);
    try {
      InputStream answer = connected();
      if (socket != null) {
        socket.getOutputStream().write(request);
      }
      read(answer, method + " " + path);
    } catch (IOException e) {
      throw new IllegalStateException("the application does not answer", e);
    }
  }

  private InputStream connected() throws IOException {
    if (in == null) {
      Socket fresh = new Socket(InetAddress.getLoopbackAddress(), base.getPort());
      fresh.setTcpNoDelay(true);
      socket = fresh;
      in = new BufferedInputStream(fresh.getInputStream(), 1 << 16);
    }
    return in;
  }

  private void read(InputStream answer, String what) throws IOException {
    String status = line(answer);
    long length = 0;
    boolean chunked = false;
    boolean close = false;
    for (String h = line(answer); !h.isEmpty(); h = line(answer)) {
      String lower = h.toLowerCase(Locale.ROOT);
      length =
          lower.startsWith("content-length:") ? Long.parseLong(h.substring(15).strip()) : length;
      chunked |= lower.startsWith("transfer-encoding: chunked");
      close |= lower.startsWith("connection: close");
    }
    if (chunked) {
      for (int n = size(answer); n > 0; n = size(answer)) {
        answer.skipNBytes(n + 2L);
      }
      answer.skipNBytes(2);
    } else {
      answer.skipNBytes(length);
    }
    if (close) {
      close();
    }
    if (!status.startsWith("HTTP/1.1 2")) {
      throw new IOException(what + ": " + status);
    }
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in).strip(), 16);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection ended");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // nothing more is wanted from it
    }
    socket = null;
    in = null;
  }
}
