package io.truebell.dispatch.fanout;

import io.truebell.core.identity.Actor;
import io.truebell.dispatch.explain.FanOutProgress;
import io.truebell.dispatch.explain.FanOutView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;

/** Streams recipients as the API does, for tests in other rooms. */
public final class TestFanOut {
  private static final Actor CALLER = new Actor("api_key", "test");

  private final RecipientStreams streams;
  private final FanOutProgress progress;

  TestFanOut(RecipientStreams streams, FanOutProgress progress) {
    this.streams = streams;
    this.progress = progress;
  }

  /** Begins a notification whose recipients follow. */
  public UUID begin(String key, boolean held) {
    return begin(key, held, "Term begins");
  }

  public UUID begin(String key, boolean held, String title) {
    BulkRequest request =
        new BulkRequest(
            "term.begins",
            "transactional",
            "term:1",
            Map.of("title", title),
            null,
            null,
            null,
            null,
            key,
            held);
    return streams.begin(request, null, CALLER).notification();
  }

  public FanOutView whole(String body) {
    try {
      return streams.whole(stream(body), null, false, CALLER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public FanOutView put(UUID id, long offset, String lines) {
    return put(id, offset, stream(lines));
  }

  public FanOutView put(UUID id, long offset, InputStream lines) {
    return streams.put(id, lines, offset, false, false, CALLER);
  }

  public FanOutView putStrictly(UUID id, String lines) {
    return streams.put(id, stream(lines), 0, true, false, CALLER);
  }

  public FanOutView complete(UUID id) {
    return streams.complete(id, CALLER);
  }

  public FanOutView progress(UUID id) {
    return progress.find(id).orElseThrow();
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
