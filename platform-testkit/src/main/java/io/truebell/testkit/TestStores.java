package io.truebell.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;

/**
 * A real PostgreSQL and a real Redis, started once for each test JVM and stopped with it. Set
 * {@code TRUEBELL_TEST_POSTGRES} (a JDBC URL with user and password, of a role that may create
 * databases) and {@code TRUEBELL_TEST_REDIS} ({@code redis://host:port}) to use servers of your
 * own.
 */
public final class TestStores {
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static @Nullable EmbeddedPostgres postgres;
  private static @Nullable RedisServer redis;
  private static int redisPort;
  private static final long LEAST_MEMORY = 2L << 30;
  private static final long LONGEST_STOP_MS = 20_000;
  private static final String TMP = System.getProperty("java.io.tmpdir");

  private TestStores() {}

  /** The JDBC URL of a new, empty database. */
  public static synchronized String freshDatabase() {
    String name = "t" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
    String admin = adminUrl();
    try (Connection connection = DriverManager.getConnection(admin);
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + name);
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot create a test database", e);
    }
    return admin.replaceFirst("(jdbc:postgresql://[^/]+/)[^?]*", "$1" + name);
  }

  /** A pool on {@code url} whose connections go back to an empty schema. */
  public static HikariDataSource pool(String url, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setSchema("unscoped");
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  /** {@code redis://host:port} of the Redis. */
  public static synchronized String redisUrl() {
    String external = System.getenv("TRUEBELL_TEST_REDIS");
    if (external != null) {
      return external;
    }
    if (redis == null) {
      try {
        redisPort = freePort();
        redis = RedisServer.newRedisServer().port(redisPort).bind("127.0.0.1").build();
        redis.start();
        RedisServer started = redis;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return "redis://127.0.0.1:" + redisPort;
  }

  /** A port of the loopback address that was free a moment ago. */
  public static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String adminUrl() {
    String external = System.getenv("TRUEBELL_TEST_POSTGRES");
    if (external != null) {
      return external;
    }
    if (postgres == null) {
      try {
        postgres =
            EmbeddedPostgres.builder()
                .setDataDirectory(dataDirectory())
                .setServerConfig("fsync", "off")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "120")
                .setRegisterShutdownHook(false)
                .start();
        EmbeddedPostgres started = postgres;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  /**
   * Memory where the system offers it: tests create a database each, and disks are slow at that.
   */
  private static File dataDirectory() {
    File memory = new File("/dev/shm");
    String parent = memory.canWrite() && memory.getUsableSpace() > LEAST_MEMORY ? "/dev/shm" : TMP;
    return new File(parent, "truebell-test-" + ProcessHandle.current().pid());
  }

  private static void stop(EmbeddedPostgres server) {
    awaitApplications();
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Hooks of a JVM run side by side: an application that still writes would wait for its database
   * in vain, and long.
   */
  private static void awaitApplications() {
    try {
      TimeUnit.MILLISECONDS.sleep(200);
      for (Thread hook : Thread.getAllStackTraces().keySet()) {
        if (hook.getName().startsWith("Spring") && hook.getName().endsWith("ShutdownHook")) {
          hook.join(LONGEST_STOP_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stop(RedisServer server) {
    awaitApplications();
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
