package io.truebell.bench.stage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A JVM of its own; it is told and tells by lines. */
public final class JavaProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration STOP = Duration.ofSeconds(40);
  private static final int KEPT = 200;
  private static final String END = "\u0000";

  private final String name;
  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Deque<String> last = new ArrayDeque<>();

  private JavaProcess(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts one.
   *
   * @param name what it is called in the report
   * @param options of the JVM
   */
  public static JavaProcess start(
      String name, List<String> options, String classPath, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(n -> n.startsWith("TRUEBELL_"));
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    try {
      JavaProcess started = new JavaProcess(name, builder.start());
      Thread.ofPlatform().daemon().start(started::listen);
      Runtime.getRuntime().addShutdownHook(new Thread(started.process::destroyForcibly));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void listen() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        keep(line);
        lines.add(line);
      }
    } catch (IOException e) {
      keep(e.toString());
    } finally {
      lines.add(END);
    }
  }

  private void keep(String line) {
    synchronized (last) {
      last.addLast(line);
      if (last.size() > KEPT) {
        last.removeFirst();
      }
    }
  }

  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  /** The rest of the next line that holds {@code mark}. */
  public String await(String mark) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null || line.equals(END)) {
        throw new IllegalStateException(name + " did not say \"" + mark + "\":\n" + said());
      }
      int at = line.indexOf(mark);
      if (at >= 0) {
        return line.substring(at + mark.length()).strip();
      }
    }
  }

  /** Gives it a line. */
  public void tell(String line) {
    try {
      OutputStream out = process.getOutputStream();
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new IllegalStateException(name + " has ended:\n" + said(), e);
    }
  }

  /** Its last lines. */
  public String said() {
    synchronized (last) {
      return String.join("\n", last);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
