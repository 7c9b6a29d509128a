package io.truebell.core.wire;

import io.truebell.core.wire.WireResult.Answered;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;

/** Reads one answer, whole or not at all, and no more of it than is kept. */
final class AnswerReader {
  /** The peer closed in the middle of its answer. */
  static final class HalfAnswer extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private static final int MAX_INTERIM = 8;
  private static final Http1Config LIMITS =
      Http1Config.custom().setMaxLineLength(8 * 1024).setMaxHeaderCount(100).build();

  private final Whole in;
  private boolean staysOpen;
  private final SessionInputBufferImpl buffer =
      new SessionInputBufferImpl(8 * 1024, LIMITS.getMaxLineLength());

  AnswerReader(InputStream in) {
    this.in = new Whole(in);
  }

  /**
   * @param bodyless whether the request's method has answers without a body
   * @throws HalfAnswer when the connection ended inside the answer
   * @throws HttpException when it is not HTTP
   */
  Answered read(boolean bodyless) throws IOException, HttpException {
    ClassicHttpResponse head = head();
    int status = head.getCode();
    Map<String, String> headers = new HashMap<>();
    for (Header header : head.getHeaders()) {
      String value = header.getValue();
      headers.put(header.getName().toLowerCase(Locale.ROOT), value == null ? "" : value);
    }
    staysOpen = promised(head);
    if (bodyless || status == 204 || status == 304) {
      return new Answered(status, headers, new byte[0], false);
    }
    byte[] body = body(head).readNBytes(Wire.MAX_ANSWER + 1);
    boolean cut = body.length > Wire.MAX_ANSWER;
    staysOpen = staysOpen && !cut && !in.closingEndsIt;
    return new Answered(status, headers, cut ? Arrays.copyOf(body, Wire.MAX_ANSWER) : body, cut);
  }

  /**
   * Whether the server promised to keep the connection open, and nothing but the answer came over
   * it. A promise is asked for although HTTP/1.1 does without: servers that close in silence exist,
   * and a request that meets such an end has an unknown outcome.
   */
  boolean staysOpen() {
    return staysOpen && buffer.length() == 0;
  }

  private static boolean promised(ClassicHttpResponse head) {
    Header connection = head.getFirstHeader("Connection");
    return head.getVersion().greaterEquals(HttpVersion.HTTP_1_1)
        && connection != null
        && "keep-alive".equalsIgnoreCase(connection.getValue())
        && head.countHeaders("Connection") == 1;
  }

  private ClassicHttpResponse head() throws IOException, HttpException {
    for (int i = 0; i <= MAX_INTERIM; i++) {
      ClassicHttpResponse head = new DefaultHttpResponseParser(LIMITS).parse(buffer, in);
      if (head == null || head.getCode() == 101) {
        throw new ProtocolException("no final answer");
      }
      if (head.getCode() >= 200) {
        return head;
      }
    }
    throw new ProtocolException("too many interim answers");
  }

  private InputStream body(ClassicHttpResponse head) throws HttpException {
    long length = DefaultContentLengthStrategy.INSTANCE.determineLength(head);
    if (length == ContentLengthStrategy.CHUNKED) {
      return new ChunkedInputStream(buffer, in, LIMITS);
    }
    if (length == ContentLengthStrategy.UNDEFINED) {
      // Over TLS this trusts an end without close_notify, which Java does not tell apart. Adapters
      // compare whole bodies, so that what a cut leaves over is not taken for a success.
      in.closingEndsIt = true;
      return new IdentityInputStream(buffer, in);
    }
    return new ContentLengthInputStream(buffer, in, length);
  }

  /**
   * Makes an early end an error. The parser alone would take a head that stops after its first line
   * for a complete one, and report a success that nobody sent.
   */
  private static final class Whole extends FilterInputStream {
    private boolean closingEndsIt;
    private boolean begun;

    Whole(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      if (count < 0 && !closingEndsIt) {
        throw begun ? new HalfAnswer() : new IOException("closed without an answer");
      }
      begun = begun || count > 0;
      return count;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
  }
}
