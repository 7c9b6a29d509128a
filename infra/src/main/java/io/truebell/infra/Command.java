package io.truebell.infra;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A program of a store, run in a session of its own: a Ctrl-C in the terminal is for Truebell. */
final class Command {
  private static final Set<String> INHERITED = Set.of("PATH", "HOME", "LD_LIBRARY_PATH", "TMPDIR");

  private final List<String> words = new ArrayList<>();
  private final ProcessBuilder builder = new ProcessBuilder(words);

  private Command(List<String> prefix, Path program, List<String> arguments) {
    words.addAll(prefix);
    words.add(program.toString());
    words.addAll(arguments);
    // Our own environment may hold credentials, which are none of a store's business.
    builder.environment().keySet().retainAll(INHERITED);
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TZ", "UTC");
    builder.redirectErrorStream(true);
    builder.redirectInput(new File("/dev/null"));
  }

  static Command of(Path program, String... arguments) {
    return new Command(ownSession(), program, List.of(arguments));
  }

  /**
   * PostgreSQL refuses to run as root, and as a user that the system has no name for (which
   * containers like to have): give it a user namespace, in which it is nobody.
   */
  static Command asOrdinaryUser(Path program, String... arguments) {
    List<String> prefix = new ArrayList<>(ownSession());
    if (Set.of("root", "?").contains(System.getProperty("user.name", "?"))) {
      prefix.addAll(List.of("unshare", "--user"));
    }
    return new Command(prefix, program, List.of(arguments));
  }

  /** Starts it and lets it run; what it prints is appended to {@code log}. */
  Process start(Path log) {
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new StartProblem("cannot run " + String.join(" ", words) + ": " + e.getMessage(), e);
    }
  }

  /**
   * Runs it to its end; what it prints is appended to {@code log}. Returns whether it succeeded.
   */
  boolean run(Path log, Duration limit) {
    Process process = start(log);
    try {
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue() == 0;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    return false;
  }

  private static List<String> ownSession() {
    return Path.of("/usr/bin/setsid").toFile().canExecute() ? List.of("setsid") : List.of();
  }
}
