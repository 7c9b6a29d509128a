package io.truebell.sandbox;

import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator.Answer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Plays a provider's answer, or its trouble, on a real connection. */
@Component
class Stage {
  private static final Answer NONE = new Answer(200, Map.of(), new byte[64]);
  private static final int HUGE_BLOCKS = 256;

  private final SandboxSettings settings;
  private final CountDownLatch closing = new CountDownLatch(1);

  Stage(SandboxSettings settings) {
    this.settings = settings;
  }

  /** Lets those that wait go, so that a stop does not wait for them. */
  @EventListener(ContextClosedEvent.class)
  void close() {
    closing.countDown();
  }

  /**
   * @param magic null for a request that was for no address
   * @param answer the provider's; empty when it breaks the connection
   */
  void play(@Nullable Magic magic, Optional<Answer> answer, HttpServletResponse response)
      throws IOException {
    switch (magic == null ? Magic.ACCEPTED : magic) {
      case TIMEOUT -> {
        pause(settings.silence());
        breakOff(NONE, 0, response);
      }
      case SLOW -> {
        pause(settings.slowness());
        write(answer.orElse(NONE), response);
      }
      case HALF -> {
        Answer whole = answer.orElse(NONE);
        breakOff(whole, whole.body().length / 2, response);
      }
      case RESET -> breakOff(NONE, 0, response);
      case HUGE -> flood(response);
      case ACCEPTED,
          REJECTED,
          NOT_FOUND,
          GONE,
          COOLDOWN,
          TRANSIENT_THEN_ACCEPTED,
          ERROR,
          GARBAGE,
          RECEIPT_DELIVERED,
          RECEIPT_UNDELIVERED,
          RECEIPT_GONE,
          RECEIPT_FIRST,
          RECEIPT_REPEATED,
          RECEIPTS_DISORDERED,
          RECEIPT_NEVER -> {
        if (answer.isPresent()) {
          write(answer.get(), response);
        } else {
          breakOff(NONE, 0, response);
        }
      }
    }
  }

  private static void write(Answer answer, HttpServletResponse response) throws IOException {
    head(answer, response);
    response.getOutputStream().write(answer.body());
  }

  /**
   * Announces more than it sends. A servlet cannot break a connection any other way; the caller
   * learns just as little.
   */
  private static void breakOff(Answer answer, int bytes, HttpServletResponse response)
      throws IOException {
    head(answer, response);
    response.setHeader("Connection", "close");
    response.setContentLength(answer.body().length + 1);
    response.getOutputStream().write(answer.body(), 0, bytes);
    response.flushBuffer();
  }

  private static void head(Answer answer, HttpServletResponse response) {
    response.setStatus(answer.status());
    answer.headers().forEach(response::setHeader);
  }

  private static void flood(HttpServletResponse response) throws IOException {
    OutputStream out = response.getOutputStream();
    byte[] block = new byte[8192];
    for (int i = 0; i < HUGE_BLOCKS; i++) {
      out.write(block);
    }
  }

  private void pause(Duration length) {
    try {
      closing.await(length.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
