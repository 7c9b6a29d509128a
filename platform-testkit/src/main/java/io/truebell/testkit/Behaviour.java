package io.truebell.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

/** What {@link FakeProvider} does with a request after it read all of it. */
public sealed interface Behaviour {
  /** Answers properly. */
  record Answer(int status, Map<String, String> headers, byte[] body) implements Behaviour {
    /** The same answer with one more header. */
    public Answer with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Answer(status, more, body);
    }

    @Override
    public String toString() {
      String text = new String(body, 0, Math.min(body.length, 60), StandardCharsets.UTF_8);
      return status + " " + headers + " " + text;
    }
  }

  /** Keeps silent until released. */
  record Hang() implements Behaviour {}

  /** Resets the connection (RST). */
  record Reset() implements Behaviour {}

  /** Closes the connection without a byte. */
  record Close() implements Behaviour {}

  /** Writes these bytes, whatever they are, and closes. */
  record Raw(String name, byte[] bytes) implements Behaviour {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Writes these bytes one at a time. */
  record Drip(byte[] bytes, Duration between) implements Behaviour {}

  /** Answers 200 with a body of that many bytes. */
  record Huge(long bytes) implements Behaviour {}

  /** Decides when it sees the request. */
  record Decide(Function<Received, Behaviour> by) implements Behaviour {}

  /** Answers with a UTF-8 text. */
  static Answer answer(int status, String body) {
    return new Answer(
        status,
        Map.of("Content-Type", "text/plain; charset=utf-8"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** Answers with a JSON text. */
  static Answer json(int status, String body) {
    return answer(status, body).with("Content-Type", "application/json");
  }

  /** Sends the caller elsewhere. */
  static Answer redirect(int status, String location) {
    return answer(status, "").with("Location", location);
  }

  /** Announces the whole body and sends half of it. */
  static Raw halfBody(int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head = "HTTP/1.1 " + status + " X\r\nContent-Length: " + (bytes.length * 2 + 2);
    return new Raw("half a body", (head + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
  }

  /** Stops within its first headers. */
  static Raw halfHead(int status) {
    String head = "HTTP/1.1 " + status + " OK\r\nContent-Ty";
    return new Raw("half a head", head.getBytes(StandardCharsets.US_ASCII));
  }

  /** Answers with something that is not HTTP. */
  static Raw garbage() {
    byte[] bytes = new byte[512];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31 + 7);
    }
    return new Raw("garbage", bytes);
  }

  /** Answers with a small body that would unpack to 64 MiB. */
  static Answer gzipBomb(int status) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      byte[] mebibyte = new byte[1024 * 1024];
      for (int i = 0; i < 64; i++) {
        out.write(mebibyte);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Answer(status, Map.of("Content-Encoding", "gzip"), packed.toByteArray());
  }
}
