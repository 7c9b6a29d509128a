package io.truebell.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL on {@code <data>/postgres}, durable, reachable by password on the loopback address.
 */
final class PostgresServer {
  static final String HOME = "postgres";

  private static final String USER = "truebell";
  private static final String MAJOR = "18";
  private static final Duration SETUP = Duration.ofMinutes(5);
  private static final Duration RECOVERY = Duration.ofMinutes(10);
  private static final Duration STOP = Duration.ofSeconds(30);
  private static final String SETTINGS = "truebell.conf";

  private final DataFolder folder;
  private final Path home;
  private final Path programs;
  private @Nullable StoreProcess started;

  PostgresServer(DataFolder folder, Binaries binaries) {
    this.folder = folder;
    this.home = folder.path(HOME);
    this.programs = binaries.postgres().resolve("bin");
  }

  /** Stops a server of ours that an earlier Truebell left behind. */
  void stopLeftover() {
    Path pidFile = home.resolve("postmaster.pid");
    running().ifPresent(this::stop);
    try {
      // Left by a crash; its number may be another process's by now, and would hinder the start.
      Files.deleteIfExists(pidFile);
    } catch (IOException e) {
      throw new StartProblem("cannot remove " + pidFile + ": " + e.getMessage(), e);
    }
  }

  PostgresAccess start(String password) {
    StoreLog log = StoreLog.begin(folder.path("postgres.log"));
    if (Files.exists(home)) {
      requireUsable();
    } else {
      create(password, log);
    }
    int port = LoopbackPort.free();
    configure(port);
    boolean ready =
        pgCtl("start", "--timeout=600", "--log=" + log.file()).run(log.file(), RECOVERY);
    started = running().orElse(null);
    if (!ready) {
      throw log.refusal("PostgreSQL", home);
    }
    return new PostgresAccess("jdbc:postgresql://127.0.0.1:" + port + "/postgres", USER, password);
  }

  private void requireUsable() {
    try {
      String version = Files.readString(home.resolve("PG_VERSION")).strip();
      if (!version.equals(MAJOR)) {
        throw new StartProblem(
            "%s was written by PostgreSQL %s, and this is %s: dump and restore it, or use --fresh"
                .formatted(home, version, MAJOR));
      }
    } catch (IOException e) {
      throw new StartProblem(
          home + " is broken (PG_VERSION can't be read): restore it, or use --fresh", e);
    }
  }

  /** Creates it beside its place: a half made one is never taken for a database. */
  private void create(String password, StoreLog log) {
    Path draft = folder.path(HOME + ".new");
    Path passwordFile = folder.path("initdb.password");
    folder.write(passwordFile.getFileName().toString(), password);
    try {
      DataFolder.delete(draft);
      Command initdb =
          Command.asOrdinaryUser(
              programs.resolve("initdb"),
              "--pgdata=" + draft,
              "--username=" + USER,
              "--pwfile=" + passwordFile,
              "--auth=scram-sha-256",
              "--encoding=UTF8",
              "--locale-provider=builtin",
              "--builtin-locale=C.UTF-8",
              "--locale=C",
              "--no-instructions");
      if (!initdb.run(log.file(), SETUP)) {
        throw log.refusal("PostgreSQL", home);
      }
      Files.writeString(
          draft.resolve("postgresql.conf"),
          "\ninclude = '" + SETTINGS + "'\n",
          StandardOpenOption.APPEND);
      Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StartProblem("cannot create " + home + ": " + e.getMessage(), e);
    } finally {
      passwordFile.toFile().delete();
    }
  }

  private void configure(int port) {
    folder.write(
        HOME + "/" + SETTINGS,
        """
        listen_addresses = '127.0.0.1'
        port = %d
        unix_socket_directories = ''
        fsync = on
        synchronous_commit = on
        full_page_writes = on
        max_connections = 100
        shared_buffers = 128MB
        max_wal_size = 512MB
        jit = off
        timezone = 'UTC'
        log_timezone = 'UTC'
        log_checkpoints = off
        """
            .formatted(port));
  }

  private Optional<StoreProcess> running() {
    return StoreProcess.find(home.resolve("postmaster.pid"), "postgres", home);
  }

  /** Stops what was started here, even when somebody has removed its folder meanwhile. */
  void stop() {
    if (started != null) {
      stop(started);
    }
  }

  /** Fast: clients are cut off and their transactions rolled back, the data is left clean. */
  private void stop(StoreProcess server) {
    Path log = Files.exists(home) ? folder.path("postgres.log") : Path.of("/dev/null");
    boolean stopped = pgCtl("stop", "--mode=fast", "--timeout=30").run(log, STOP.plusSeconds(5));
    if (!stopped && server.runs()) {
      server.process().destroy();
    }
    if (!server.isGoneWithin(STOP)) {
      server.process().destroyForcibly();
    }
    if (!server.isGoneWithin(STOP)) {
      throw new StartProblem("PostgreSQL (pid " + server.process().pid() + ") does not stop");
    }
  }

  private Command pgCtl(String action, String... options) {
    String[] arguments = new String[options.length + 4];
    arguments[0] = action;
    arguments[1] = "--pgdata=" + home;
    arguments[2] = "--wait";
    arguments[3] = "--silent";
    System.arraycopy(options, 0, arguments, 4, options.length);
    return Command.asOrdinaryUser(programs.resolve("pg_ctl"), arguments);
  }
}
