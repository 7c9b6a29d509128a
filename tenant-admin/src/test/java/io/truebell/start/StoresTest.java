package io.truebell.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform with stores of its own, from the outside: start, second start, kill, stop. */
class StoresTest {
  @TempDir Path parent;

  @Test
  void aKilledPlatformStartsAgainWithItsDataAndStopsWithoutATrace() throws Exception {
    Path folder = parent.resolve("data");
    PlatformProcess killed = PlatformProcess.start(folder, "--server.port=0");
    String url = killed.awaitUrl();
    String key = key(folder);
    try {
      assertThat(whoAmI(url, key)).isEqualTo(200);
      PlatformProcess second = PlatformProcess.start(folder, "--server.port=0");
      assertThat(second.awaitEnd()).isEqualTo(1);
      assertThat(second.errors())
          .isEqualTo("truebell: Truebell runs already (pid " + killed.pid() + ", " + url + ")\n");
    } finally {
      killed.kill();
    }

    PlatformProcess next = PlatformProcess.start(folder, "--server.port=0");
    try {
      assertThat(whoAmI(next.awaitUrl(), key)).isEqualTo(200);
    } finally {
      next.terminate();
    }
    assertThat(next.awaitEnd()).isEqualTo(143);
    assertThat(folder.resolve("run.json")).doesNotExist();
    assertThat(folder.resolve("postgres/postmaster.pid")).doesNotExist();
    assertThat(folder.resolve("redis/redis.pid")).doesNotExist();
  }

  @Test
  void aTrainingRunEndsByItselfWithoutATrace() throws Exception {
    Path folder = parent.resolve("data");
    PlatformProcess training =
        PlatformProcess.start(folder, "--server.port=0", "--truebell.start.only=true");
    training.awaitUrl();
    assertThat(training.awaitEnd()).isZero();
    assertThat(folder.resolve("run.json")).doesNotExist();
    assertThat(folder.resolve("postgres/postmaster.pid")).doesNotExist();
    assertThat(folder.resolve("redis/redis.pid")).doesNotExist();
  }

  @Test
  void aBusyPortIsOneLineAndNothingIsStarted() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path folder = parent.resolve("data");
      PlatformProcess platform =
          PlatformProcess.start(folder, "--server.port=" + busy.getLocalPort());
      assertThat(platform.awaitEnd()).isEqualTo(1);
      assertThat(platform.errors())
          .hasLineCount(1)
          .startsWith("truebell: cannot listen on 127.0.0.1:" + busy.getLocalPort());
      assertThat(folder.resolve("postgres")).doesNotExist();
    }
  }

  @Test
  void aFolderWithOtherFilesIsOneLineAndStaysAsItIs() throws Exception {
    Files.writeString(parent.resolve("thesis.txt"), "years of work");
    PlatformProcess platform =
        PlatformProcess.start(parent, "--server.port=0", "--truebell.data.fresh=true");
    assertThat(platform.awaitEnd()).isEqualTo(1);
    assertThat(platform.errors()).hasLineCount(1).contains("isn't a data folder of Truebell");
    assertThat(parent).isDirectoryContaining("glob:**/thesis.txt");
  }

  private static String key(Path folder) throws IOException {
    return Files.readAllLines(folder.resolve("demo.env")).stream()
        .filter(line -> line.contains("TRUEBELL_KEY="))
        .map(line -> line.replaceFirst(".*TRUEBELL_KEY=", ""))
        .findFirst()
        .orElseThrow();
  }

  private static int whoAmI(String url, String key) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/v1/tenant"))
            .header("Authorization", "Bearer " + key)
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }
}
