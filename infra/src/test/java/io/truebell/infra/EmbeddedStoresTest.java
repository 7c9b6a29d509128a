package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedStoresTest {
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
  void dataOutlivesARestart() throws IOException, SQLException {
    String masterKey;
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      masterKey = Files.readString(stores.masterKeyFile());
      Folders.execute(stores.startPostgres(), "CREATE TABLE kept AS SELECT 42 AS answer");
      RedisTalk.authorised(stores.startRedis(), "SET kept 43");
    }
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      assertThat(Files.readString(stores.masterKeyFile())).isEqualTo(masterKey);
      assertThat(Folders.query(stores.startPostgres(), "SELECT answer FROM kept")).isEqualTo("42");
      assertThat(RedisTalk.authorised(stores.startRedis(), "GET kept")).isEqualTo("43");
    }
  }

  @Test
  void everythingStartedIsStoppedAndNothingElseIs() throws IOException {
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try {
      EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL);
      stores.startPostgres();
      stores.startRedis();
      assertThat(Folders.processes(folder)).hasSize(2);
      stores.close();
      assertThat(Folders.processes(folder)).isEmpty();
      assertThat(folder.resolve("run.json")).doesNotExist();
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void everythingStartedIsStoppedEvenWhenTheFolderIsGone() throws IOException {
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      stores.startPostgres();
      stores.startRedis();
      DataFolder.delete(folder);
    }
    assertThat(Folders.processes(folder)).isEmpty();
  }

  @Test
  void wipingRemovesTheDataAndItsSecrets() throws IOException, SQLException {
    String before;
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      before = Files.readString(stores.masterKeyFile());
      Folders.execute(stores.startPostgres(), "CREATE TABLE kept AS SELECT 42 AS answer");
    }
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      stores.wipe();
      assertThat(Files.readString(stores.masterKeyFile())).isNotEqualTo(before);
      assertThat(Folders.query(stores.startPostgres(), "SELECT to_regclass('kept')")).isNull();
      assertThatIllegalStateException().isThrownBy(stores::wipe);
    }
  }
}
