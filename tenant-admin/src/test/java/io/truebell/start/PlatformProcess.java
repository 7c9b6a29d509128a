package io.truebell.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The platform as a process of its own, as a launcher would start it. */
final class PlatformProcess {
  private static final String READY = "Truebell is ready at ";

  private final Process process;
  private final Path errors;

  private PlatformProcess(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  static PlatformProcess start(Path folder, String... settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.truebell.TruebellApplication");
    command.add("--truebell.data.folder=" + folder);
    command.add("--truebell.demo.enabled=true");
    command.add("--truebell.demo.file=" + folder.resolve("demo.env"));
    command.addAll(List.of(settings));
    Path errors = Files.createTempFile("platform", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("TRUEBELL_"));
    return new PlatformProcess(builder.start(), errors);
  }

  /** Where it answers, once it does. */
  String awaitUrl() throws IOException {
    BufferedReader printed = process.inputReader();
    for (String line = printed.readLine(); line != null; line = printed.readLine()) {
      if (line.contains(READY)) {
        return line.substring(line.indexOf(READY) + READY.length()).strip();
      }
    }
    throw new IllegalStateException("it ended: " + errors());
  }

  /** Waits for its end; returns the exit status. */
  int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  long pid() {
    return process.pid();
  }

  void terminate() {
    process.destroy();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }
}
