package io.truebell.infra;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Redis on {@code <data>/redis}, with an append-only file and a password, on the loopback address.
 */
final class RedisServer {
  static final String HOME = "redis";

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofSeconds(20);

  private final DataFolder folder;
  private final Path home;
  private final Path program;
  private @Nullable StoreProcess started;

  RedisServer(DataFolder folder, Binaries binaries) {
    this.folder = folder;
    this.home = folder.path(HOME);
    this.program = binaries.redis();
  }

  /** Stops a server of ours that an earlier Truebell left behind. */
  void stopLeftover() {
    StoreProcess.find(home.resolve("redis.pid"), "redis-server", home).ifPresent(RedisServer::stop);
  }

  /** Stops what was started here, even when somebody has removed its folder meanwhile. */
  void stop() {
    if (started != null) {
      stop(started);
    }
  }

  /** Asks it to write its data and leave; after that limit what matters is that it is gone. */
  private static void stop(StoreProcess server) {
    server.process().destroy();
    if (!server.isGoneWithin(STOP)) {
      server.process().destroyForcibly();
    }
    if (!server.isGoneWithin(STOP)) {
      throw new StartProblem("Redis (pid " + server.process().pid() + ") does not stop");
    }
  }

  /** Returns its URL, password included. */
  String start(String password) {
    StoreLog log = StoreLog.begin(folder.path("redis.log"));
    int port = LoopbackPort.free();
    Path settings = configure(port, password);
    Process process = Command.of(program, settings.toString()).start(log.file());
    started = new StoreProcess(process.toHandle(), "redis-server", home);
    if (!Patience.until(() -> !process.isAlive() || answers(port, password), START)
        || !process.isAlive()) {
      process.destroyForcibly();
      throw log.refusal("Redis", home);
    }
    return "redis://:" + password + "@127.0.0.1:" + port;
  }

  private Path configure(int port, String password) {
    try {
      OwnerOnly.folder(home);
    } catch (IOException e) {
      throw new StartProblem("cannot create " + home + ": " + e.getMessage(), e);
    }
    // Without snapshots: Redis refuses to stop when it can't write one, and the file has it all.
    // Redis renames its process: the title must go on naming the folder, or an orphan isn't known.
    folder.write(
        HOME + "/redis.conf",
        """
        bind 127.0.0.1
        port %d
        requirepass %s
        dir %s
        pidfile %s
        proc-title-template "{title} {listen-addr} {config-file}"
        appendonly yes
        save ""
        appendfsync everysec
        daemonize no
        """
            .formatted(port, password, quoted(home), quoted(home.resolve("redis.pid"))));
    return home.resolve("redis.conf");
  }

  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private boolean answers(int port, String password) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      socket.setSoTimeout(1000);
      byte[] question = ("AUTH " + password + "\r\nPING\r\n").getBytes(StandardCharsets.US_ASCII);
      socket.getOutputStream().write(question);
      String expected = "+OK\r\n+PONG\r\n";
      byte[] answer = socket.getInputStream().readNBytes(expected.length());
      return expected.equals(new String(answer, StandardCharsets.US_ASCII))
          && Files.exists(home.resolve("redis.pid"));
    } catch (IOException e) {
      return false;
    }
  }
}
