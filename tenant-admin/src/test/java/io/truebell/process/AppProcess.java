package io.truebell.process;

import io.truebell.Api;
import io.truebell.testkit.TestStores;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The application as an operating system process of its own: it can be killed at any instant. */
final class AppProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 180;
  private static final String MASTER = "c29tZSBtYXN0ZXIga2V5IG9mIDMyIGJ5dGVzISEhISE=";

  private final Process process;
  private final Path keys;
  private final Queue<String> log = new ConcurrentLinkedQueue<>();
  private final CountDownLatch ready = new CountDownLatch(1);

  private AppProcess(Path folder, String database, String... settings) {
    this.keys = folder.resolve("demo.env");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.timezone=UTC"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("io.truebell.TruebellApplication");
    command.add("--server.port=0");
    command.add("--truebell.postgres.url=" + database);
    command.add("--truebell.redis.url=" + TestStores.redisUrl());
    command.add("--truebell.vault.master-key=" + MASTER);
    command.add("--truebell.demo.enabled=true");
    command.add("--truebell.demo.file=" + keys);
    command.addAll(List.of(settings));
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::listen);
  }

  /** Starts one and waits until it says that it is ready. */
  static AppProcess start(Path folder, String database, String... settings)
      throws InterruptedException {
    AppProcess app = new AppProcess(folder, database, settings);
    if (!app.ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS) || !app.process.isAlive()) {
      app.kill();
      throw new IllegalStateException("the application did not start:\n" + app.log());
    }
    return app;
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.add(line);
        if (line.contains("Truebell is ready")) {
          ready.countDown();
        }
      }
    } catch (IOException e) {
      log.add(e.toString());
    } finally {
      ready.countDown();
    }
  }

  /** The API with the demo tenant's key. */
  Api api() {
    return new Api(value("TRUEBELL_URL")).as(value("TRUEBELL_KEY"));
  }

  private String value(String name) {
    try {
      return Files.readAllLines(keys).stream()
          .filter(line -> line.startsWith("export " + name + "="))
          .map(line -> line.substring(line.indexOf('=') + 1))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String log() {
    return String.join("\n", log);
  }

  /** Ends it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Asks it to stop and waits until it did. */
  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      kill();
      throw new IllegalStateException("the application did not stop:\n" + log());
    }
  }

  /** Writes every object that is alive to a file. */
  Path heapDump(Path file) throws IOException, InterruptedException {
    Process dump =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "GC.heap_dump",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (dump.waitFor() != 0 || !Files.exists(file)) {
      throw new IllegalStateException("no heap dump: " + said);
    }
    return file;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
