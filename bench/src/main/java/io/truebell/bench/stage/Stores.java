package io.truebell.bench.stage;

import io.truebell.infra.EmbeddedStores;
import io.truebell.infra.PostgresAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One PostgreSQL and one Redis for a run, as {@code ./truebell up} starts them (fsync and
 * synchronous_commit on), with two more settings: more connections, since all contestants stay
 * connected, and statement counters.
 */
public final class Stores implements AutoCloseable {
  private static final String PEERS = "peers";
  private static final String WATCHER = "watcher";

  private final EmbeddedStores servers;
  private final Path folder;
  private final PostgresAccess postgres;
  private final String redis;

  private Stores(EmbeddedStores servers, Path folder, PostgresAccess postgres, String redis) {
    this.servers = servers;
    this.folder = folder;
    this.postgres = postgres;
    this.redis = redis;
  }

  /** Starts them on a folder that is empty or was used by a benchmark before. */
  public static Stores start(Path folder, boolean fresh) throws SQLException {
    try (EmbeddedStores first = EmbeddedStores.on(folder, "the benchmark")) {
      if (fresh) {
        first.wipe();
      }
      // made before there is data that needs it
      Path ignored = first.masterKeyFile();
      configure(first.startPostgres());
    }
    EmbeddedStores servers = EmbeddedStores.on(folder, "the benchmark");
    Stores stores = new Stores(servers, folder, servers.startPostgres(), servers.startRedis());
    Runtime.getRuntime().addShutdownHook(new Thread(servers::close));
    stores.prepare();
    return stores;
  }

  private static void configure(PostgresAccess access) throws SQLException {
    execute(
        access.jdbcUrl(),
        access.user(),
        access.password(),
        "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'",
        "ALTER SYSTEM SET max_connections = 300");
  }

  private void prepare() throws SQLException {
    execute(
        postgres.jdbcUrl(),
        postgres.user(),
        postgres.password(),
        "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
        "DROP DATABASE IF EXISTS " + PEERS + " WITH (FORCE)",
        "CREATE DATABASE " + PEERS,
        "DROP ROLE IF EXISTS " + WATCHER,
        "CREATE ROLE " + WATCHER + " SUPERUSER LOGIN PASSWORD '" + postgres.password() + "'");
  }

  private static void execute(String url, String user, String password, String... statements)
      throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, user, password);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The application's database. */
  public PostgresAccess postgres() {
    return postgres;
  }

  /** Another database of the same server, for those that are compared. */
  public PostgresAccess peers() {
    return new PostgresAccess(
        postgres.jdbcUrl().replaceFirst("[^/]+$", PEERS), postgres.user(), postgres.password());
  }

  /** A connection whose own statements are left out of all counts. */
  Connection watcher(PostgresAccess database) throws SQLException {
    return DriverManager.getConnection(database.jdbcUrl(), WATCHER, database.password());
  }

  public String redis() {
    return redis;
  }

  public String masterKey() {
    return servers.masterKeyFile().toString();
  }

  /** The first process of PostgreSQL; all others are its children. */
  long postgresPid() {
    return pid(folder.resolve("postgres/postmaster.pid"));
  }

  long redisPid() {
    return pid(folder.resolve("redis/redis.pid"));
  }

  private static long pid(Path file) {
    try {
      return Long.parseLong(Files.readAllLines(file).getFirst().strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() {
    servers.close();
  }

  /** Deletes a folder of such stores, which have stopped. */
  static void remove(Path folder) {
    try (EmbeddedStores stopped = EmbeddedStores.on(folder, "the benchmark")) {
      stopped.wipe();
    }
  }
}
