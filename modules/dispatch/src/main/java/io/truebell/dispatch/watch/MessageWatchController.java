package io.truebell.dispatch.watch;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.watch.WatchStream.News;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/**
 * Streams hints to pages. A request has a virtual thread of its own, so it simply stays in its
 * request: nothing is dispatched anew, and who was let in stays who was let in.
 */
@RestController
@Tag(name = "Messages", description = "What became of each message, and why")
class MessageWatchController {
  private static final Logger LOG = LoggerFactory.getLogger(MessageWatchController.class);
  private static final byte[] READY = bytes("event: ready\ndata: {}\n\n");
  private static final byte[] HEARTBEAT = bytes(":\n\n");

  private final MessageWatch watch;
  private final WatchSettings settings;
  private final JsonMapper json;
  private final Clock clock;

  MessageWatchController(MessageWatch watch, WatchSettings settings, JsonMapper json, Clock clock) {
    this.watch = watch;
    this.settings = settings;
    this.json = json;
    this.clock = clock;
  }

  @GetMapping(path = "/v1/messages:watch", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @PreAuthorize("hasAuthority('SCOPE_notifications:read')")
  @Operation(
      operationId = "watchMessages",
      summary = "Hints, as they happen, which messages were accepted or moved",
      description =
          "Server-sent events. ready comes first: everything that is committed afterwards is told."
              + " moved names messages, at most 100 and at most once a second; more says that"
              + " there are others, so ask anew. The same may be told twice. A comment comes when"
              + " there is nothing to tell. A stream ends after some minutes; connect again.")
  @ApiResponse(
      responseCode = "200",
      description = "Events; this is the data of moved",
      content =
          @Content(
              mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
              schema = @Schema(implementation = MessagesMovedView.class)))
  void watchMessages(HttpServletRequest request, HttpServletResponse response) throws IOException {
    if (request.getMethod().equals("HEAD")) {
      // whatever is written to it is dropped: nobody would notice that its reader has gone
      response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
      return;
    }
    WatchStream stream = watch.open(TenantScope.current());
    try {
      response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
      response.setHeader("X-Accel-Buffering", "no");
      tell(stream, response.getOutputStream());
    } catch (IOException e) {
      LOG.debug("a reader of hints went away: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watch.close(stream);
    }
  }

  /** Until the stream ends, or its reader is gone. */
  void tell(WatchStream stream, OutputStream out) throws IOException, InterruptedException {
    Instant end = clock.instant().plus(settings.longest());
    write(out, READY);
    while (true) {
      Duration left = Duration.between(clock.instant(), end);
      if (!left.isPositive()) {
        return;
      }
      Duration patience = left.compareTo(settings.heartbeat()) < 0 ? left : settings.heartbeat();
      switch (stream.next(patience)) {
        case News.Moved moved -> write(out, event(moved));
        case News.Quiet() -> write(out, HEARTBEAT);
        case News.Ended() -> {
          return;
        }
      }
    }
  }

  private byte[] event(News.Moved moved) {
    MessagesMovedView view = new MessagesMovedView(moved.messages(), moved.more());
    return bytes("event: moved\ndata: " + json.writeValueAsString(view) + "\n\n");
  }

  private static void write(OutputStream out, byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Messages that were accepted or whose deliveries moved.
   *
   * @param messages at most 100
   * @param more whether there are others that are not named
   */
  record MessagesMovedView(List<UUID> messages, boolean more) {
    MessagesMovedView {
      messages = List.copyOf(messages);
    }
  }
}
