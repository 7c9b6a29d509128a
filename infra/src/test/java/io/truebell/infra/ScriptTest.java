package io.truebell.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./truebell} says before it starts anything, on machines that lack something. */
class ScriptTest {
  private static final String[] TOOLS = {
    "bash", "cat", "dirname", "env", "find", "flock", "grep", "mkdir", "readlink", "tr"
  };

  @TempDir Path machine;
  private Path programs;

  /** The machine's programs are a few basic ones: no Java, no Maven. */
  @BeforeEach
  void aBareMachine() throws IOException {
    programs = Files.createDirectories(machine.resolve("programs"));
    for (String tool : TOOLS) {
      Path there = Path.of("/usr/bin", tool);
      Files.createSymbolicLink(
          programs.resolve(tool), Files.exists(there) ? there : Path.of("/bin", tool));
    }
  }

  @Test
  void helpNamesEveryCommand() throws Exception {
    Answer answer = run(Map.of(), "help");
    assertThat(answer.status()).isZero();
    assertThat(answer.out())
        .contains("  up ", "  test ", "  build ", "  docs ", "--port N", "--data DIR", "--fresh");
    assertThat(answer.err()).isEmpty();
  }

  @Test
  void anUnknownCommandOrOptionGetsTheHelpAndStatusTwo() throws Exception {
    for (String[] wrong :
        new String[][] {
          {"dance"},
          {},
          {"up", "--prot", "1"},
          {"up", "--port"},
          {"up", "--port", "65536"},
          {"up", "--port", "http"},
          {"up", "--data", ""}
        }) {
      Answer answer = run(Map.of(), wrong);
      assertThat(answer.status()).isEqualTo(2);
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err()).startsWith("truebell: ").contains("usage: ./truebell");
    }
  }

  @Test
  void withoutAJdkOneLineTellsWhatToInstall() throws Exception {
    for (String command : new String[] {"up", "test", "build", "docs"}) {
      Answer answer = run(Map.of("TRUEBELL_JDKS", jdk("17.0.15").toString()), command);
      assertThat(answer.status()).isEqualTo(1);
      assertThat(answer.err()).hasLineCount(1).contains("no JDK 25 found").contains("apt install");
    }
  }

  @Test
  void withoutMavenOneLineTellsWhatToInstall() throws Exception {
    Answer answer = run(Map.of("TRUEBELL_JDKS", jdk("25").toString()), "test");
    assertThat(answer.status()).isEqualTo(1);
    assertThat(answer.err()).hasLineCount(1).contains("Maven").contains("apt install maven");
  }

  @Test
  void testsRunOnTheRightJdkAmongSeveralAndArgumentsGoToMaven() throws Exception {
    Path right = jdk("25.0.3");
    script(programs.resolve("mvn"), "echo \"$JAVA_HOME|$*\"");
    String places = jdk("17.0.15") + ":" + jdk("26") + ":" + right;
    Answer answer = run(Map.of("TRUEBELL_JDKS", places), "test", "-pl", "infra");
    assertThat(answer.status()).isZero();
    assertThat(answer.out()).isEqualTo(right + "|-B verify -pl infra\n");
  }

  @Test
  void failingTestsFailTheCommand() throws Exception {
    script(programs.resolve("mvn"), "exit 7");
    assertThat(run(Map.of("TRUEBELL_JDKS", jdk("25").toString()), "test").status()).isEqualTo(7);
  }

  private Path jdk(String version) throws IOException {
    Path home = Files.createDirectories(machine.resolve("jdk of " + version));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Files.createDirectories(home.resolve("bin"));
    script(home.resolve("bin/javac"), "true");
    return home;
  }

  private static void script(Path file, String line) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Answer run(Map<String, String> environment, String... arguments) throws Exception {
    Path script = Path.of(System.getProperty("truebell.root"), "truebell");
    String[] command = new String[arguments.length + 1];
    command[0] = script.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Path out = machine.resolve("out");
    Path err = machine.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", programs.toString());
    builder.environment().putAll(environment);
    int status = builder.start().waitFor();
    return new Answer(
        status,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private record Answer(int status, String out, String err) {}
}
