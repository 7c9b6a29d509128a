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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private final boolean api;
  private volatile boolean answers;
  private final Queue<String> log = new ConcurrentLinkedQueue<>();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch heard = new CountDownLatch(1);

  private AppProcess(Path folder, Launch launch) {
    this.keys = folder.resolve("demo.env");
    this.api = launch.servesApi();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.timezone=UTC"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(launch.jvm());
    command.add("-cp");
    command.add(launch.classPath());
    command.add("io.truebell.TruebellApplication");
    command.add("--server.port=0");
    command.add("--truebell.postgres.url=" + launch.database());
    command.add("--truebell.redis.url=" + launch.redis());
    command.add("--truebell.vault.master-key=" + MASTER);
    command.add("--truebell.demo.enabled=true");
    command.add("--truebell.demo.file=" + keys);
    command.addAll(launch.settings());
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::listen);
  }

  /**
   * How to start one.
   *
   * @param classPath of the process
   * @param jvm more options of its JVM
   * @param settings more settings, as {@code --name=value}
   */
  record Launch(
      String database, String redis, String classPath, List<String> jvm, List<String> settings) {
    /** The class path of this test's own JVM. */
    static String testClassPath() {
      return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    boolean servesApi() {
      return !settings.contains("--truebell.role=worker");
    }

    Launch withJvm(List<String> more) {
      List<String> all = new ArrayList<>(jvm);
      all.addAll(more);
      return new Launch(database, redis, classPath, all, settings);
    }

    Launch with(String... more) {
      List<String> all = new ArrayList<>(settings);
      all.addAll(List.of(more));
      return new Launch(database, redis, classPath, jvm, all);
    }
  }

  /** Starts one and does not wait for it. */
  static AppProcess launch(Path folder, Launch launch) {
    return new AppProcess(folder, launch);
  }

  /** Starts one and waits until it says that it is ready. */
  static AppProcess start(Path folder, String database, String... settings)
      throws InterruptedException {
    AppProcess app =
        launch(
            folder,
            new Launch(
                database,
                TestStores.redisUrl(),
                Launch.testClassPath(),
                List.of(),
                List.of(settings)));
    if (!app.awaitReady(Duration.ofSeconds(PATIENCE_SECONDS))) {
      app.kill();
      throw new IllegalStateException("the application did not start:\n" + app.log());
    }
    return app;
  }

  /** Waits until it is ready or has ended; says whether it is ready. */
  boolean awaitReady(Duration within) throws InterruptedException {
    return ready.await(within.toMillis(), TimeUnit.MILLISECONDS) && answers && process.isAlive();
  }

  /** Waits for its end and for its last words; says whether it ended. */
  boolean awaitEnd(Duration within) throws InterruptedException {
    return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)
        && heard.await(within.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits until it has said that or has ended; says whether it has. */
  boolean awaitSaid(String words, Duration within) throws InterruptedException {
    long end = System.nanoTime() + within.toNanos();
    while (!log().contains(words) && process.isAlive() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return log().contains(words);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitStatus() {
    return process.exitValue();
  }

  long pid() {
    return process.pid();
  }

  /** Asks it to stop and does not wait; what it says meanwhile is still heard. */
  void terminate() {
    process.toHandle().destroy();
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.add(line);
        if (line.contains("Truebell is ready")) {
          answers = true;
          ready.countDown();
        }
      }
    } catch (IOException e) {
      log.add(e.toString());
    } finally {
      ready.countDown();
      heard.countDown();
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

  /** Where it answers; empty as long as it is not ready. */
  Optional<String> url() {
    return answers ? Optional.of(value("TRUEBELL_URL")) : Optional.empty();
  }

  /** Whether it lives and serves the API. */
  boolean serves() {
    return api && answers && process.isAlive();
  }

  /** The API with the operator's key. */
  Api operator() {
    return new Api(value("TRUEBELL_URL")).as(value("TRUEBELL_OPERATOR_KEY"));
  }

  String log() {
    return String.join("\n", log);
  }

  /** Ends it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  /** Asks it to stop and waits until it did. */
  void stop() throws InterruptedException {
    process.toHandle().destroy();
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
    process.toHandle().destroyForcibly();
  }
}
