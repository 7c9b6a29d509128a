package io.truebell.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import redis.embedded.RedisServer;

/**
 * A PostgreSQL and a Redis of one test, which it can break off and start again at the same address.
 * What PostgreSQL had committed is there again afterwards; Redis forgets everything.
 */
public final class RestartableStores implements AutoCloseable {
  private static final Duration GONE = Duration.ofSeconds(30);

  private final Path home;
  private final int postgresPort = TestStores.freePort();
  private final int redisPort = TestStores.freePort();
  private EmbeddedPostgres postgres;
  private RedisServer redis;

  private RestartableStores(Path home) throws IOException {
    this.home = home;
    this.postgres = startPostgres();
    this.redis = startRedis();
  }

  /** Starts both; what they write goes to a folder of their own in memory or below {@code tmp}. */
  public static RestartableStores start() {
    try {
      Path memory = Path.of("/dev/shm");
      Path home =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "truebell-restartable-")
              : Files.createTempDirectory("truebell-restartable-");
      return new RestartableStores(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String postgresUrl() {
    return "jdbc:postgresql://127.0.0.1:" + postgresPort + "/postgres?user=postgres";
  }

  public String redisUrl() {
    return "redis://127.0.0.1:" + redisPort;
  }

  /** Ends PostgreSQL at once, without a word to its clients and without a checkpoint. */
  public synchronized void breakPostgres() throws InterruptedException {
    ProcessHandle server = postmaster();
    run("kill", "-QUIT", Long.toString(server.pid()));
    long deadline = System.nanoTime() + GONE.toNanos();
    while (server.isAlive() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    closePostgres();
  }

  /** Starts it again; it recovers what was committed. */
  public synchronized void resumePostgres() {
    try {
      postgres = startPostgres();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends Redis. */
  public synchronized void breakRedis() {
    try {
      redis.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it again, empty. */
  public synchronized void resumeRedis() {
    try {
      redis = startRedis();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      redis.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      closePostgres();
      delete(home.toFile());
    }
  }

  private EmbeddedPostgres startPostgres() throws IOException {
    return EmbeddedPostgres.builder()
        .setDataDirectory(home.resolve("postgres"))
        .setCleanDataDirectory(false)
        .setPort(postgresPort)
        .setServerConfig("fsync", "off")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("max_connections", "150")
        .setPGStartupWait(Duration.ofSeconds(60))
        .start();
  }

  private RedisServer startRedis() throws IOException {
    RedisServer server =
        RedisServer.newRedisServer()
            .port(redisPort)
            .bind("127.0.0.1")
            .setting("save \"\"")
            .setting("dir " + home)
            .build();
    server.start();
    return server;
  }

  private void closePostgres() {
    try {
      postgres.close();
    } catch (IOException e) {
      // it had ended already
    }
  }

  private ProcessHandle postmaster() {
    try {
      String pid = Files.readAllLines(home.resolve("postgres/postmaster.pid")).getFirst().strip();
      return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(String... command) throws InterruptedException {
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(File file) {
    File[] children = file.listFiles();
    if (children != null) {
      for (File child : children) {
        delete(child);
      }
    }
    if (!file.delete()) {
      file.deleteOnExit();
    }
  }
}
