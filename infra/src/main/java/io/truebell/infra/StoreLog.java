package io.truebell.infra;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;

/** What a store prints in this run; the run before is kept in {@code ….1}. */
record StoreLog(Path file) {
  private static final Pattern SERIOUS =
      Pattern.compile("(?i)fatal|panic|could not|can't|cannot|error|bad |wrong|not permitted");

  static StoreLog begin(Path file) {
    try {
      if (Files.exists(file)) {
        Path before = file.resolveSibling(file.getFileName() + ".1");
        Files.move(file, before, StandardCopyOption.REPLACE_EXISTING);
      }
      return new StoreLog(file);
    } catch (IOException e) {
      throw new StartProblem("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** A sentence about {@code name} that doesn't start, with the log's own reason. */
  StartProblem refusal(String name, Path home) {
    return new StartProblem(
        "%s does not start on %s (%s); see %s".formatted(name, home, reason(), file));
  }

  /** The first serious line, without its time stamp: later ones are its consequences. */
  private String reason() {
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      return lines.stream()
          .filter(line -> SERIOUS.matcher(line).find())
          .findFirst()
          .map(line -> line.replaceFirst("^[^A-Za-z]*(UTC)?[^A-Za-z]*", "").strip())
          .orElse("no reason given");
    } catch (IOException e) {
      return "no log";
    }
  }
}
