package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenDataFolderTest {
  @TempDir Path parent;
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
  void aFolderWithOtherFilesIsNotTaken() throws IOException {
    Path foreign = Files.createDirectories(parent.resolve("home"));
    Files.writeString(foreign.resolve("thesis.txt"), "years of work");
    assertOneLine(() -> EmbeddedStores.on(foreign, Folders.URL), "isn't a data folder of Truebell");
    assertThat(foreign).isDirectoryContaining("glob:**/thesis.txt");
  }

  @Test
  void aFileInTheFoldersPlaceIsNamed() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));
    assertOneLine(() -> EmbeddedStores.on(file, Folders.URL), file.toString());
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed() {
    assertOneLine(() -> EmbeddedStores.on(Path.of("/proc/data"), Folders.URL), "/proc/data");
  }

  @Test
  void aFullDiskIsToldBeforeAnythingIsWritten() {
    try (DataFolder claimed = DataFolder.claim(folder)) {
      claimed.requireSpace(0);
      assertOneLine(() -> claimed.requireSpace(Long.MAX_VALUE), "MB free");
    }
  }

  @Test
  void dataOfAnotherPostgresVersionIsNotTouched() throws IOException {
    Files.createDirectories(folder.resolve("postgres"));
    Files.writeString(folder.resolve("postgres/PG_VERSION"), "17\n");
    Files.writeString(folder.resolve("stores.properties"), "postgres=a\nredis=b\n");
    assertStartFails("written by PostgreSQL 17");
  }

  @Test
  void aDamagedDatabaseTellsPostgresOwnReason() throws IOException {
    Files.createDirectories(folder.resolve("postgres"));
    Files.writeString(folder.resolve("postgres/PG_VERSION"), "18\n");
    Files.writeString(folder.resolve("stores.properties"), "postgres=a\nredis=b\n");
    assertStartFails("PostgreSQL does not start on " + folder.resolve("postgres"));
  }

  @Test
  void aDatabaseWithoutItsVersionIsBroken() throws IOException {
    Files.createDirectories(folder.resolve("postgres"));
    Files.writeString(folder.resolve("stores.properties"), "postgres=a\nredis=b\n");
    assertStartFails("is broken");
  }

  @Test
  void lostPasswordsAreNotReplacedByOthers() throws IOException {
    Files.createDirectories(folder.resolve("postgres"));
    assertStartFails("stores.properties is missing");
    Files.writeString(folder.resolve("stores.properties"), "postgres=a\n");
    assertStartFails("stores.properties is broken");
  }

  @Test
  void aLostMasterKeyIsNotReplacedByAnother() throws IOException {
    Files.createDirectories(folder.resolve("postgres"));
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      assertOneLine(stores::masterKeyFile, "master.key is missing");
    }
  }

  @Test
  void aHalfMadeDatabaseIsMadeAnew() throws IOException {
    Files.createDirectories(folder.resolve("postgres.new/base"));
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      assertThat(stores.startPostgres().jdbcUrl()).startsWith("jdbc:postgresql://127.0.0.1:");
    }
  }

  private void assertStartFails(String expected) {
    try (EmbeddedStores stores = EmbeddedStores.on(folder, Folders.URL)) {
      assertOneLine(stores::startPostgres, expected);
    }
    assertThat(Folders.processes(folder)).isEmpty();
  }

  private static void assertOneLine(ThrowingCallable start, String expected) {
    assertThatThrownBy(start)
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining(expected)
        .message()
        .hasLineCount(1);
  }
}
