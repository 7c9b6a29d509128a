package io.truebell.dispatch.fanout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines of UTF-8 with a bound on what is kept of each, however long the stream is. */
final class LineReader {
  /** A line without its end; null text for one that is too long or no UTF-8. */
  record Raw(@Nullable String text, String trouble) {}

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final byte[] buffer = new byte[16 * 1024];
  private int position;
  private int filled;
  private boolean begun;

  LineReader(InputStream in) {
    this.in = in;
  }

  /**
   * The next line; null at the end.
   *
   * @param longest in bytes; what is longer is skipped to its end
   */
  @Nullable Raw next(int longest) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean any = false;
    boolean tooLong = false;
    while (fill()) {
      any = true;
      int end = position;
      while (end < filled && buffer[end] != '\n') {
        end++;
      }
      int length = end - position;
      if (line.size() + length > longest) {
        tooLong = true;
      } else {
        line.write(buffer, position, length);
      }
      boolean ended = end < filled;
      position = ended ? end + 1 : end;
      if (ended) {
        break;
      }
    }
    if (!any) {
      return null;
    }
    return tooLong ? new Raw(null, "line_too_long") : decode(line.toByteArray());
  }

  private Raw decode(byte[] line) {
    int from = 0;
    if (!begun) {
      begun = true;
      from = startsWithMark(line) ? BYTE_ORDER_MARK.length : 0;
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line, from, line.length - from))
              .toString()
              .strip();
      return new Raw(text, "");
    } catch (CharacterCodingException e) {
      return new Raw(null, "not_utf8");
    }
  }

  private static boolean startsWithMark(byte[] line) {
    return line.length >= 3
        && line[0] == BYTE_ORDER_MARK[0]
        && line[1] == BYTE_ORDER_MARK[1]
        && line[2] == BYTE_ORDER_MARK[2];
  }

  private boolean fill() throws IOException {
    if (position < filled) {
      return true;
    }
    filled = Math.max(in.read(buffer), 0);
    position = 0;
    return filled > 0;
  }
}
