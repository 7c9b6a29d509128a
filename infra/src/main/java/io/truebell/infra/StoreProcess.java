package io.truebell.infra;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A running store of ours, started by this Truebell or left behind by an earlier one (after {@code
 * kill -9}). It is taken for ours only when its command line names our folder: process ids are
 * reused, and somebody else's process must never be stopped.
 */
record StoreProcess(ProcessHandle process, String program, Path home) {

  /**
   * The live {@code program} that the first line of {@code pidFile} names, if it works on {@code
   * home}.
   */
  static Optional<StoreProcess> find(Path pidFile, String program, Path home) {
    return pidIn(pidFile)
        .flatMap(ProcessHandle::of)
        .map(process -> new StoreProcess(process, program, home))
        .filter(StoreProcess::runs);
  }

  private static Optional<Long> pidIn(Path pidFile) {
    try {
      List<String> lines = Files.readAllLines(pidFile, StandardCharsets.ISO_8859_1);
      return lines.isEmpty()
          ? Optional.empty()
          : Optional.of(Long.valueOf(lines.getFirst().trim()));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether it still runs. A dead process that nobody reaped has an empty command line, so that it
   * doesn't count.
   */
  boolean runs() {
    if (!process.isAlive()) {
      return false;
    }
    String commandLine = commandLine();
    return names("(^|/)" + Pattern.quote(program) + "[^/\\x00 ]*[\\x00 ]", commandLine)
        && names("[\\x00 =]" + Pattern.quote(home.toString()) + "([\\x00/]|$)", commandLine);
  }

  private static boolean names(String pattern, String commandLine) {
    return Pattern.compile(pattern).matcher(commandLine).find();
  }

  boolean isGoneWithin(Duration limit) {
    return Patience.until(() -> !runs(), limit);
  }

  private String commandLine() {
    Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return process.info().commandLine().orElse("");
    }
  }
}
