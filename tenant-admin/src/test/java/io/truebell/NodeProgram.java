package io.truebell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs of the {@code ui} folder, run against the application of a test. */
public final class NodeProgram {
  private static final Path UI = Path.of("..", "ui").toAbsolutePath().normalize();
  private static final long MINUTES = 8;

  private NodeProgram() {}

  /** A folder below {@code ui} with a {@code package.json}; what that names is installed. */
  public static Path installed(String folder) throws IOException, InterruptedException {
    Path there = UI.resolve(folder);
    String ignored =
        run(there, Map.of(), "node", UI.resolve("build/install.mjs").toString(), there.toString());
    return there;
  }

  /** Where a Chromium is; one is installed when there is none. */
  public static String chromium() throws IOException, InterruptedException {
    String said = run(UI, Map.of(), UI.resolve("build/chromium").toString());
    return said.strip().lines().reduce("", (before, last) -> last);
  }

  /** What it printed; fails unless it ended well. */
  public static String run(Path folder, Map<String, String> more, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("node-program", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().putAll(more);
      Process process = builder.start();
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      String said = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended && process.exitValue() == 0).as(said).isTrue();
      return said;
    } finally {
      Files.delete(output);
    }
  }
}
