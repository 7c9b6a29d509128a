package com.example.slow;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Answers later, in another thread: only tests have it. */
@RestController
public class SlowController {
  private static final String SCOPE = "hasAuthority('SCOPE_notifications:read')";
  private static final Logger LOG = LoggerFactory.getLogger(SlowController.class);

  /** The stream that was opened last. */
  private volatile CompletableFuture<SseEmitter> stream = new CompletableFuture<>();

  @PreAuthorize(SCOPE)
  @GetMapping("/v1/slow/answer")
  public Callable<Map<String, String>> answer() {
    return () -> Map.of("said", "late");
  }

  @PreAuthorize(SCOPE)
  @GetMapping("/v1/slow/failure")
  public Callable<Map<String, String>> failure() {
    return () -> {
      throw new IllegalStateException("an accident in another thread");
    };
  }

  @PreAuthorize(SCOPE)
  @GetMapping("/v1/slow/never")
  public DeferredResult<String> never() {
    return new DeferredResult<>(50L);
  }

  @PreAuthorize(SCOPE)
  @GetMapping(path = "/v1/slow/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  public SseEmitter stream() {
    SseEmitter emitter = new SseEmitter(0L);
    LOG.info("a stream is opened");
    stream.complete(emitter);
    return emitter;
  }

  /** The next stream that somebody opens. */
  public CompletableFuture<SseEmitter> next() {
    stream = new CompletableFuture<>();
    return stream;
  }
}
