package io.truebell.infra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The stores of a Truebell that brings its own: real PostgreSQL and Redis servers as child
 * processes, with their data, passwords and log files in one folder that survives restarts. Both
 * listen on the loopback address only. One Truebell runs on a folder at a time.
 *
 * <p>Closing stops what was started here and nothing else. Where the process was killed before it
 * could, the next one stops the leftovers first.
 */
public final class EmbeddedStores implements AutoCloseable {
  private static final String MASTER_KEY = "master.key";
  private static final long NEEDED_BYTES = 512L * 1024 * 1024;

  private final DataFolder folder;
  private final Binaries binaries;
  private @Nullable PostgresServer postgres;
  private @Nullable RedisServer redis;
  private boolean closed;

  private EmbeddedStores(DataFolder folder) {
    this.folder = folder;
    this.binaries = new Binaries(folder.path(Binaries.FOLDER));
  }

  /**
   * Takes the data folder for this process; starts nothing yet.
   *
   * @param url where this Truebell is going to answer, for a second one to tell
   * @throws StartProblem when another Truebell has the folder, or it can't be used
   */
  public static EmbeddedStores on(Path dataFolder, String url) {
    DataFolder folder = DataFolder.claim(dataFolder);
    try {
      folder.requireSpace(NEEDED_BYTES);
      folder.announce(url);
      EmbeddedStores stores = new EmbeddedStores(folder);
      stores.stopLeftovers();
      return stores;
    } catch (StartProblem e) {
      folder.close();
      throw e;
    }
  }

  private void stopLeftovers() {
    if (Files.exists(folder.path(PostgresServer.HOME))) {
      new PostgresServer(folder, binaries).stopLeftover();
    }
    if (Files.exists(folder.path(RedisServer.HOME))) {
      new RedisServer(folder, binaries).stopLeftover();
    }
  }

  /** Removes all data of an earlier run; to be called before anything is started. */
  public synchronized void wipe() {
    if (postgres != null || redis != null) {
      throw new IllegalStateException("stores already run on this folder");
    }
    folder.wipe();
  }

  /**
   * The file with the key that protects the sealed secrets in this folder's PostgreSQL: 32 random
   * bytes in Base64, made on the first start.
   *
   * @throws StartProblem when it is missing beside data that needs it
   */
  public synchronized Path masterKeyFile() {
    Path file = folder.path(MASTER_KEY);
    if (Files.exists(file)) {
      return file;
    }
    if (Files.exists(folder.path(PostgresServer.HOME))) {
      throw new StartProblem(
          file + " is missing beside data sealed with it: restore it, or set TRUEBELL_MASTER_KEY");
    }
    folder.write(MASTER_KEY, Base64.getEncoder().encodeToString(OwnerOnly.randomBytes(32)) + "\n");
    return file;
  }

  /**
   * Starts PostgreSQL.
   *
   * @throws StartProblem when it doesn't start, with its own reason
   */
  public synchronized PostgresAccess startPostgres() {
    requireOpen();
    PostgresServer server = new PostgresServer(folder, binaries);
    postgres = server;
    return server.start(StorePasswords.of(folder).postgres());
  }

  /**
   * Starts Redis and returns its URL, password included.
   *
   * @throws StartProblem when it doesn't start, with its own reason
   */
  public synchronized String startRedis() {
    requireOpen();
    RedisServer server = new RedisServer(folder, binaries);
    redis = server;
    return server.start(StorePasswords.of(folder).redis());
  }

  private void requireOpen() {
    if (closed) {
      throw new StartProblem("Truebell is stopping");
    }
  }

  /** Tells where this Truebell really answers, once that is known. */
  public synchronized void announce(String url) {
    if (!closed) {
      folder.announce(url);
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (folder) {
      stopStores();
    }
  }

  private void stopStores() {
    if (redis != null) {
      redis.stop();
    }
    if (postgres != null) {
      postgres.stop();
    }
  }
}
