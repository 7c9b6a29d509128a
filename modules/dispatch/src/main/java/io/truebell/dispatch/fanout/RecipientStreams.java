package io.truebell.dispatch.fanout;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.explain.FanOutProgress;
import io.truebell.dispatch.explain.FanOutView;
import io.truebell.dispatch.fanout.LineReader.Raw;
import io.truebell.dispatch.intake.Facts;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a stream chunk by chunk and hands each on before it reads the next: what is in memory does
 * not grow with the list, and no connection to the database is held while the caller sends.
 */
@Component
class RecipientStreams {
  private static final int LONGEST_FACT = 64 * 1024;

  private final FanOut fanOut;
  private final FanOutRows rows;
  private final Facts facts;
  private final FanOutProgress progress;
  private final JsonMapper json;

  RecipientStreams(
      FanOut fanOut, FanOutRows rows, Facts facts, FanOutProgress progress, JsonMapper json) {
    this.fanOut = fanOut;
    this.rows = rows;
    this.facts = facts;
    this.progress = progress;
    this.json = json;
  }

  /** Accepts the fact alone; the same key and content find the first one. */
  FanOutView begin(BulkRequest request, @Nullable String key, Actor actor) {
    return progress(beginFact(request, key, actor));
  }

  private UUID beginFact(BulkRequest request, @Nullable String key, Actor actor) {
    return facts.begin(
        request.fact(),
        key,
        request.held(),
        actor,
        (id, now) -> rows.begin(id, request.held(), now));
  }

  /** The fact in the first line, all recipients behind it; a clean end closes the list. */
  FanOutView whole(InputStream body, @Nullable String key, boolean strict, Actor actor)
      throws IOException {
    LineReader lines = new LineReader(body);
    Raw first = lines.next(LONGEST_FACT);
    if (first == null || first.text() == null) {
      throw new ApiProblem(
          400,
          "malformed_json",
          "The first line must be the notification, in at most " + LONGEST_FACT + " bytes.",
          List.of());
    }
    BulkRequest request = read(first.text());
    if (key == null && request.idempotencyKey() == null) {
      throw ApiProblem.invalid(
          "idempotency_key", "required", "is what a broken stream is taken up again by");
    }
    UUID id = beginFact(request, key, actor);
    take(id, new RecipientLines(lines, 0, json), strict, actor);
    fanOut.complete(id, actor);
    return progress(id);
  }

  private BulkRequest read(String line) {
    try {
      return json.readValue(line, BulkRequest.class);
    } catch (JacksonException e) {
      throw new HttpMessageNotReadableException("the first line", e, new NoInput());
    }
  }

  /**
   * Recipients of a notification that exists.
   *
   * @param offset which line the body begins with, counted from 0
   * @param complete whether a clean end closes the list
   */
  FanOutView put(
      UUID id, InputStream body, long offset, boolean strict, boolean complete, Actor actor) {
    take(id, new RecipientLines(new LineReader(body), offset, json), strict, actor);
    if (complete) {
      fanOut.complete(id, actor);
    }
    return progress(id);
  }

  /** Closes the list. */
  FanOutView complete(UUID id, Actor actor) {
    fanOut.complete(id, actor);
    return progress(id);
  }

  private void take(UUID id, RecipientLines lines, boolean strict, Actor actor) {
    List<Line> chunk = next(lines);
    while (!chunk.isEmpty()) {
      fanOut.take(id, chunk, strict, actor);
      chunk = next(lines);
    }
  }

  /** What came of a chunk that broke off is not taken: its last line may be half a line. */
  private List<Line> next(RecipientLines lines) {
    try {
      return lines.next(fanOut.chunk());
    } catch (IOException e) {
      throw new ApiProblem(
          400,
          "stream_broken",
          "The stream broke off; the notification tells the offset that it has come to.",
          List.of());
    }
  }

  private FanOutView progress(UUID id) {
    return progress.find(id).orElseThrow(() -> ApiProblem.notFound("notification"));
  }
}
