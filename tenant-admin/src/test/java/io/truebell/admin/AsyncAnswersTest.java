package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.slow.SlowController;
import io.truebell.Api.Answer;
import io.truebell.FullStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Answers that go on in another thread. */
@Import(SlowController.class)
@ExtendWith(OutputCaptureExtension.class)
@DirtiesContext
class AsyncAnswersTest extends FullStack {
  private static final Duration SOON = Duration.ofSeconds(30);

  @Autowired private SlowController slow;

  @Test
  void aLateAnswerIsTheSameCallersAndHasTheSameId() {
    TestTenant tenant = newTenant();
    Answer answer = tenant.api().with("X-Request-Id", "late-1").get("/v1/slow/answer").expect(200);

    assertThat(answer.json().path("said").asString()).isEqualTo("late");
    assertThat(answer.header("X-Request-Id")).isEqualTo("late-1");
    nobody().get("/v1/slow/answer").problem(401, "unauthenticated");
    operator().get("/v1/slow/answer").problem(403, "missing_scope");
  }

  @Test
  void aLateAccidentIsAProblemAndIsLoggedWithRequestAndTenant(CapturedOutput log) {
    TestTenant tenant = newTenant();
    tenant
        .api()
        .with("X-Request-Id", "late-2")
        .get("/v1/slow/failure")
        .problem(500, "internal_error");
    assertThat(log.getOut().lines())
        .anyMatch(
            line ->
                line.contains("ERROR [" + tenant.slug() + "] [late-2]")
                    && line.contains("request failed"));
  }

  @Test
  void anAnswerThatDoesNotComeInTimeIsAProblemAndNoAccident(CapturedOutput log) {
    newTenant().api().get("/v1/slow/never").problem(503, "temporarily_unavailable");
    assertThat(log.getOut()).doesNotContain(" ERROR ");
  }

  @Test
  void aStreamIsNotCompressedAndItsEndIsNoAccident(CapturedOutput log) throws Exception {
    TestTenant tenant = newTenant();
    CompletableFuture<SseEmitter> opened = slow.next();
    CompletableFuture<Answer> answer =
        CompletableFuture.supplyAsync(
            () -> tenant.api().with("Accept-Encoding", "gzip").get("/v1/slow/stream"));
    SseEmitter stream = opened.get();
    stream.send("a line that is long enough. ".repeat(100));
    stream.complete();

    assertThat(answer.get().expect(200).header("Content-Encoding")).isEmpty();
    assertThat(answer.get().text()).startsWith("data:a line");
    assertThat(log.getOut()).doesNotContain(" ERROR ");
  }

  @Test
  void aReaderThatGoesAwayIsNoError(CapturedOutput log) throws Exception {
    TestTenant tenant = newTenant();
    CompletableFuture<SseEmitter> opened = slow.next();
    SseEmitter stream;
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    try (Socket socket = open("/v1/slow/stream", tenant.key())) {
      stream = opened.get();
      stream.onCompletion(() -> ended.complete(true));
      stream.send("hello");
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(lines.lines().anyMatch("data:hello"::equals)).isTrue();
    }
    await().atMost(SOON).until(() -> breaks(stream));
    await().atMost(SOON).until(ended::isDone);

    tenant.api().get("/v1/slow/answer").expect(200);
    assertThat(log.getOut()).doesNotContain(" ERROR ", "Exception");
  }

  /** As whoever feeds a stream would do it. */
  private static boolean breaks(SseEmitter stream) {
    try {
      stream.send("is anybody there?");
      return false;
    } catch (IOException | IllegalStateException e) {
      stream.completeWithError(e);
      return true;
    }
  }

  private Socket open(String path, String key) throws IOException {
    URI base = URI.create(nobody().base());
    Socket socket = new Socket(base.getHost(), base.getPort());
    socket
        .getOutputStream()
        .write(
            "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n"
                .formatted(path, key)
                .getBytes(StandardCharsets.UTF_8));
    return socket;
  }
}
