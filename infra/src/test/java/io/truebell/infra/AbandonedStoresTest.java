package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two Truebells on one folder: at once, and one after another was killed. */
class AbandonedStoresTest {
  private static final String OTHER_URL = "http://127.0.0.1:4711";

  private Path folder;

  @BeforeEach
  void anEmptyDataFolder() throws IOException {
    folder = Folders.empty();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    Folders.delete(folder);
  }

  @Test
  void secondOneIsToldWhoRunsAndWhere() throws IOException, InterruptedException {
    Process other = Holder.start(folder, OTHER_URL);
    try {
      awaitStores(other);
      assertThatThrownBy(() -> EmbeddedStores.on(folder, Folders.URL))
          .isInstanceOf(StartProblem.class)
          .hasMessage("Truebell runs already (pid " + other.pid() + ", " + OTHER_URL + ")");
      assertThat(Folders.processes(folder)).hasSize(2);
    } finally {
      kill(other);
      stopLeftovers();
    }
  }

  @Test
  void oneProcessCannotTakeAFolderTwice() {
    try (EmbeddedStores stores = EmbeddedStores.on(folder, OTHER_URL)) {
      assertThatThrownBy(() -> EmbeddedStores.on(folder, Folders.URL))
          .hasMessageContaining("runs already")
          .hasMessageContaining(OTHER_URL);
      stores.announce("http://127.0.0.1:4712");
      assertThatThrownBy(() -> EmbeddedStores.on(folder, Folders.URL)).hasMessageContaining("4712");
    }
  }

  @Test
  void storesOfAKilledOneAreStoppedAndTheirDataGoesOn()
      throws IOException, InterruptedException, SQLException {
    Process other = Holder.start(folder, OTHER_URL);
    String[] access = awaitStores(other).split(" ", 3);
    Folders.execute(
        new PostgresAccess(access[0], "truebell", access[1]),
        "CREATE TABLE kept AS SELECT 42 AS answer");
    RedisTalk.authorised(access[2], "SET kept 43");
    kill(other);
    List<ProcessHandle> orphans = Folders.processes(folder);
    assertThat(orphans).hasSize(2);

    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      assertThat(Folders.processes(folder)).isEmpty();
      assertThat(Folders.query(stores.startPostgres(), "SELECT answer FROM kept")).isEqualTo("42");
      assertThat(RedisTalk.authorised(stores.startRedis(), "GET kept")).isEqualTo("43");
      assertThat(Folders.processes(folder)).hasSize(2).doesNotContainAnyElementsOf(orphans);
    }
  }

  @Test
  void strangersWithAReusedProcessIdAreLeftAlone() throws IOException, SQLException {
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      stores.startPostgres();
      stores.startRedis();
    }
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try {
      String pid = Long.toString(stranger.pid());
      Files.writeString(folder.resolve("postgres/postmaster.pid"), pid + "\n" + folder + "\n");
      Files.writeString(folder.resolve("redis/redis.pid"), pid + "\n");
      try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
        assertThat(Folders.query(stores.startPostgres(), "SELECT 1")).isEqualTo("1");
        assertThat(RedisTalk.authorised(stores.startRedis(), "PING")).isEqualTo("+PONG");
      }
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void serversOfAFolderWithALongerNameAreLeftAlone() throws IOException {
    Path file = Files.createFile(Files.createDirectory(folder.resolve("postgres2")).resolve("x"));
    Process stranger =
        new ProcessBuilder("bash", "-c", "exec -a postgres tail -f \"$0\"", file.toString())
            .start();
    try {
      StoreProcess seen =
          new StoreProcess(stranger.toHandle(), "postgres", folder.resolve("postgres"));
      assertThat(seen.runs()).isFalse();
    } finally {
      stranger.destroyForcibly();
    }
  }

  private String awaitStores(Process other) throws IOException {
    BufferedReader printed = other.inputReader();
    return printed.readLine();
  }

  private static void kill(Process other) throws InterruptedException {
    other.destroyForcibly().waitFor();
  }

  private void stopLeftovers() {
    EmbeddedStores.on(folder, Folders.URL).close();
  }
}
