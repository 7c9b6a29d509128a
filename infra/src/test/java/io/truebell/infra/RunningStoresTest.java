package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What holds while the stores run. */
class RunningStoresTest {
  private static Path folder;
  private static EmbeddedStores stores;
  private static Path masterKey;
  private static PostgresAccess postgres;
  private static String redis;

  @BeforeAll
  static void start() throws IOException {
    folder = Folders.empty();
    stores = EmbeddedStores.on(folder, Folders.URL);
    masterKey = stores.masterKeyFile();
    postgres = stores.startPostgres();
    redis = stores.startRedis();
  }

  @AfterAll
  static void stop() throws IOException {
    stores.close();
    Folders.delete(folder);
  }

  @Test
  void whatIsAcceptedIsOnDiskBeforeItIsAnswered() throws Exception {
    for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
      assertThat(Folders.query(postgres, "SHOW " + setting)).as(setting).isEqualTo("on");
    }
    assertThat(Files.readString(folder.resolve("redis/redis.conf"))).contains("appendonly yes");
  }

  @Test
  void storesListenOnTheLoopbackAddressAlone() throws Exception {
    assertThat(Folders.query(postgres, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(Folders.query(postgres, "SHOW unix_socket_directories")).isEmpty();
    assertThat(Files.readString(folder.resolve("redis/redis.conf"))).contains("bind 127.0.0.1\n");
  }

  @Test
  void nobodyGetsInWithoutThePassword() throws Exception {
    PostgresAccess forged = new PostgresAccess(postgres.jdbcUrl(), postgres.user(), "guessed");
    assertThatThrownBy(() -> Folders.query(forged, "SELECT 1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    assertThat(RedisTalk.ask(redis, "PING")).startsWith("-NOAUTH");
    assertThat(RedisTalk.authorised(redis, "PING")).isEqualTo("+PONG");
  }

  @Test
  void secretsAreReadableByTheirOwnerAlone() throws Exception {
    for (String secret : List.of("master.key", "stores.properties", "redis/redis.conf")) {
      assertThat(Files.getPosixFilePermissions(folder.resolve(secret)))
          .as(secret)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    assertThat(folder.resolve("initdb.password")).doesNotExist();
    assertThat(postgres.toString()).doesNotContain(postgres.password());
  }

  @Test
  void masterKeyIsThirtyTwoBytes() throws Exception {
    assertThat(Base64.getDecoder().decode(Files.readString(masterKey).strip())).hasSize(32);
  }
}
