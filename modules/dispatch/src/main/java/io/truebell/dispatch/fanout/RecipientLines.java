package io.truebell.dispatch.fanout;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.dispatch.fanout.LineReader.Raw;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A list of recipients, a line each: an external id as it is, as a JSON string, or as {@code
 * {"recipient": "…"}}. Empty lines count as lines and name nobody.
 */
final class RecipientLines {
  private static final int LONGEST = 1_024;
  private static final int LONGEST_ID = 128;

  private record Entry(@Nullable String recipient) {}

  private final LineReader lines;
  private final JsonMapper json;
  private long next;

  /**
   * @param first the index of the first line
   */
  RecipientLines(LineReader lines, long first, JsonMapper json) {
    this.lines = lines;
    this.next = first;
    this.json = json;
  }

  /** The next lines, at most {@code most}; none at the end. */
  List<Line> next(int most) throws IOException {
    List<Line> chunk = new ArrayList<>();
    while (chunk.size() < most) {
      Raw raw = lines.next(LONGEST);
      if (raw == null) {
        break;
      }
      chunk.add(line(next++, raw));
    }
    return chunk;
  }

  private Line line(long index, Raw raw) {
    String text = raw.text();
    if (text == null) {
      return new Line.Unreadable(index, raw.trouble());
    }
    if (text.isEmpty()) {
      return new Line.Blank(index);
    }
    String recipient;
    try {
      recipient = recipient(text);
    } catch (JacksonException e) {
      return new Line.Unreadable(index, "malformed_line");
    }
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "recipient", recipient, LONGEST_ID, false);
    return recipient == null || !problems.isEmpty()
        ? new Line.Unreadable(index, problems.isEmpty() ? "required" : problems.getFirst().code())
        : new Line.Named(index, recipient);
  }

  private @Nullable String recipient(String text) {
    return switch (text.charAt(0)) {
      case '{' -> json.readValue(text, Entry.class).recipient();
      case '"' -> json.readValue(text, String.class);
      default -> text;
    };
  }
}
